import type { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import type { z } from "zod";
import type { Call } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { findAnsweredEntry } from "../../store/agents/agentQueue.ts";
import { findOffer } from "../../store/agents/phone.ts";
import type { Query } from "../../store/database.ts";
import { findConversation } from "../../store/inbox/conversation.ts";
import { findEffectSource } from "../../store/journeys/effectSource.ts";
import { findConnection } from "../../store/webhooks/connection.ts";
import { insertDelivery } from "../../store/webhooks/delivery.ts";
import { listWebhooks } from "../../store/webhooks/webhook.ts";
import { eventSource } from "../../webhooks/eventSource.ts";
import { openConnection } from "../../webhooks/openConnection.ts";
import { readableReason } from "../../webhooks/readableReason.ts";
import { readScript } from "../../webhooks/readScript.ts";
import { tryWebhook } from "../../webhooks/tryWebhook.ts";

const eventType = "dynamic_script";
/** A short limit, because the agent waits with the contact on the line. */
const timeoutMs = 10_000;

interface Agent {
  id: string;
  name: string;
}

type ScriptCall = Call<z.ZodType, z.ZodType, NonNullable<(typeof agentRoutes.script)["body"]>>;

/** The subject of a script: an id that is the same for repeated requests, the contact, and the variables for the webhook. */
interface Occasion {
  id: string;
  contactId: string | null;
  campaignId: string | null;
  journeyId: string | null;
  vars: Partial<Record<"holdid" | "callid" | "queue" | "phone", string>> & { where: "queue" | "inbox" | "phone" };
}

/**
 * Requests a script from the account's newest dynamic_script webhook for a contact that the agent answered, texts with, or talks to (spec 2 §3.6). Each request of the agent sends one request to the webhook.
 */
export async function askScript(call: ScriptCall, agent: Agent) {
  const { account, db, secrets, egress } = call;
  const { occasion, webhook, connection, at } = await db.tx([account], async (q) => {
    const found = await findOccasion(q, call, agent);
    const listening = (await listWebhooks(q, account, eventType)).find(({ enabled }) => enabled) ?? null;
    const to = listening?.callbackServerConfigId ?? null;
    const row = to === null ? null : await findConnection(q, account, to);
    return {
      occasion: found,
      webhook: listening,
      connection: openConnection(secrets, account, row),
      at: await findEffectSource(q, account, found),
    };
  });
  if (webhook === null) return { webhookName: null, script: null, reason: null };
  const { id, contactId, campaignId, journeyId } = occasion;
  const vars = {
    holdid: "",
    callid: "",
    queue: "",
    phone: "",
    ...occasion.vars,
    contactid: contactId ?? "",
    campaignid: campaignId ?? "",
    agent: agent.name,
  };
  const source = eventSource(id, at, { type: eventType, vars });
  await call.key.acts();
  const tried = await tryWebhook({ webhook, connection, source, egress, timeoutMs });
  const read = readScript(tried);
  const reason = "reason" in read ? readableReason(read.reason) : null;
  const kept = { ...tried.log, ok: reason === null, reason, attempt: 1, test: false, contactId, campaignId, journeyId };
  await db.tx([account], (q) => insertDelivery(q, account, kept));
  return { webhookName: webhook.name, script: "script" in read ? read.script : null, reason };
}

/** What the agent has open. Refused if it is not theirs. */
async function findOccasion(q: Query, { account, actor, body }: ScriptCall, agent: Agent): Promise<Occasion> {
  if (body.holdId !== undefined) {
    const hold = await findAnsweredEntry(q, account, body.holdId, agent.id);
    if (hold === null) throw notFound("contact that you answered");
    const { holdId, contactId, campaignId, journeyId, queueName, phone } = hold;
    const vars = { where: "queue" as const, holdid: holdId, queue: queueName ?? "", phone: phone ?? "" };
    return { id: holdId, contactId, campaignId, journeyId, vars };
  }
  if (body.contactId !== undefined) {
    const conversation = await findConversation(q, account, body.contactId);
    if (conversation === null) throw notFound("conversation");
    const { contactId, lastIn, phone } = conversation;
    const about = { contactId, campaignId: null, journeyId: null };
    return { id: lastIn ?? contactId, ...about, vars: { where: "inbox", phone: phone ?? "" } };
  }
  const offer = actor.kind === "user" ? await findOffer(q, account, actor.id, body.offerId ?? "") : null;
  if (offer === null || offer.answered === null) throw notFound("call that you answered");
  const { offerId, callId, contactId, name, phone } = offer;
  const about = { contactId, campaignId: null, journeyId: null };
  return { id: offerId, ...about, vars: { where: "phone", callid: callId, queue: name, phone } };
}

import type { agentRoutes } from "@trunkline/contract/agentqueue.ts";
import type { z } from "zod";
import type { Call } from "../http/handle.ts";
import { notFound } from "../http/problem.ts";
import { findTakenHold } from "../store/agentQueue.ts";
import { findConnection } from "../store/connection.ts";
import { insertDelivery } from "../store/delivery.ts";
import { findEffectSource } from "../store/effectSource.ts";
import { listWebhooks } from "../store/webhook.ts";
import { eventSource } from "../webhooks/eventSource.ts";
import { openConnection } from "../webhooks/openConnection.ts";
import { readableReason } from "../webhooks/readableReason.ts";
import { readScript } from "../webhooks/readScript.ts";
import { tryWebhook } from "../webhooks/tryWebhook.ts";

const eventType = "dynamic_script";
/** An agent waits for it with the contact on the line. */
const timeoutMs = 10_000;

type ScriptCall = Call<z.ZodType, z.ZodType, NonNullable<(typeof agentRoutes.script)["body"]>>;

/**
 * Asks the account's newest webhook of type dynamic_script what the agent is to say to a contact that they took (spec 2
 * §3.6). It is asked once each time the agent wants to know, always under the id of the contact's place in the queue.
 */
export async function askScript(call: ScriptCall, agent: { id: string; name: string }) {
  const { account, db, body, secrets, egress } = call;
  const { hold, webhook, connection, at } = await db.tx([account], async (q) => {
    const found = await findTakenHold(q, account, body.holdId, agent.id);
    if (found === null) throw notFound("contact taken by you");
    const listening = (await listWebhooks(q, account, eventType)).find(({ enabled }) => enabled) ?? null;
    const to = listening?.callbackServerConfigId ?? null;
    const row = to === null ? null : await findConnection(q, account, to);
    return {
      hold: found,
      webhook: listening,
      connection: openConnection(secrets, account, row),
      at: await findEffectSource(q, account, found),
    };
  });
  if (webhook === null) return { webhookName: null, script: null, reason: null };
  const { holdId, contactId, campaignId, journeyId, queueName } = hold;
  const vars = {
    holdid: holdId,
    contactid: contactId,
    campaignid: campaignId,
    queue: queueName ?? "",
    agent: agent.name,
  };
  const source = eventSource(holdId, at, { type: eventType, vars });
  const tried = await tryWebhook({ webhook, connection, source, egress, timeoutMs });
  const read = readScript(tried);
  const reason = "reason" in read ? readableReason(read.reason) : null;
  const kept = { ...tried.log, ok: reason === null, reason, attempt: 1, test: false, contactId, campaignId, journeyId };
  await db.tx([account], (q) => insertDelivery(q, account, kept));
  return { webhookName: webhook.name, script: "script" in read ? read.script : null, reason };
}

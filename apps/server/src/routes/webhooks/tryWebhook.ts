import { id } from "@trunkline/contract/route.ts";
import type { webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { eventSamples, type WebhookEvent } from "@trunkline/contract/webhooks/webhookEvents.ts";
import { readVariable } from "@trunkline/workflow/parts/variables.ts";
import type { z } from "zod";
import type { Call } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import { findContact } from "../../store/contacts/contact.ts";
import { findEffectSource } from "../../store/journeys/effectSource.ts";
import { newId } from "../../store/newId.ts";
import { findConnection } from "../../store/webhooks/connection.ts";
import { insertDelivery } from "../../store/webhooks/delivery.ts";
import { findWebhook } from "../../store/webhooks/webhook.ts";
import { openConnection } from "../../webhooks/openConnection.ts";
import { readableReason } from "../../webhooks/readableReason.ts";
import { type TriedWebhook, tryWebhook } from "../../webhooks/tryWebhook.ts";
import { checkedWebhook } from "./checkedWebhook.ts";

type TestCall = Call<z.ZodType, z.ZodType, NonNullable<(typeof webhookRoutes.test)["body"]>>;

/** Sample values for a test without a contact. */
const sample: ReadonlyMap<string, string> = new Map(
  Object.entries({
    firstname: "Ann",
    lastname: "Sample",
    phone: "+12025550123",
    phonenumber1: "+12025550123",
    email: "ann@example.com",
    city: "Boston",
    state: "MA",
  }),
);

const timeoutMs = 10_000;

/** The webhook in the form, or null if it was never saved. */
function savedId(given: unknown): string | null {
  if (given === undefined || given === null || given === "") return null;
  const read = id.safeParse(given);
  if (!read.success) throw invalid("id must be the id of a saved webhook or be omitted", "body.id");
  return read.data;
}

/** Sends a webhook from the form once and logs the attempt as a test. */
export async function sendTest(call: TestCall) {
  const { account, db, body, secrets, egress } = call;
  const { contactId, ...asked } = body;
  const webhookId = savedId(asked.id);
  const { webhook, connection, at } = await db.tx([account], async (q) => {
    const before = webhookId === null ? null : await findWebhook(q, account, webhookId);
    if (webhookId !== null && before === null) throw notFound("webhook");
    if (contactId !== undefined && (await findContact(q, account, contactId)) === null) throw notFound("contact");
    const checked = await checkedWebhook(q, account, asked, before);
    const to = checked.callbackServerConfigId;
    const row = to === null ? null : await findConnection(q, account, to);
    await audit(q, call, "webhook.test", webhookId, { name: checked.name, url: checked.url });
    return {
      webhook: { ...checked, id: webhookId },
      connection: openConnection(secrets, account, row),
      at: await findEffectSource(q, account, { journeyId: null, contactId: contactId ?? null }),
    };
  });
  const nowMs = Date.now();
  const own = new Map(Object.entries(eventSamples[webhook.eventType as WebhookEvent] ?? {}));
  const read = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    return contactId === undefined
      ? (own.get(lower) ?? sample.get(lower) ?? `[${name}]`)
      : (readVariable(at, name) ?? own.get(lower));
  };
  const event = {
    type: webhook.eventType,
    timestamp: new Date(nowMs).toISOString(),
    data: { ...Object.fromEntries(own.size === 0 ? sample : own), test: "true" },
  };
  const source = { messageId: newId(), nowMs, read, event };
  await call.key.acts();
  const result: TriedWebhook = await tryWebhook({ webhook, connection, source, egress, timeoutMs });
  const rest = { attempt: 1, test: true, contactId: contactId ?? null, campaignId: null, journeyId: null };
  const reason = { ...rest, reason: readableReason(result.reason) };
  await db.tx([account], (q) => insertDelivery(q, account, { ...result.log, ...reason }));
  return { result, reason };
}

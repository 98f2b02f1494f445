import type { webhookRoutes } from "@trunkline/contract/callback.ts";
import { eventSamples, type WebhookEvent } from "@trunkline/contract/webhookEvents.ts";
import { readVariable } from "@trunkline/workflow/parts/variables.ts";
import type { z } from "zod";
import type { Call } from "../http/handle.ts";
import { notFound } from "../http/problem.ts";
import { audit } from "../store/audit.ts";
import { findConnection } from "../store/connection.ts";
import { findContact } from "../store/contact.ts";
import { insertDelivery } from "../store/delivery.ts";
import { findEffectSource } from "../store/effectSource.ts";
import { newId } from "../store/newId.ts";
import { findWebhook } from "../store/webhook.ts";
import { openConnection } from "../webhooks/openConnection.ts";
import { readableReason } from "../webhooks/readableReason.ts";
import { type TriedWebhook, tryWebhook } from "../webhooks/tryWebhook.ts";
import { checkedWebhook } from "./checkedWebhook.ts";

type TestCall = Call<z.ZodType, z.ZodType, NonNullable<(typeof webhookRoutes.test)["body"]>>;

/** What a test fills variables with when no contact is named. */
const sample: Readonly<Record<string, string>> = {
  firstname: "Ann",
  lastname: "Sample",
  phone: "+12025550123",
  phonenumber1: "+12025550123",
  email: "ann@example.com",
  city: "Boston",
  state: "MA",
};

const timeoutMs = 10_000;

/** Sends a webhook once, as the form has it, and writes the try down as a test. */
export async function sendTest(call: TestCall) {
  const { account, db, body, secrets, egress } = call;
  const { contactId, ...asked } = body;
  const id = typeof asked.id === "string" ? asked.id : null;
  const { webhook, connection, at } = await db.tx([account], async (q) => {
    const before = id === null ? null : await findWebhook(q, account, id);
    if (id !== null && before === null) throw notFound("webhook");
    if (contactId !== undefined && (await findContact(q, account, contactId)) === null) throw notFound("contact");
    const checked = await checkedWebhook(q, account, asked, before);
    const to = checked.callbackServerConfigId;
    const row = to === null ? null : await findConnection(q, account, to);
    await audit(q, call, "webhook.test", id, { name: checked.name, url: checked.url });
    return {
      webhook: { ...checked, id },
      connection: openConnection(secrets, account, row),
      at: await findEffectSource(q, account, { journeyId: null, contactId: contactId ?? null }),
    };
  });
  const nowMs = Date.now();
  const own = eventSamples[webhook.eventType as WebhookEvent] ?? {};
  const read = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    return contactId === undefined
      ? (own[lower] ?? sample[lower] ?? `[${name}]`)
      : (readVariable(at, name) ?? own[lower]);
  };
  const event = {
    type: webhook.eventType,
    timestamp: new Date(nowMs).toISOString(),
    data: { ...(Object.keys(own).length === 0 ? sample : own), test: "true" },
  };
  const source = { messageId: newId(), nowMs, read, event };
  const result: TriedWebhook = await tryWebhook({ webhook, connection, source, egress, timeoutMs });
  const rest = { attempt: 1, test: true, contactId: contactId ?? null, campaignId: null, journeyId: null };
  const reason = { ...rest, reason: readableReason(result.reason) };
  await db.tx([account], (q) => insertDelivery(q, account, { ...result.log, ...reason }));
  return { result, reason };
}

import type { Answer, Effect, EventDelivery } from "@trunkline/workflow/engine/effects.ts";
import type { VariableSource } from "@trunkline/workflow/parts/variables.ts";
import { findEffectSource } from "../store/journeys/effectSource.ts";
import { notifyFailingWebhook } from "../store/notifications/alert.ts";
import { findConnection } from "../store/webhooks/connection.ts";
import { insertDelivery } from "../store/webhooks/delivery.ts";
import { findWebhook, type WebhookRow } from "../store/webhooks/webhook.ts";
import { contactVars, eventSource, type Happened } from "../webhooks/eventSource.ts";
import type { OpenConnection } from "../webhooks/makeRequest.ts";
import { openConnection } from "../webhooks/openConnection.ts";
import { readableReason } from "../webhooks/readableReason.ts";
import { retryAfterMs, type TriedWebhook, tryWebhook } from "../webhooks/tryWebhook.ts";
import type { EffectContext, Performer, Postponed } from "./performer.ts";

/** One try; a journey waits for as many of them as the webhook's failure strategy has. */
const tryTimeoutMs = 15_000;
/** Room for reading and writing around it. */
const performTimeoutMs = tryTimeoutMs + 10_000;

/** Calls the webhook of a `callback` node; its answer decides on the path (spec 2 §3.3). `timeoutMs` is for one try. */
export const makeCallWebhook = (timeoutMs = tryTimeoutMs): Performer<Extract<Effect, { do: "callWebhook" }>> => ({
  do: "callWebhook",
  // one id for every attempt, so that the receiver can recognise repeats
  repeatable: true,
  timeoutMs: timeoutMs + performTimeoutMs - tryTimeoutMs,
  perform: ({ callbackId }, context) =>
    attempt(callbackId, context, timeoutMs, (at) => ({
      type: "campaign_workflow_callback",
      vars: {
        ...contactVars(at),
        campaignid: context.campaignId ?? "",
        batchid: context.batchId ?? "",
        journeyid: context.journeyId ?? "",
        node: String(context.node ?? ""),
      },
    })),
});

/** Reports an event of its account to a webhook (spec 2 §3.6). */
export const deliverEvent: Performer<EventDelivery> = {
  do: "deliverEvent",
  repeatable: true,
  timeoutMs: performTimeoutMs,
  perform: ({ webhookId, eventType, data, at }, context) =>
    attempt(webhookId, context, tryTimeoutMs, () => ({ type: eventType, vars: data, atMs: at })),
};

async function attempt(
  webhookId: string,
  context: EffectContext,
  timeoutMs: number,
  happenedTo: (at: VariableSource) => Happened,
): Promise<Answer | Postponed> {
  const { webhook, connection, at } = await read(webhookId, context);
  if (webhook === null) return { ok: false, reason: "webhook_deleted" };
  if (!webhook.enabled) return { ok: false, reason: "webhook_disabled" };
  const source = eventSource(context.effectId, at, happenedTo(at));
  const { egress, signal } = context;
  const tried = await tryWebhook({ webhook, connection, source, egress, timeoutMs, signal });
  // cut off because the program stopped: the attempt that follows is the one that is logged
  if (signal.aborted) return { postponeMs: 0 };
  const waitMs = tried.ok || !tried.retryable ? null : retryAfterMs(webhook, context.attempt);
  await keep(tried, context, tried.ok || waitMs !== null ? null : webhook);
  if (tried.ok) return { ok: true, vars: tried.vars };
  if (waitMs !== null) return { postponeMs: waitMs };
  return { ok: false, reason: tried.reason ?? "effect_failed", vars: tried.vars };
}

const read = (webhookId: string, context: EffectContext) =>
  context.db.tx([context.accountId], async (q) => {
    const { accountId, secrets } = context;
    const webhook: WebhookRow | null = isUuid(webhookId) ? await findWebhook(q, accountId, webhookId) : null;
    const id = webhook?.callbackServerConfigId ?? null;
    const row = id === null ? null : await findConnection(q, accountId, id);
    const connection: OpenConnection | null = openConnection(secrets, accountId, row);
    return { webhook, connection, at: await findEffectSource(q, accountId, context) };
  });

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Logs an attempt. `failing`: the webhook whose last attempt failed. */
const keep = ({ log, reason }: TriedWebhook, context: EffectContext, failing: WebhookRow | null) =>
  context.db.tx([context.accountId], async (q) => {
    await insertDelivery(q, context.accountId, {
      ...log,
      reason: readableReason(reason),
      attempt: context.attempt,
      test: false,
      contactId: context.contactId,
      campaignId: context.campaignId,
      journeyId: context.journeyId,
    });
    if (failing !== null)
      await notifyFailingWebhook(q, context.accountId, {
        webhookId: failing.id,
        name: failing.name,
        why: readableReason(reason) ?? (log.status === null ? "no answer" : `status ${log.status}`),
      });
  });

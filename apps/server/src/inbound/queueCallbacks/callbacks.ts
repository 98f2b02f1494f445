import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { newCaller } from "@trunkline/workflow/distribution/offerCalls.ts";
import { isE164 } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import type { CallVerb } from "@trunkline/workflow/voice/verbs.ts";
import { whyNoCall } from "../../rules/callRefusal.ts";
import {
  type CallbackKind,
  type DueCallback,
  endCallback,
  findCallbackRules,
  insertCallback,
  insertCallbackCaller,
  retryCallback,
} from "../../store/agents/queueCallback.ts";
import type { CallKey } from "../../store/calls/call.ts";
import { insertCalls } from "../../store/calls/newCall.ts";
import type { Query } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";

/** The key with which a caller who waits asks to be called back. */
const callbackKey = "2";
const promise = "Thank you. We will call you back. Goodbye.";

/** The place where a caller waits, if callbacks can be offered there. */
function placeOf({ waits, direction }: CallSession): { kind: CallbackKind; name: string } | null {
  if (direction !== "in" || waits.for !== "queue") return null;
  const kind = waits.enqueue.place?.kind;
  return kind === "workGroup" || kind === "liveList" ? { kind, name: waits.enqueue.queue } : null;
}

/** Offers a call back to a caller who begins to wait, where the account or the place says so, and the number may be called. */
export async function withCallbackOffer(
  q: Query,
  { accountId }: CallKey,
  session: CallSession,
  verbs: CallVerb[],
): Promise<CallVerb[]> {
  const last = verbs.at(-1);
  const place = last?.do === "enqueue" ? placeOf(session) : null;
  if (last?.do !== "enqueue" || place === null || !isE164(session.contact)) return verbs;
  const rules = await findCallbackRules(q, accountId, place.kind, place.name);
  if (!rules?.isOffered || (await whyNoCall(q, accountId, session.contact)) !== null) return verbs;
  const text = rules.text || accountSettings.parse({}).callbackText;
  return [...verbs.slice(0, -1), { ...last, offer: { key: callbackKey, prompts: [{ do: "say", text }] } }];
}

/** What a caller who asks to be called back hears. */
export const promiseOf = (session: CallSession): string | undefined =>
  placeOf(session) === null ? undefined : promise;

/** Stores the callback of a caller who left their queue for it, with the place that they had. */
export async function startCallback(q: Query, key: CallKey, before: CallSession): Promise<void> {
  const place = placeOf(before);
  if (place === null) return;
  const callbackId = newId();
  const outCallId = newId();
  const asked = await insertCallback(q, { ...key, callbackId, ...place, outCallId });
  if (asked === null) return;
  const dueMs = Date.now();
  await waitForUser(q, key.accountId, { ...asked, ...place, callbackId }, { outCallId, dueMs });
}

/** Writes the call of the next attempt. It is placed when a user answers for it. */
async function waitForUser(
  q: Query,
  accountId: string,
  callback: Pick<DueCallback, "callbackId" | "kind" | "name" | "contactId" | "phone" | "ownNumber" | "since"> & {
    carrier: string;
  },
  { outCallId, dueMs }: { outCallId: string; dueMs: number },
): Promise<void> {
  const { callbackId, kind, name, contactId, phone, ownNumber, since, carrier } = callback;
  const key = { accountId, callId: outCallId };
  const noJourney = { campaignId: null, batchId: null, journeyId: null, node: null, revision: null };
  await insertCalls(q, [
    {
      ...key,
      ...noJourney,
      contactId,
      direction: "out",
      from: ownNumber,
      to: phone,
      state: "queued",
      reason: null,
      carrier,
      openUntilMs: null,
      plan: { human: [{ do: "hangUp" }], machine: null },
    },
  ]);
  const offering = {
    ...newCaller(outCallId, since.getTime()),
    notBeforeMs: dueMs,
    isCallback: true as const,
  };
  await insertCallbackCaller(q, key, { callbackId, kind, name, since, offering });
}

/** Lets a callback that reached no one wait for its next attempt, or gives it up after the last one. */
export async function retryOrGiveUp(q: Query, due: DueCallback): Promise<void> {
  const { accountId, attempts, mostAttempts, retryMinutes, carrier } = due;
  if (carrier === null || attempts >= mostAttempts) {
    await endCallback(q, due, { state: "gaveUp", reason: carrier === null ? "number_gone" : "attempts" });
    return;
  }
  const next = { outCallId: newId(), dueMs: Date.now() + retryMinutes * 60_000 };
  if (await retryCallback(q, due, next)) await waitForUser(q, accountId, { ...due, carrier }, next);
}

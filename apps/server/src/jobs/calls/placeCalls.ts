import type { OutgoingCall, SendResult, VoiceCarrier } from "@trunkline/carriers/carrier.ts";
import { failures } from "@trunkline/carriers/failures.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { openCall } from "@trunkline/workflow/voice/session.ts";
import { reasonAgainst } from "../../rules/callRefusal.ts";
import {
  type CallState,
  claimQueuedCalls,
  listDoubtfulCalls,
  type MovedCall,
  moveCalls,
  type QueuedCall,
} from "../../store/calls/callQueue.ts";
import { leasePace } from "../../store/carriers/bucket.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { appendEvents } from "../../store/journeys/journey.ts";
import type { SendLane } from "../../store/messages/sendQueue.ts";
import { lockSpend } from "../../store/runs/count.ts";
import { publishCalls } from "../../store/webhooks/webhookEvent.ts";
import { traceCall } from "../../tracing/traceCall.ts";
import type { Traces } from "../../tracing/traces.ts";
import type { ServiceWatch } from "../carriers/serviceWatch.ts";
import type { CallTurns } from "./callTurns.ts";

/** Carriers by the name that calls have for them. Undefined: it places no calls. */
export interface PlacingCarriers {
  of(accountId: string, name: string, q?: Query): Promise<VoiceCarrier | undefined>;
}

/** What placing calls needs. */
export interface CallPlacer {
  workerId: string;
  carriers: PlacingCarriers;
  /** The run whose calls are next on a number or connection with a pace. */
  turns: CallTurns;
  /** What placed calls are recorded in. Default: nothing. */
  traces?: Traces | undefined;
  /** Records what the carriers accept. */
  watch: ServiceWatch;
  /** False when the worker's heartbeat is old: others may have declared it dead. */
  isAlive(): boolean;
}

/** Attempts at a user's call that the carrier does not accept. Calls of runs wait for the carrier. */
const mostAttempts = 8;

/**
 * Places what is due in these lanes: `submitting` is committed before the carrier receives a call, so that a death leaves
 * it in doubt and never places it twice (architecture, Sending). Returns how many were handed over.
 */
export async function placeCalls(db: Database, lanes: readonly SendLane[], by: CallPlacer): Promise<number> {
  if (lanes.length === 0) return 0;
  let placed = 0;
  await eachInTurn(transactionsOf(db, lanes), async (group) => {
    placed += await placeOnce(db, group, by);
  });
  return placed;
}

async function placeOnce(db: Database, lanes: readonly SendLane[], by: CallPlacer): Promise<number> {
  const going = await submitCalls(db, lanes, by);
  if (going.length === 0) return 0;
  const answered = await Promise.all(going.map(async (call) => ({ call, result: await hand(call, by) })));
  const ended = answered.map(({ call, result }) => stateAfter(call, result));
  await db.tx([...new Set(going.map((call) => call.accountId))], async (q) => {
    await answerCalls(q, await moveCalls(q, ["submitting", "in_doubt"], sorted(ended), null));
  });
  await by.watch.note(
    db,
    answered.map(({ call: { accountId, carrier }, result }) => ({ accountId, carrier, result })),
  );
  return going.length;
}

const sorted = (changes: readonly CallState[]): CallState[] =>
  [...changes].sort((a, b) => (a.callId < b.callId ? -1 : 1));

async function hand(
  call: QueuedCall,
  { carriers, isAlive, traces }: CallPlacer,
): Promise<SendResult | { outcome: "not_sent" }> {
  const carrier = await carriers.of(call.accountId, call.carrier);
  // nothing has been said yet, so both are safe to try again or refuse
  if (!isAlive()) return { outcome: "not_sent" };
  if (carrier === undefined) return { outcome: "refused", failure: "carrier_no_calls", code: null };
  const { accountId, callId, from, to, journeyId, batchId, node, attempt } = call;
  const attributes = {
    "trunkline.account_id": accountId,
    "trunkline.batch_id": batchId ?? undefined,
    "trunkline.node": node ?? undefined,
    "trunkline.call_id": callId,
    "trunkline.carrier": call.carrier,
    "trunkline.attempt": attempt,
  };
  const describe = (result: SendResult) => ({
    attributes: { "trunkline.outcome": result.outcome },
    failed: result.outcome === "refused" ? result.failure : undefined,
  });
  return traceCall(traces, { journeyId, name: "place call", attributes, describe }, () =>
    carrier.place({ accountId, callId, from, to, detects: detectionOf(call.plan) }),
  );
}

/** A machine that is left a message must be heard to its end; a user who calls someone expects a person. */
function detectionOf({ human, machine }: QueuedCall["plan"]): OutgoingCall["detects"] {
  if (machine !== null) return "end";
  return human.some((step) => step.do === "enqueue" && step.place?.kind === "person") ? null : "start";
}

function stateAfter(call: QueuedCall, result: SendResult | { outcome: "not_sent" }): CallState {
  const key = { accountId: call.accountId, callId: call.callId };
  if (result.outcome === "accepted") return { ...key, state: "accepted", reason: null, carrierRef: result.carrierRef };
  if (result.outcome === "in_doubt") return { ...key, state: "in_doubt", reason: "in_doubt" };
  if (result.outcome === "not_sent") return { ...key, state: "queued", reason: null };
  const { failure: reason } = result;
  if (failures[reason].retryable && (call.batchId !== null || call.attempt + 1 < mostAttempts))
    return { ...key, state: "queued", reason, delayMs: Math.min(60_000, 500 * 2 ** call.attempt) };
  return { ...key, state: "rejected", reason };
}

/** Checks queued calls once more, set by set, and moves those that may be placed to `submitting`, in one transaction. */
function submitCalls(db: Database, lanes: readonly SendLane[], by: CallPlacer): Promise<QueuedCall[]> {
  const accountIds = [...new Set(lanes.map((lane) => lane.accountId))];
  return db.tx(
    accountIds,
    async (q) => {
      const claimed = await claimQueuedCalls(q, lanes);
      if (claimed.length === 0) return [];
      const stopped: CallState[] = [];
      const queued = passOn(claimed, stopped);
      const wanted = await stopUnwanted(q, queued, stopped);
      const going = await keepPace(q, wanted, by, stopped);
      await answerCalls(q, await moveCalls(q, ["queued"], sorted(stopped), null));
      await moveCalls(
        q,
        ["queued"],
        sorted(going.map((call) => ({ ...keyOf(call), state: "submitting", reason: null, session: sessionOf(call) }))),
        by.workerId,
      );
      return going;
    },
    { byKey: true },
  );
}

/** Queues calls again whose number has moved: they leave through its new carrier. Returns the others. */
function passOn(claimed: readonly QueuedCall[], stopped: CallState[]): QueuedCall[] {
  for (const call of claimed)
    if (call.hasMoved) stopped.push({ ...keyOf(call), state: "queued", reason: null, delayMs: 0 });
  return claimed.filter(({ hasMoved }) => !hasMoved);
}

const keyOf = ({ accountId, callId }: QueuedCall) => ({ accountId, callId });

const sessionOf = ({ accountId, callId, from, to, plan }: QueuedCall) =>
  openCall({ accountSid: accountId, callId, direction: "out", own: from, contact: to }, plan);

async function stopUnwanted(q: Query, queued: readonly QueuedCall[], stopped: CallState[]): Promise<QueuedCall[]> {
  const accountIds = [...new Set(queued.map((call) => call.accountId))].sort();
  const settings = new Map(
    (await listClaimSettings(q, accountIds)).map((row) => [row.accountId, accountSettings.parse(row.settings ?? {})]),
  );
  const overLimit = new Set<string>();
  for (const accountId of accountIds) {
    const limit = settings.get(accountId)?.spendLimitMicros ?? null;
    if (limit !== null && (await lockSpend(q, accountId)) >= limit) overLimit.add(accountId);
  }
  return queued.filter((call) => {
    const reason = reasonAgainst(call, settings.get(call.accountId), overLimit.has(call.accountId));
    if (reason === null) return true;
    stopped.push({ ...keyOf(call), state: reason === "window" ? "cancelled" : "blocked", reason });
    return false;
  });
}

/** What a number or connection may not call yet stays in the queue until its bucket has room. */
async function keepPace(
  q: Query,
  queued: readonly QueuedCall[],
  by: CallPlacer,
  stopped: CallState[],
): Promise<QueuedCall[]> {
  const withPace = await Promise.all(
    queued.map(async (call) => ({
      call,
      pace: (await by.carriers.of(call.accountId, call.carrier, q))?.callPaceOf(call.from) ?? null,
    })),
  );
  const groups = Map.groupBy(withPace, ({ call, pace }) => `${call.accountId} ${pace?.key ?? ""}`);
  const paced = [...groups.values()].flatMap((group) => {
    const { call, pace } = group[0] as (typeof withPace)[number];
    return pace === null ? [] : [{ accountId: call.accountId, segments: group.length, ...pace }];
  });
  if (paced.length === 0) return [...queued];
  const grants = await leasePace(q, paced);
  return [...groups].flatMap(([name, members]) => {
    const grant = grants.get(name);
    const calls = members.map(({ call }) => call);
    if (grant === undefined) return calls;
    const group = by.turns.order(name, calls);
    by.turns.note(name, group.slice(0, grant.segments));
    const perSecond = members[0]?.pace?.perSecond ?? 1;
    group.slice(grant.segments).forEach((call, behind) => {
      const delayMs = grant.nextInMs + (behind * 1_000) / perSecond;
      stopped.push({ ...keyOf(call), state: "queued", reason: null, delayMs });
    });
    return group.slice(0, grant.segments);
  });
}

/** Answers the journeys of calls that were never placed; the others are answered when their call has ended. */
async function answerCalls(q: Query, moved: readonly MovedCall[]): Promise<void> {
  const taken = moved.filter(({ state }) => state === "accepted");
  await publishCalls(
    q,
    taken.map(({ accountId, callId }) => ({ accountId, callId, eventType: "call_dialing" })),
  );
  await appendEvents(
    q,
    moved.flatMap(({ accountId, journeyId, node, ...call }) => {
      const answer = answerOf(call);
      if (journeyId === null || node === null || answer === undefined) return [];
      return [{ accountId, journeyId, events: [{ type: "answered" as const, node, answer }] }];
    }),
  );
}

/** The window closed before it was placed: the node runs again. */
function answerOf({ state, reason }: Pick<MovedCall, "state" | "reason">): Answer | undefined {
  if (state === "cancelled" && reason === "window") return { ok: false, again: true };
  if (["blocked", "cancelled", "rejected", "unknown"].includes(state))
    return { ok: false, reason: reason ?? "carrier_unknown" };
  return undefined;
}

/** A call that no look-up finds is unknown after this long. */
const unknownAfterMs = 15 * 60_000;

/** Asks the carriers about calls in doubt. Found: accepted, and the call continues. Not found for long enough: unknown, never placed again. */
export async function resolveDoubtfulCalls(
  db: Database,
  accountIds: readonly string[],
  carriers: PlacingCarriers,
  timeBudgetMs = unknownAfterMs,
): Promise<void> {
  const doubtful = await db.tx(accountIds, (q) => listDoubtfulCalls(q, accountIds, 500));
  if (doubtful.length === 0) return;
  const changes = await Promise.all(
    doubtful.map(async ({ accountId, callId, carrier, ageMs }): Promise<CallState | null> => {
      const found = (await (await carriers.of(accountId, carrier))?.lookUpCall({ accountId, callId })) ?? {
        found: "unknown" as const,
      };
      if (found.found === true)
        return { accountId, callId, state: "accepted", reason: null, carrierRef: found.carrierRef };
      return ageMs < timeBudgetMs ? null : { accountId, callId, state: "unknown", reason: "in_doubt" };
    }),
  );
  const known = changes.filter((change) => change !== null);
  await db.tx(accountIds, async (q) =>
    answerCalls(q, await moveCalls(q, ["in_doubt", "submitting"], sorted(known), null)),
  );
}

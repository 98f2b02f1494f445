import type { UserPhone } from "@trunkline/carriers/callLine.ts";
import type { SendResult } from "@trunkline/carriers/carrier.ts";
import { laterFailures } from "@trunkline/carriers/requestConnection.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { delayCallTask, insertCallTasks, type RingAgain, removeCallTask } from "../../store/calls/callTask.ts";
import { lockProviderCall } from "../../store/calls/providerCall.ts";
import { newId } from "../../store/newId.ts";
import { lockedPlaceOf, placeOf, type TaskOf, type TaskPlace } from "./taskPlace.ts";

/** Tries of a request to a provider before it is given up: about two minutes. */
const mostTries = 7;
const retryAfterMs = (attempt: number): number => Math.min(60_000, 1_000 * 2 ** attempt);

/** Gives an order to the provider that has the call. */
export async function giveOrder(way: ProviderWay, task: TaskOf<"order">, world: CallWorld): Promise<void> {
  const { accountId, attempt, request } = task;
  const at = await placeOf(way, task);
  const provider = await at?.tasks.open(way, accountId, at.row.connectionId);
  const ordered = at && provider ? await provider.order(at.row, request, world) : "later";
  await way.db.tx([accountId], async (q) => {
    if (ordered === "later" && attempt < mostTries && at !== null) {
      await delayCallTask(q, task, retryAfterMs(attempt));
      return;
    }
    if (at !== null) await lockProviderCall(q, task);
    if (!(await removeCallTask(q, task)) || at === null || ordered === "done") return;
    const heard = typeof ordered === "object" ? ordered.hears : at.tasks.refused(request);
    if (heard !== null) await at.tasks.lines.report(q, at.row, () => [heard], world);
  });
}

/** A call waits for a missing event no longer than this. */
export async function endWaiting(
  { db }: ProviderWay,
  task: TaskOf<"late"> | TaskOf<"fileLate">,
  world: CallWorld,
): Promise<void> {
  await db.tx([task.accountId], async (q) => {
    const at = await lockedPlaceOf(q, task);
    if (!(await removeCallTask(q, task)) || at === null) return;
    await at.tasks.lines.report(q, at.row, () => [at.tasks.late(task.request)], world);
  });
}

/** Tries to ring a user before the caller continues: about half a minute, as long as a phone rings. */
const mostRings = 6;
const ringAgainAfterMs = (tries: number): number => 1_000 * 2 ** (tries - 1);
/** A phone that rang has been answered, or has stopped, after this long. */
const ringCheckAfterMs = 60_000;

/** Rings the phone of a user who answered, once. If it cannot be rung, the caller continues. */
export async function ringUser(way: ProviderWay, task: TaskOf<"ringUser">, world: CallWorld): Promise<void> {
  const { accountId, callId } = task;
  const { again, ...user } = task.request;
  const at = await way.db.tx([accountId], async (q) => {
    const place = await lockedPlaceOf(q, task);
    return (await removeCallTask(q, task)) ? place : null;
  });
  if (at === null) return;
  const { row, tasks } = at;
  const sinceMs = isForCaller(user) ? tasks.waitsSince(row.line) : null;
  // the caller has left, or speaks with a user, or waits for another one
  if (again !== undefined && again.sinceMs !== sinceMs) return;
  const result = again?.isCheck ? gone : await ringOnce(way, at, user, world);
  const next = sinceMs === null ? null : nextRing(result, { sinceMs, tries: (again?.tries ?? 0) + 1 });
  await way.db.tx([accountId], async (q) => {
    if (next !== null) {
      const { delayMs, ...request } = next;
      const one = { accountId, callId, taskId: newId(), kind: "ringUser" as const, delayMs };
      await insertCallTasks(q, [{ ...one, request: { ...user, ...request } }]);
    } else if (result.outcome !== "in_doubt") {
      const input = result.outcome === "accepted" ? tasks.userRings(user, result.carrierRef) : tasks.userLost(user);
      await tasks.lines.report(q, row, () => [input], world);
    }
  });
}

/** Not the phone of a supervisor, or of someone who is consulted. */
const isForCaller = ({ supervises, consults }: UserPhone): boolean =>
  supervises === undefined && consults === undefined;

type Rung = SendResult | { outcome: "refused"; failure: null };
const gone: Rung = { outcome: "refused", failure: null };

async function ringOnce(way: ProviderWay, { row, tasks }: TaskPlace, user: UserPhone, world: CallWorld): Promise<Rung> {
  const provider = await tasks.open(way, row.accountId, row.connectionId);
  return provider ? provider.ringUser(row, user, world) : gone;
}

/** What follows an attempt to ring. Null: nothing. */
function nextRing(result: Rung, { sinceMs, tries }: RingAgain): { delayMs: number; again: RingAgain } | null {
  // without an answer, the first event of the phone says that it rings, if it does
  if (result.outcome === "in_doubt") return { delayMs: ringCheckAfterMs, again: { sinceMs, tries, isCheck: true } };
  if (result.outcome === "accepted" || result.failure === null) return null;
  if (!laterFailures.has(result.failure) || tries >= mostRings) return null;
  return { delayMs: ringAgainAfterMs(tries), again: { sinceMs, tries } };
}

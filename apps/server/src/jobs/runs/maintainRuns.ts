import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { finishBatches, hasOpenJourneys } from "../../store/runs/batch.ts";
import { cancelQueue } from "../../store/runs/cancelQueue.ts";
import { closeLane, findOlderClaims, type Lane } from "../../store/runs/lane.ts";
import { enrolBatch } from "./enrolBatch.ts";

const cancelledAtOnce = 5_000;

/** Enrols a chunk for every lane that still enrols; one chunk each, so that large batches take turns. */
export async function enrolLanes(db: Database, lanes: readonly Lane[], slot: number): Promise<boolean> {
  let more = false;
  await eachInTurn(lanes, async ({ accountId, batchId, enrolling }) => {
    if (enrolling && (await enrolBatch(db, accountId, batchId, slot))) more = true;
  });
  return more;
}

/**
 * Cancels the queues of stopped batches; their journeys find the answer when they are started again. A claim that began
 * before the stop may queue more after it, and a text that is being submitted may be queued again, so the lane is closed
 * only when those are over. `seen` keeps for each batch which transactions were open when its stop was first seen.
 */
export async function cancelLanes(db: Database, lanes: readonly Lane[], seen: Map<string, string>): Promise<boolean> {
  const stopping = new Set(lanes.filter(({ cancelling }) => cancelling).map(({ batchId }) => batchId));
  // started again, or closed by another worker: its next stop has other transactions before it
  for (const batchId of seen.keys()) if (!stopping.has(batchId)) seen.delete(batchId);
  let more = false;
  await eachInTurn(lanes, async ({ accountId, batchId, cancelling }) => {
    if (!cancelling) return;
    const left = await db.tx([accountId], async (q) => {
      if (await hasOpenJourneys(q, accountId, batchId)) {
        seen.delete(batchId);
        return false;
      }
      // asked first: what these have queued is then seen below
      const first = seen.get(batchId) ?? null;
      const { next, areOver } = await findOlderClaims(q, accountId, batchId, first);
      // smaller: the account has moved to another node of a cluster, which counts its own
      if (first === null || BigInt(next) < BigInt(first)) seen.set(batchId, next);
      const hasMore = await cancelQueue(q, accountId, batchId, cancelledAtOnce);
      if (!hasMore && areOver) {
        await closeLane(q, accountId, batchId);
        seen.delete(batchId);
      }
      return hasMore;
    });
    more ||= left;
  });
  return more;
}

/** Marks all batches that have nothing left to do as done, in one statement. */
export async function finishLanes(db: Database, lanes: readonly Lane[]): Promise<boolean> {
  const open = lanes.filter((lane) => !lane.enrolling && !lane.cancelling && lane.batchId !== lane.accountId);
  if (open.length === 0) return false;
  await eachInTurn(transactionsOf(db, open), (group) => {
    const accounts = [...new Set(group.map(({ accountId }) => accountId))];
    return db.tx(accounts, (q) => finishBatches(q, group));
  });
  return false;
}

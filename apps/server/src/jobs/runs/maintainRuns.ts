import { cancelQueuedCalls } from "../../store/calls/call.ts";
import type { Database } from "../../store/database.ts";
import { answerMoved, endMessages } from "../../store/journeys/answer.ts";
import { cancelEffects } from "../../store/journeys/effect.ts";
import { cancelQueued } from "../../store/messages/message.ts";
import { finishBatch, hasOpenJourneys } from "../../store/runs/batch.ts";
import { closeLane, type Lane } from "../../store/runs/lane.ts";
import { answerCalls } from "../calls/placeCalls.ts";
import { enrolBatch } from "./enrolBatch.ts";

const cancelledAtOnce = 5_000;

/** Enrols a chunk for every lane that still enrols; one chunk each, so that large batches take turns. */
export async function enrolLanes(db: Database, lanes: readonly Lane[], slot: number): Promise<boolean> {
  let more = false;
  for (const { accountId, batchId, enrolling } of lanes)
    if (enrolling && (await enrolBatch(db, accountId, batchId, slot))) more = true;
  return more;
}

/** Cancels the queues of stopped batches; their journeys find the answer when they are started again. */
export async function cancelLanes(db: Database, lanes: readonly Lane[]): Promise<boolean> {
  let more = false;
  for (const { accountId, batchId, cancelling } of lanes) {
    if (!cancelling) continue;
    const left = await db.tx([accountId], async (q) => {
      if (await hasOpenJourneys(q, accountId, batchId)) return false;
      const cancelled = await cancelQueued(q, accountId, batchId, cancelledAtOnce);
      await endMessages(q, cancelled, () => ({ ok: false, reason: "stopped" }));
      await answerMoved(q, await cancelEffects(q, accountId, batchId), () => ({ ok: false, reason: "stopped" }));
      const calls = await cancelQueuedCalls(q, accountId, batchId, cancelledAtOnce);
      await answerCalls(q, calls);
      const hasMore = cancelled.length === cancelledAtOnce || calls.length === cancelledAtOnce;
      if (!hasMore) await closeLane(q, accountId, batchId);
      return hasMore;
    });
    more ||= left;
  }
  return more;
}

/** Marks batches as done that have nothing left to do. */
export async function finishLanes(db: Database, lanes: readonly Lane[]): Promise<boolean> {
  for (const { accountId, batchId, enrolling, cancelling } of lanes)
    if (!enrolling && !cancelling && batchId !== accountId)
      await db.tx([accountId], (q) => finishBatch(q, accountId, batchId));
  return false;
}

import { claimEnrolment } from "../store/batch.ts";
import { addBatchCounts } from "../store/count.ts";
import type { Database } from "../store/database.ts";
import { countSelection, enrolChunk, lockFrequency, updateEnrolment } from "../store/enrolment.ts";

/** How far ahead of their start journeys are made when starts are spaced: a pause then has little to catch up with. */
const aheadMs = 60_000;

/** Contacts looked at in one transaction: a pause, a crash or another batch's enrolment waits at most for one chunk. */
const chunkSize = 20_000;

/** Enrols the next chunk of a batch. True when there is more to do at once. */
export async function enrolBatch(
  db: Database,
  accountId: string,
  batchId: string,
  slot: number,
  limit: number = chunkSize,
): Promise<boolean> {
  return db.tx([accountId], async (q) => {
    const batch = await claimEnrolment(q, accountId, batchId);
    if (batch === null) return false;
    const room = roomFor(batch, limit);
    if (room === 0) return false;
    if (batch.frequencyDays >= 0) await lockFrequency(q, accountId, batch.campaignId);
    const queued = batch.counted ? null : await countSelection(q, accountId, batchId, batch);
    const chunk = await enrolChunk(q, accountId, batchId, batch, room);
    const done = chunk.looked < room;
    await updateEnrolment(q, accountId, batchId, chunk, done, queued);
    await addBatchCounts(q, slot, [
      { accountId, batchId, enrolled: chunk.enrolled, filtered: chunk.filtered, started: 0, done: 0, failed: 0 },
    ]);
    return !done;
  });
}

/** How many starts lie between now and the horizon. */
function roomFor(batch: { periodMs: number; enrolled: number; sinceStartMs: number }, limit: number): number {
  if (batch.periodMs <= 0) return limit;
  const nextStartInMs = batch.enrolled * batch.periodMs - batch.sinceStartMs;
  return Math.max(0, Math.min(limit, Math.floor((aheadMs - nextStartInMs) / batch.periodMs) + 1));
}

import type { Database } from "../../store/database.ts";
import { claimEnrolment, type EnrollingBatch } from "../../store/runs/batch.ts";
import { addBatchCounts } from "../../store/runs/count.ts";
import { countPart, enrolChunk, lockFrequency, updateEnrolment } from "../../store/runs/enrolment.ts";

/** How far ahead of their start journeys are made when starts are spaced: a pause then has little to catch up with. */
const aheadMs = 60_000;

/** Contacts looked at in one transaction: a pause, a crash or another batch's enrolment waits at most for one chunk. */
const chunkSize = 20_000;

/** Contacts read in one transaction, whether they are selected or not; fewer where few may start. */
const mostScanned = 100_000;
const leastScanned = 5_000;

/** Counts or enrols the next part of a batch. True when there is more to do at once. */
export async function enrolBatch(
  db: Database,
  accountId: string,
  batchId: string,
  slot: number,
  limit: number = chunkSize,
  scanned?: number,
): Promise<boolean> {
  return db.tx([accountId], async (q) => {
    const batch = await claimEnrolment(q, accountId, batchId);
    if (batch === null) return false;
    // each part is committed with its cursor: a stop of the program repeats one part, not the whole scan
    if (!batch.isCounted && !(await countPart(q, accountId, batchId, batch, scanned ?? mostScanned))) return true;
    const room = roomFor(batch, limit);
    if (room === 0) return false;
    if (batch.frequencyDays >= 0) await lockFrequency(q, accountId, batch.campaignId);
    const chunk = await enrolChunk(q, accountId, batchId, batch, room, scanned ?? partFor(batch, room));
    await updateEnrolment(q, accountId, batchId, chunk);
    await addBatchCounts(q, slot, [
      { accountId, batchId, enrolled: chunk.enrolled, filtered: chunk.filtered, started: 0, done: 0, failed: 0 },
    ]);
    return !chunk.isLast;
  });
}

/** How many contacts to go through for `room` starts: a filter selects only some of them. */
function partFor({ selection }: EnrollingBatch, room: number): number {
  const isFiltered = (selection.statements ?? []).length > 0;
  return Math.min(mostScanned, Math.max(leastScanned, isFiltered ? 5 * room : room));
}

/** How many starts lie between now and the horizon. */
function roomFor(batch: { periodMs: number; enrolled: number; sinceStartMs: number }, limit: number): number {
  if (batch.periodMs <= 0) return limit;
  const nextStartInMs = batch.enrolled * batch.periodMs - batch.sinceStartMs;
  return Math.max(0, Math.min(limit, Math.floor((aheadMs - nextStartInMs) / batch.periodMs) + 1));
}

import { randomUUID } from "node:crypto";
import { type Database, isDataError, type Query } from "../store/database.ts";
import type { ClaimedWork, WorkQueue } from "../store/workQueue.ts";

/** Steps of one piece of work after which other accounts have their turn (decision 0061). */
const stepsPerTurn = 8;

/** Work in the background that is done step by step, each step in a transaction of its own. */
export interface StepwiseWork {
  queue: WorkQueue;
  /** What the database refuses when the data are wrong: "row". */
  refused: string;
  /** Runs before the first step; a worker that continues the work runs it again. */
  begin?(db: Database, claimed: ClaimedWork): Promise<void>;
  /** The next step; false when nothing is left, undefined when the work has ended already, as after a cancellation. */
  step(q: Query, claimed: ClaimedWork): Promise<boolean | undefined>;
  /** The end, well or with what went wrong. */
  end(q: Query, claimed: ClaimedWork, problem: string | null): Promise<void>;
}

/**
 * Claims such work and performs it to its end, until it is stopped, or until its turn has ended and another account waits. True:
 * there may be more to do.
 */
export async function workStepwise(db: Database, work: StepwiseWork, signal?: AbortSignal): Promise<boolean> {
  const worker = randomUUID();
  const claimed = await db.global((q) => work.queue.claim(q, worker));
  if (!claimed) return false;
  try {
    await work.begin?.(db, claimed);
    for (let steps = 1; !signal?.aborted && (await stepOn(db, worker, work, claimed)); steps++) {
      if (steps % stepsPerTurn > 0 || !(await db.global((q) => work.queue.isAwaited(q, claimed.accountId)))) continue;
      await db.global((q) => work.queue.passOn(q, claimed, worker));
      break;
    }
  } catch (error) {
    if (!isDataError(error)) throw error;
    const problem = `The database refused a ${work.refused}: ${(error as Error).message}`;
    await db.tx([claimed.accountId], (q) => work.end(q, claimed, problem));
  } finally {
    await db.global((q) => work.queue.release(q, claimed, worker)).catch(() => {});
  }
  return true;
}

/** Takes the next step; false when the work has ended. A cancellation waits for the step under way, and no other follows. */
async function stepOn(db: Database, worker: string, work: StepwiseWork, claimed: ClaimedWork): Promise<boolean> {
  if (!(await db.global((q) => work.queue.keep(q, claimed, worker)))) return false;
  const isLeft = await db.tx([claimed.accountId], (q) => work.step(q, claimed));
  if (isLeft === false) await db.tx([claimed.accountId], (q) => work.end(q, claimed, null));
  return isLeft === true;
}

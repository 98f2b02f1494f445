import { hostname } from "node:os";
import { PollTimer } from "../jobs/pollTimer.ts";
import type { Database } from "../store/database.ts";
import { deadAfterSeconds, insertWorker, touchWorker } from "../store/worker.ts";

/** Registers the worker as soon as the database is reachable. */
export async function enter(
  db: Database,
  workerId: string,
  signal: AbortSignal,
  failed: (error: unknown, job: string) => void,
): Promise<number | null> {
  const resting = new PollTimer();
  signal.addEventListener("abort", () => resting.stop());
  while (!signal.aborted) {
    try {
      return await db.global((q) => insertWorker(q, workerId, hostname()));
    } catch (error) {
      failed(error, "enter");
      await resting.backOff(true);
    }
  }
  return null;
}

/** Sends the worker's heartbeat and reports whether other workers may still consider it alive. */
export function keepAlive(db: Database, workerId: string) {
  let seenAt = performance.now();
  return {
    isAlive: () => performance.now() - seenAt < (deadAfterSeconds * 1_000) / 2,
    async touch(): Promise<boolean> {
      const asked = performance.now();
      // Declared dead while disconnected: it registers again under its name, and its submissions stay in doubt.
      if (!(await db.global((q) => touchWorker(q, workerId))))
        await db.global((q) => insertWorker(q, workerId, hostname()));
      seenAt = asked;
      return false;
    },
  };
}

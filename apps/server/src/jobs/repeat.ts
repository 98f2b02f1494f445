import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../store/database.ts";
import type { Pulse } from "./pulse.ts";

/** Something done again and again in the background. True: there is more to do at once. */
export interface Job {
  name: string;
  everyMs: number;
  /** A nudge ends its pause: people wait for what it does. */
  nudged?: boolean;
  run(db: Database, signal?: AbortSignal): Promise<boolean>;
}

/** Runs a job until the signal; a failure is told, and the next try comes after its pause. */
export async function repeat(
  db: Database,
  job: Job,
  { signal, pulse }: { signal: AbortSignal; pulse: Pulse },
  failed: (error: unknown, job: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    let more = false;
    try {
      more = await job.run(db, signal);
    } catch (error) {
      if (signal.aborted) return;
      failed(error, job.name);
    }
    if (more) continue;
    if (job.nudged) await pulse.pause(job.everyMs);
    else await pause(job.everyMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

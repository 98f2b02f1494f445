import { setTimeout as pause } from "node:timers/promises";
import { NodeAway } from "../store/cluster/nodesAway.ts";
import type { Database } from "../store/database.ts";
import type { PollTimer } from "./pollTimer.ts";

/** What a run found: true: there is more to do at once; "nothing": nothing is there, and nothing is on its way. */
export type Found = boolean | "nothing";

/** A recurring background task. */
export interface Job {
  name: string;
  everyMs: number;
  /** A wake-up ends its pause: people wait for what it does. */
  wakesUp?: boolean;
  /** False: nothing of its kind waits, and the database is not asked. */
  isWanted?(): boolean;
  /** Its pause grows to this while no batch runs and it finds nothing; a wake-up ends what is longer than `everyMs`. */
  quietMs?: number;
  run(db: Database, signal?: AbortSignal): Promise<Found>;
}

/** Runs a job until the signal. A failure is logged, and the job is tried again after its pause. */
export async function repeat(
  db: Database,
  job: Job,
  { signal, pollTimer, isQuiet: isAllQuiet }: { signal: AbortSignal; pollTimer: PollTimer; isQuiet?: () => boolean },
  failed: (error: unknown, job: string) => void,
): Promise<void> {
  let longerMs = 0;
  while (!signal.aborted) {
    let more: Found = false;
    const { wakes } = pollTimer;
    try {
      if (job.isWanted?.() !== false) more = await job.run(db, signal);
    } catch (error) {
      if (signal.aborted) return;
      // what failed when the node was asked is logged already
      if (!(error instanceof NodeAway)) failed(error, job.name);
    }
    if (more === true) continue;
    if (job.wakesUp) await pollTimer.pause(job.everyMs);
    else await pause(job.everyMs, undefined, { signal, ref: false }).catch(() => {});
    const { quietMs = job.everyMs } = job;
    if (more !== "nothing" || quietMs <= job.everyMs || !isAllQuiet?.() || pollTimer.wakes !== wakes) {
      longerMs = 0;
      continue;
    }
    longerMs = Math.min(quietMs - job.everyMs, longerMs * 2 + job.everyMs);
    await pollTimer.pause(longerMs);
  }
}

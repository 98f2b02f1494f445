import type { Database } from "../store/database.ts";
import { listLanes } from "../store/runs/lane.ts";
import { findWaiting, type Waiting } from "../store/waiting.ts";
import type { PollTimer } from "./pollTimer.ts";
import type { LaneRing } from "./runs/laneRing.ts";

/** The pending work of all loops and jobs of a worker, read with one poll so that an idle worker asks the database for little else. */
export class PendingWork {
  /** Null before the first poll. */
  waiting: Waiting | null = null;
  private readonly db: Database;
  private readonly ring: LaneRing;
  private readonly pollTimer: PollTimer;

  constructor(db: Database, ring: LaneRing, pollTimer: PollTimer) {
    this.db = db;
    this.ring = ring;
    this.pollTimer = pollTimer;
  }

  /** Reads the pending work again and wakes the loops if another process has added any. */
  async poll(): Promise<false> {
    const { lanes, waiting } = await this.db.global(async (q) => ({
      lanes: await listLanes(q),
      waiting: await findWaiting(q),
    }));
    const before = this.waiting;
    this.ring.set(lanes);
    this.waiting = waiting;
    if (before !== null && waiting !== null && hasNew(before, waiting)) this.pollTimer.wakeUp();
    return false;
  }
}

const hasNew = (before: Waiting, now: Waiting): boolean =>
  Object.entries(now).some(([kind, is]) => is === true && before[kind as keyof Waiting] === false);

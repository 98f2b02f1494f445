import type { Database } from "../store/database.ts";
import { listLanes } from "../store/runs/lane.ts";
import { findWaiting, type Waiting } from "../store/waiting.ts";
import type { PollTimer } from "./pollTimer.ts";
import type { LaneRing } from "./runs/laneRing.ts";

/** One look, for all loops and jobs of a worker, at what there is to do: an idle worker asks the database this and little else. */
export class Look {
  /** Null: nobody has looked yet. */
  waiting: Waiting | null = null;
  private readonly db: Database;
  private readonly ring: LaneRing;
  private readonly pollTimer: PollTimer;

  constructor(db: Database, ring: LaneRing, pollTimer: PollTimer) {
    this.db = db;
    this.ring = ring;
    this.pollTimer = pollTimer;
  }

  /** Looks again; what has come since by another process is begun at once. */
  async again(): Promise<false> {
    const { lanes, waiting } = await this.db.global(async (q) => ({
      lanes: await listLanes(q),
      waiting: await findWaiting(q),
    }));
    const before = this.waiting;
    this.ring.set(lanes);
    this.waiting = waiting;
    if (before !== null && waiting !== null && hasCome(before, waiting)) this.pollTimer.wakeUp();
    return false;
  }
}

const hasCome = (before: Waiting, now: Waiting): boolean =>
  Object.entries(now).some(([kind, is]) => is === true && before[kind as keyof Waiting] === false);

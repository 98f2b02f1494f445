import { type Database, isLostConnection } from "../store/database.ts";
import { advanceJourneys, type ClaimResult } from "./advanceJourneys.ts";
import type { JourneyWorlds } from "./journeyWorld.ts";
import type { LaneRing } from "./laneRing.ts";
import type { Pulse } from "./pulse.ts";

/** A transaction is kept near this length, so that replies are not queued behind bulk (reliability §3 rule 3). */
const targetMs = 50;
const smallest = 128;
const largest = 1_000;

export interface ClaimLoopOptions {
  db: Database;
  ring: LaneRing;
  worlds: JourneyWorlds;
  slot: number;
  pulse: Pulse;
  visits?: number;
  /** Told after every claim that moved something. */
  claimed?(result: ClaimResult, elapsedMs: number): void;
  failed(error: unknown): void;
}

/** Claims and advances as long as there is work, with a batch size that keeps transactions short; rests when there is none. */
export async function runClaimLoop(options: ClaimLoopOptions): Promise<void> {
  const { db, ring, worlds, slot, pulse } = options;
  let room = 64;
  while (!pulse.stopped) {
    const lanes = ring.claim(room);
    if (lanes.length === 0) {
      await pulse.rest();
      continue;
    }
    const began = performance.now();
    try {
      const result = await advanceJourneys(db, lanes, { slot, worlds, visits: options.visits });
      const elapsedMs = performance.now() - began;
      ring.note(lanes, result.perLane);
      room = sizeAfter(room, result.claimed, elapsedMs);
      if (result.claimed === 0) await pulse.rest();
      else {
        pulse.worked();
        options.claimed?.(result, elapsedMs);
      }
    } catch (error) {
      options.failed(error);
      await pulse.backOff(isLostConnection(error));
    }
  }
}

/** Grows while claims are full and quick, shrinks when they take too long. */
function sizeAfter(room: number, claimed: number, elapsedMs: number): number {
  if (elapsedMs > targetMs)
    return Math.max(smallest, Math.floor(Math.max(room * 0.7, (room * targetMs) / elapsedMs / 1.5)));
  return claimed >= room * 0.8 ? Math.min(largest, Math.ceil(room * 1.5)) : room;
}

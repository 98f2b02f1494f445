import { isCrowded } from "../../store/calls/callTransactions.ts";
import { type Database, isLostConnection, isRepeatable } from "../../store/database.ts";
import type { ClaimLane } from "../../store/journeys/journey.ts";
import type { Traces } from "../../tracing/traces.ts";
import type { JourneyWorlds } from "../../world/journeyWorld.ts";
import type { PollTimer } from "../pollTimer.ts";
import type { LaneRing } from "../runs/laneRing.ts";
import { advanceJourneys, type ClaimResult, failFirst } from "./advanceJourneys.ts";

/** A transaction is kept near this length, so that replies are not queued behind bulk (reliability §3 rule 3). */
const targetMs = 50;
const smallest = 250;
const largest = 1_000;
/** How soon a helping loop sees that there is too much for one. */
const helperPauseMs = 25;
/** The same while no batch runs. */
const helperQuietMs = 1_000;

export interface ClaimLoopOptions {
  db: Database;
  ring: LaneRing;
  worlds: JourneyWorlds;
  slot: number;
  pollTimer: PollTimer;
  /** Works only while there is more than one loop can do: an idle machine is asked by one loop. */
  isHelper?: boolean;
  /** Rests while many calls of the process move. The first two loops keep a run going: more of them use what keys wait for. */
  yieldsToCalls?: boolean;
  visits?: number;
  traces?: Traces | undefined;
  /** Called after every claim that moved something, in the order of these lanes. */
  claimed?(result: ClaimResult, elapsedMs: number, lanes: readonly ClaimLane[]): void;
  failed(error: unknown): void;
}

/** Claims and advances as long as there is work, with a batch size that keeps transactions short; waits when there is none. */
export async function runClaimLoop(options: ClaimLoopOptions): Promise<void> {
  const { db, ring, worlds, slot, pollTimer, visits, traces } = options;
  let room = smallest;
  while (!pollTimer.stopped) {
    if ((options.isHelper && !ring.hasBacklog) || (options.yieldsToCalls && isCrowded(db))) {
      await pollTimer.pause(ring.isQuiet ? helperQuietMs : helperPauseMs);
      continue;
    }
    const lanes = ring.claim(room);
    if (lanes.length === 0) {
      await pollTimer.idle(ring.isQuiet);
      continue;
    }
    const began = performance.now();
    try {
      const result = await advanceJourneys(db, lanes, { slot, worlds, visits, traces, failed: options.failed });
      const elapsedMs = performance.now() - began;
      ring.note(lanes, result.perLane);
      room = sizeAfter(room, result.claimed, elapsedMs);
      if (result.claimed === 0) {
        // nothing was found by a probe, but full lanes may wait
        if (!ring.hasFree) await pollTimer.idle();
      } else {
        pollTimer.worked();
        options.claimed?.(result, elapsedMs, lanes);
      }
    } catch (error) {
      ring.release(lanes);
      options.failed(error);
      await pollTimer.backOff(isLostConnection(error));
      // not a fault of the database: one journey of the claim cannot be written, and would stop all others forever
      if (!isRepeatable(error)) await isolate(options, lanes).catch(options.failed);
    }
  }
}

/** Bisects a failed batch of lanes to isolate the journey that breaks it, and fails that journey. */
async function isolate(options: ClaimLoopOptions, lanes: readonly ClaimLane[]): Promise<void> {
  const { db, worlds, slot, visits, traces, pollTimer } = options;
  for (const lane of lanes) {
    let quota = lane.quota;
    for (let moved = 0; moved < lane.quota && !pollTimer.stopped; ) {
      try {
        const { claimed } = await advanceJourneys(db, [{ ...lane, quota }], { slot, worlds, visits, traces });
        if (claimed === 0) break;
        moved += claimed;
      } catch (error) {
        if (isRepeatable(error)) return;
        if (quota > 1) quota = Math.ceil(quota / 8);
        else {
          // another loop may have locked it to do the same: then it is checked again
          if (!(await failFirst(db, lane, slot, error))) break;
          moved++;
        }
      }
    }
  }
}

/** Grows while claims are full and quick, shrinks when they take too long. */
function sizeAfter(room: number, claimed: number, elapsedMs: number): number {
  if (elapsedMs > targetMs)
    return Math.max(smallest, Math.floor(Math.max(room * 0.7, (room * targetMs) / elapsedMs / 1.5)));
  return claimed >= room * 0.8 ? Math.min(largest, Math.ceil(room * 1.5)) : room;
}

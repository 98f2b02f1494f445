import { randomFillSync } from "node:crypto";
import { timeOfId, uuid7 } from "@trunkline/workflow/parts/uuid7.ts";

const pool = Buffer.alloc(10 * 512);
let hex = "";
let used = 0;
let lastMs = 0;
let count = 0;

/** Twelve bits count the ids of one millisecond; they start in the lower half. */
const mostInMs = 0xfff;
/** A clock that steps back by less waits for itself: ids stay in their order. */
const stepBackMs = 1_000;

/**
 * A new id of this moment: UUIDv7, so that its time can be read from it (readings, Ids). Those of one process are in the
 * order in which they were made. The engine makes thousands a second.
 */
export function newId(nowMs: number = Date.now()): string {
  if (used === hex.length) {
    randomFillSync(pool);
    hex = pool.toString("hex");
    used = 0;
  }
  const random = hex.slice(used, used + 20);
  used += 20;
  const asked = Math.floor(nowMs);
  const ms = asked < lastMs && lastMs - asked < stepBackMs ? lastMs : asked;
  count = ms === lastMs ? count + 1 : Number.parseInt(random.slice(1, 4), 16) >> 1;
  lastMs = count > mostInMs ? ms + 1 : ms;
  if (count > mostInMs) count = 0;
  const time = lastMs.toString(16).padStart(12, "0").slice(-12);
  const counted = count.toString(16).padStart(3, "0");
  const variant = "89ab"[Number.parseInt(random[4] as string, 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${random.slice(5, 8)}-${random.slice(8)}`;
}

const noBytes = new Uint8Array();

/**
 * The first id of a moment (milliseconds since 1970), as `trunkline_first_id` writes it. As a value of a statement it leaves
 * the months before out of the plan already, which a moment that the statement computes does not.
 */
export const firstIdAt = (ms: number): string => uuid7(Math.max(0, ms), noBytes);

/** Clocks of an installation's machines differ by less. */
const clocksDifferMs = 24 * 60 * 60 * 1_000;

/** An id before those of everything that belongs to a thing, which was made after it: of the texts of a run, for instance. */
export const firstIdOf = (id: string): string => firstIdAt((timeOfId(id) ?? 0) - clocksDifferMs);

import { randomFillSync } from "node:crypto";
import { uuid7 } from "@trunkline/workflow/parts/uuid7.ts";

const pool = new Uint8Array(10 * 256);
let used = pool.length;

/** A new id of this moment: UUIDv7, so that its time can be read from it (decisions, Ids). */
export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 10);
  used += 10;
  return uuid7(nowMs, bytes);
}

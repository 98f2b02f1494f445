import { randomFillSync } from "node:crypto";

const pool = Buffer.alloc(10 * 512);
let hex = "";
let used = 0;

/** A new id of this moment: UUIDv7, so that its time can be read from it (readings, Ids). The engine makes thousands a second. */
export function newId(nowMs: number = Date.now()): string {
  if (used === hex.length) {
    randomFillSync(pool);
    hex = pool.toString("hex");
    used = 0;
  }
  const time = Math.floor(nowMs).toString(16).padStart(12, "0").slice(-12);
  const random = hex.slice(used, used + 20);
  used += 20;
  const variant = "89ab"[Number.parseInt(random[4] as string, 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(5, 8)}-${random.slice(8)}`;
}

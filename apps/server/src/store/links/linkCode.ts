import { randomFillSync } from "node:crypto";
import { codeParts } from "@trunkline/workflow/parts/text/links.ts";

/** A code that can be looked up: the owner of the link, when it was made, and a part that cannot be guessed. */
export interface LinkCode {
  key: string;
  /** Days since the first of 2026. */
  day: number;
  secret: string;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base = digits.length;
/** Two digits name so many days; then they begin again, long after the first links have ended. */
const cycle = base ** codeParts.day;
const firstDay = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const shape = new RegExp(
  `^([0-9A-Za-z]{${codeParts.key}})([0-9A-Za-z]{${codeParts.day}})([0-9A-Za-z]{${codeParts.secret}})$`,
);

/** The day of an instant, counted from the first of 2026. */
export const linkDay = (nowMs: number): number => Math.floor((nowMs - firstDay) / dayMs);

/** A new code of this moment, of an account by its key. */
export function newLinkCode(key: string, nowMs: number): string {
  const day = linkDay(nowMs) % cycle;
  return `${key}${digits[Math.floor(day / base)]}${digits[day % base]}${newSecret()}`;
}

/** What a code names; null for what is none. It says nothing about whether there is such a link. */
export function readLinkCode(code: string, nowMs: number): LinkCode | null {
  const [, key, written, secret] = shape.exec(code) ?? [];
  if (key === undefined || written === undefined || secret === undefined) return null;
  const day = digits.indexOf(written[0] ?? "") * base + digits.indexOf(written[1] ?? "");
  // the clocks of two machines may disagree about midnight
  const latest = linkDay(nowMs) + 1;
  return { key, day: latest - ((((latest - day) % cycle) + cycle) % cycle), secret };
}

const pool = Buffer.alloc(4_096);
let used = pool.length;

function newSecret(): string {
  let secret = "";
  while (secret.length < codeParts.secret) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used++] as number;
    // the rest of 256 by 62 would make some digits likelier than others
    if (byte < 248) secret += digits[byte % base];
  }
  return secret;
}

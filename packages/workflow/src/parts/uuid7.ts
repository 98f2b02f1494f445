import { civilDate } from "./time/calendar.ts";

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

/** A UUIDv7 from an instant and ten random bytes (readings, Ids). Randomness is passed in, because this package has none. */
export function uuid7(ms: number, randomBytes: Uint8Array): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0").slice(-12);
  const rest = Array.from(randomBytes.subarray(0, 10));
  while (rest.length < 10) rest.push(0);
  rest[0] = ((rest[0] ?? 0) & 0x0f) | 0x70;
  rest[2] = ((rest[2] ?? 0) & 0x3f) | 0x80;
  const tail = rest.map(hex).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}

const uuid = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

// version 1 counts 100 ns units from 1582-10-15
const gregorianOffsetMs = 12_219_292_800_000;

/** Epoch ms when an id was created, for versions 7 and 1. Undefined for others, shown as `---` (spec 2 §1; readings, Ids). */
export function timeOfId(id: string): number | undefined {
  const match = uuid.exec(id);
  if (!match) return undefined;
  const [, first = "", second = "", version = "", third = ""] = match;
  if (version === "7") return Number.parseInt(first + second, 16);
  if (version === "1") return Math.floor(Number(BigInt(`0x${third}${second}${first}`) / 10_000n)) - gregorianOffsetMs;
  return undefined;
}

/** `MM/DD/YYYY hh:mm A` in UTC of an id's time, or `---` (spec 2 §1, §9). */
export function showTimeOfId(id: string): string {
  const ms = timeOfId(id);
  return ms === undefined ? "---" : showUtc(ms);
}

function showUtc(ms: number): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const minutes = Math.floor(ms / 60_000);
  const [year, month, day] = civilDate(Math.floor(minutes / 1440));
  const hour = Math.floor(minutes / 60) % 24;
  return `${two(month)}/${two(day)}/${year} ${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? "AM" : "PM"}`;
}

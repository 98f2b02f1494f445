import { Temporal } from "temporal-polyfill";
import { dateOf, epochDayOf, weekdayOf } from "./calendar.ts";

/** An instant on the wall clock of a zone. */
export interface LocalMoment {
  /** Days since 1970-01-01 of the local date. */
  epochDay: number;
  /** 0 Sunday … 6 Saturday. */
  day: number;
  secondOfDay: number;
}

const dayMs = 86_400_000;

/** A range of time with a constant offset in a zone: [from, until). */
interface OffsetRange {
  from: number;
  until: number;
  offsetMs: number;
}

// one entry per zone and clock change, a few dozen per process
const rangesOf = new Map<string, OffsetRange[]>();

/** The wall clock of a zone at an instant. Throws a RangeError for an unknown zone. */
export function localMoment(epochMs: number, zone: string): LocalMoment {
  const localMs = epochMs + offsetAt(epochMs, zone);
  const epochDay = Math.floor(localMs / dayMs);
  return { epochDay, day: weekdayOf(epochDay), secondOfDay: Math.floor((localMs - epochDay * dayMs) / 1000) };
}

/** The same with the date as text. */
export function localParts(epochMs: number, zone: string): { day: number; secondOfDay: number; date: string } {
  const { epochDay, day, secondOfDay } = localMoment(epochMs, zone);
  return { day, secondOfDay, date: dateOf(epochDay) };
}

/** An instant as ISO 8601 on the wall clock of a zone: `2026-11-24T15:00:00-05:00`. */
export function localIso(epochMs: number, zone: string): string {
  const offsetMs = offsetAt(epochMs, zone);
  const { epochDay, secondOfDay } = localMoment(epochMs, zone);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two(secondOfDay / 3600)}:${two((secondOfDay % 3600) / 60)}:${two(secondOfDay % 60)}`;
  const minutes = Math.abs(offsetMs) / 60_000;
  return `${dateOf(epochDay)}T${clock}${offsetMs < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** A zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(epochMs: number, zone: string): number {
  let ranges = rangesOf.get(zone);
  if (ranges === undefined) {
    ranges = [];
    rangesOf.set(zone, ranges);
  }
  for (const range of ranges) {
    if (epochMs >= range.from && epochMs < range.until) return range.offsetMs;
  }
  const found = findRange(epochMs, zone);
  const same = ranges.find((range) => range.until === found.until);
  if (same === undefined) ranges.unshift(found);
  else same.from = Math.min(same.from, found.from);
  return found.offsetMs;
}

/** How far back a range is searched. Finding its real start takes ten times as long as its end. */
const lookBackMs = 40 * dayMs;

function findRange(epochMs: number, zone: string): OffsetRange {
  let from = Math.floor(epochMs) - lookBackMs;
  for (;;) {
    const at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
    const until = at.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    if (until > epochMs) return { from, until, offsetMs: at.offsetNanoseconds / 1e6 };
    from = until;
  }
}

/** The instant of a local date and time. In a gap, the first valid instant after it; in a fold, the first of the two. */
export function instantOf(localDate: string, secondOfDay: number, zone: string): number {
  const epochDay = epochDayOf(localDate);
  if (epochDay === undefined) throw new RangeError(`not a date: ${localDate}`);
  return instantOnDay(epochDay, secondOfDay, zone);
}

/** The same for a day counted from 1970-01-01. */
export function instantOnDay(epochDay: number, secondOfDay: number, zone: string): number {
  const localMs = epochDay * dayMs + secondOfDay * 1000;
  // no zone is more than a day from UTC, and none changes its clock twice in two days
  const before = offsetAt(localMs - dayMs, zone);
  const after = offsetAt(localMs + dayMs, zone);
  const early = localMs - before;
  if (before === after || offsetAt(early, zone) === before) return early;
  const late = localMs - after;
  if (offsetAt(late, zone) === after) return late;
  return transitionBetween(Math.min(early, late), Math.max(early, late), zone);
}

/** In a gap neither reading is valid, and the first valid instant is the transition itself. */
function transitionBetween(from: number, until: number, zone: string): number {
  offsetAt(from, zone);
  const range = rangesOf.get(zone)?.find((one) => from >= one.from && from < one.until);
  return range && range.until <= until ? range.until : until;
}

/** Whether an IANA zone with this name exists. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

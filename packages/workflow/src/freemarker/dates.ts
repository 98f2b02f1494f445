import { civilDate, epochDayOfDate, weekdayOf } from "../parts/time/calendar.ts";
import { offsetAt } from "../parts/time/clock.ts";

/** A date, a time of day, or both: an instant and the parts to show. */
export interface DateValue {
  readonly ms: number;
  readonly shows: "date" | "time" | "datetime";
  /** IANA zone for formatting. */
  readonly zone: string;
}

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

interface Wall {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number;
}

function wallOf({ ms, zone }: DateValue): Wall {
  const offsetMs = offsetAt(ms, zone);
  const local = ms + offsetMs;
  const epochDay = Math.floor(local / 86_400_000);
  const [year, month, day] = civilDate(epochDay);
  const rest = local - epochDay * 86_400_000;
  return {
    year,
    month,
    day,
    weekday: weekdayOf(epochDay),
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
    millisecond: Math.floor(rest) % 1000,
    offsetMinutes: Math.round(offsetMs / 60_000),
  };
}

const padded = (number: number, width: number): string => String(number).padStart(width, "0");
const name = (names: readonly string[], index: number, width: number): string =>
  width >= 4 ? (names[index] ?? "") : (names[index] ?? "").slice(0, 3);

const fields: Record<string, (wall: Wall, width: number) => string> = {
  y: ({ year }, width) => (width === 2 ? padded(year % 100, 2) : padded(year, width)),
  M: ({ month }, width) => (width >= 3 ? name(months, month - 1, width) : padded(month, width)),
  d: ({ day }, width) => padded(day, width),
  E: ({ weekday }, width) => name(days, weekday, width),
  H: ({ hour }, width) => padded(hour, width),
  h: ({ hour }, width) => padded(hour % 12 || 12, width),
  m: ({ minute }, width) => padded(minute, width),
  s: ({ second }, width) => padded(second, width),
  S: ({ millisecond }, width) => padded(millisecond, width),
  a: ({ hour }) => (hour < 12 ? "AM" : "PM"),
  X: ({ offsetMinutes }) => offsetText(offsetMinutes),
};

function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${padded(Math.floor(size / 60), 2)}:${padded(size % 60, 2)}`;
}

/** Formats with a Java SimpleDateFormat pattern such as `MMM d, yyyy h:mm a`. Undefined for an unknown letter. */
export function formatDatePattern(date: DateValue, pattern: string): string | undefined {
  const wall = wallOf(date);
  let text = "";
  for (const [run, quoted, letters] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g)) {
    if (quoted !== undefined) text += quoted === "" ? "'" : quoted.replaceAll("''", "'");
    else if (letters === undefined) text += run;
    else {
      const field = Object.hasOwn(fields, letters) ? fields[letters] : undefined;
      if (field === undefined) return undefined;
      text += field(wall, run.length);
    }
  }
  return text;
}

const defaultPatterns = { date: "MMM d, yyyy", time: "h:mm:ss a", datetime: "MMM d, yyyy, h:mm:ss a" };

/** Formats without a pattern, like FreeMarker's US default on a current Java. */
export const formatDate = (date: DateValue): string => formatDatePattern(date, defaultPatterns[date.shows]) ?? "";

const isoPatterns = { date: "yyyy-MM-dd", time: "HH:mm:ss", datetime: "yyyy-MM-dd'T'HH:mm:ss" };

/** ISO 8601 in UTC, as `?iso_utc`. */
export const isoUtc = (date: DateValue): string =>
  `${formatDatePattern({ ...date, zone: "Etc/UTC" }, isoPatterns[date.shows]) ?? ""}${date.shows === "date" ? "" : "Z"}`;

/** ISO 8601 with the zone's own offset, as `?iso_local`. */
export const isoLocal = (date: DateValue): string =>
  formatDatePattern(date, isoPatterns[date.shows] + (date.shows === "date" ? "" : "X")) ?? "";

const isoForm =
  /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:[T ]?(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
const usForm = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp][Mm])?)?$/;

/** Parses ISO dates and month/day/year. Without an offset the date is local to the zone. */
export function parseDate(text: string, shows: DateValue["shows"], zone: string): DateValue | undefined {
  const trimmed = text.trim();
  const us = usForm.exec(trimmed);
  const iso = us ? null : isoForm.exec(trimmed);
  const found = us ? usDate(us) : iso && trimmed !== "" ? isoDate(iso) : undefined;
  if (found === undefined || found.month > 12 || found.day > 31 || found.second >= 86_400) return undefined;
  const local =
    epochDayOfDate(found.year, found.month, found.day) * 86_400_000 + found.second * 1000 + found.millisecond;
  const ms =
    found.offsetMinutes === undefined
      ? local - offsetAt(local - offsetAt(local, zone), zone)
      : local - found.offsetMinutes * 60_000;
  return { ms, shows, zone };
}

interface Parsed {
  year: number;
  month: number;
  day: number;
  second: number;
  millisecond: number;
  offsetMinutes?: number;
}

function isoDate([
  ,
  year = "1970",
  month = "1",
  day = "1",
  hour = "0",
  minute = "0",
  second = "0",
  fraction = "",
  offset,
]: RegExpExecArray): Parsed {
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    second: Number(hour) * 3600 + Number(minute) * 60 + Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
    ...(offset !== undefined && { offsetMinutes: offsetOf(offset) }),
  };
}

function offsetOf(text: string): number {
  if (text === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith("-") ? -minutes : minutes;
}

function usDate([
  ,
  month = "",
  day = "",
  year = "",
  hour = "0",
  minute = "0",
  second = "0",
  half,
]: RegExpExecArray): Parsed {
  const clock = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    second: clock * 3600 + Number(minute) * 60 + Number(second),
    millisecond: 0,
  };
}

/** An instant in UTC as MM/DD/YYYY hh:mm A (spec 2 §9); '---' without one. */
export const formatUtc = (at: string | null | undefined): string => formatTime(at, "UTC");

/** An instant as MM/DD/YYYY hh:mm A (spec 2 §9) in a time zone, the reader's by default; '---' without one. */
export function formatTime(at: string | null | undefined, zone?: string): string {
  const read = partsIn(at, zone);
  if (read === undefined) return "---";
  return `${read("month")}/${read("day")}/${read("year")} ${read("hour")}:${read("minute")} ${read("dayPeriod")}`;
}

/** Like `formatTime`, with the name of the time zone, for texts that have no tooltip. */
export function formatZonedTime(at: string | null | undefined, zone?: string): string {
  const read = partsIn(at, zone);
  return read === undefined ? "---" : `${formatTime(at, zone)} ${read("timeZoneName")}`;
}

/** The time of day to the minute, where the day is written above. */
export function formatHour(at: string, zone?: string): string {
  const read = partsIn(at, zone);
  return read === undefined ? "---" : `${read("hour")}:${read("minute")} ${read("dayPeriod")}`;
}

/** The time of day to the second, for events of one call. */
export function formatClock(at: string, zone?: string): string {
  const read = partsIn(at, zone);
  return read === undefined ? "---" : `${read("hour")}:${read("minute")}:${read("second")} ${read("dayPeriod")}`;
}

function partsIn(at: string | null | undefined, zone: string | undefined) {
  const date = readInstant(at);
  if (date === undefined) return undefined;
  const parts = new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h12",
    timeZoneName: "short",
    ...(zone && { timeZone: zone }),
  }).formatToParts(date);
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The time relative to now, such as "3 minutes ago". */
export function formatAgo(at: string | null | undefined, now: number): string {
  const date = readInstant(at);
  if (date === undefined) return "---";
  const seconds = Math.round((date.getTime() - now) / 1000);
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** A duration: 45 s, 3 min, 2 h 5 min. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "---";
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** The length of a call to the second; '---' for an unanswered call. */
export function formatLength(seconds: number | null): string {
  if (!seconds) return "---";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function readInstant(at: string | null | undefined): Date | undefined {
  if (!at) return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

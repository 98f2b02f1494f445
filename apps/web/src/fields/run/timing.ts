import { instantOnDay } from "@trunkline/workflow/parts/time/clock.ts";
import { parseLocalDateTime } from "@trunkline/workflow/parts/time/instant.ts";
import { parseTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";

/** When a run comes, as its form edits it. */
export interface Timing {
  /** Once: date and time on the wall clock of the zone, `2027-03-12T13:30`. */
  at: string;
  /** Again and again: a bitmask of days, and HH:mm:ss. */
  dayOfWeek: number;
  timeOfDay: string;
  /** `2027-03-12`, its end; empty: never. */
  expire: string;
  timezoneId: number;
  missed: "once" | "skip";
}

/** spec 2 §9: the zone that a run starts in, and that of a recurring one that has none. */
export const defaultZones = { once: 0, recurring: -20 } as const;

/** Date and time on the wall clock of a zone, as the browser's own input takes them. */
export function wallClock(at: string | Date, timezoneId: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zoneOf(timezoneId) ?? "Etc/UTC",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(typeof at === "string" ? new Date(at) : at);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

/** The instant of a run that comes once, as the forecast takes it; undefined while its time cannot be read. */
export function onceInstant({ at, timezoneId }: Pick<Timing, "at" | "timezoneId">): string | undefined {
  const local = parseLocalDateTime(at);
  if (local === undefined) return undefined;
  return new Date(instantOnDay(local.epochDay, local.secondOfDay, zoneOf(timezoneId) ?? "Etc/UTC")).toISOString();
}

/** What is wrong with a run that comes once: from now to one year ahead (spec 2 §9). */
export function onceIssue({ at, timezoneId }: Timing, now: Date): string | undefined {
  if (at === "") return "Date and time is required";
  const inAYear = new Date(now.getTime() + 365 * 86_400_000);
  if (at < wallClock(now, timezoneId)) return "The time has passed already";
  if (at > wallClock(inAYear, timezoneId)) return "At most one year ahead";
  return undefined;
}

/** What is wrong with a run that comes again, by field (spec 2 §5.6). */
export function recurringIssues(
  { dayOfWeek, timeOfDay, expire, timezoneId }: Timing,
  now: Date,
): Partial<Record<keyof Timing, string>> {
  return {
    ...(dayOfWeek === 0 && { dayOfWeek: "Choose at least one day" }),
    ...(parseTime(timeOfDay) === undefined && { timeOfDay: "Time is required" }),
    ...(expire !== "" && expire < wallClock(now, timezoneId).slice(0, 10) && { expire: "The date has passed already" }),
  };
}

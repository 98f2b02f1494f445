import { instantOnDay } from "@trunkline/workflow/parts/time/clock.ts";
import { parseLocalDateTime } from "@trunkline/workflow/parts/time/instant.ts";
import { parseTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";

/** The timing of a run in its form. */
export interface Timing {
  /** One-time: local date and time in the zone, `2027-03-12T13:30`. */
  at: string;
  /** Recurring: a bitmask of days, and HH:mm. */
  dayOfWeek: number;
  timeOfDay: string;
  /** The last day, such as `2027-03-12`. Empty for no end. */
  expire: string;
  timezoneId: number;
  missed: "once" | "skip";
}

/** Local date and time in a zone, for the browser's input. */
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

/** The instant of a one-time run. Undefined while the time is invalid. */
export function onceInstant({ at, timezoneId }: Pick<Timing, "at" | "timezoneId">): string | undefined {
  const local = parseLocalDateTime(at);
  if (local === undefined) return undefined;
  return new Date(instantOnDay(local.epochDay, local.secondOfDay, zoneOf(timezoneId) ?? "Etc/UTC")).toISOString();
}

/** The issue of a one-time run, which must be within a year (spec 2 §9). */
export function onceIssue({ at, timezoneId }: Timing, now: Date): string | undefined {
  if (at === "") return "Date and time is required";
  const inAYear = new Date(now.getTime() + 365 * 86_400_000);
  if (at < wallClock(now, timezoneId)) return "The time has passed already";
  if (at > wallClock(inAYear, timezoneId)) return "At most one year ahead";
  return undefined;
}

/** The issues of a recurring run, by field (spec 2 §5.6). */
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

/** The fields of a recurring schedule as the API stores them, with the time as HH:mm (spec 2 §3.9). The time picker gives seconds too. */
export const recurringBody = ({ dayOfWeek, timeOfDay, timezoneId, missed }: Timing) => ({
  dayOfWeek,
  timeOfDay: timeOfDay.slice(0, 5),
  timezoneId,
  missed,
});

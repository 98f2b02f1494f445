import { dateOf, epochDayOf, weekdayOf } from "./calendar.ts";
import { instantOnDay, localMoment } from "./clock.ts";
import { hasDay } from "./daysOfWeek.ts";
import { parseLocalDateTime } from "./instant.ts";
import { formatTime, parseTime } from "./timeOfDay.ts";

/** A recurring run: on these weekdays at this local time (spec 2 §3.9). */
export interface Recurrence {
  /** Bitmask, Sunday 1. */
  dayOfWeek: number;
  secondOfDay: number;
  zone: string;
  /** Nothing starts after this instant. Without it, the run recurs forever. */
  expireMs?: number | undefined;
}

/** A recurring run on the wire: HH:mm, a day bitmask, an expiration. */
export interface RecurringFields {
  dayOfWeek: number | null;
  timeOfDay: string | null;
  expire: { getTime(): number } | null;
}

/** Parses the recurrence of a run. */
export const readRecurrence = (fields: RecurringFields, zone: string): Recurrence => ({
  dayOfWeek: fields.dayOfWeek ?? 0,
  secondOfDay: parseTime(fields.timeOfDay ?? "") ?? 0,
  zone,
  expireMs: fields.expire?.getTime(),
});

/** A slot in the calendar, named by its local date and time. Changed zone rules can move its instant, never its name. */
export interface Slot {
  /** `2027-03-12T09:30:00` */
  name: string;
  atMs: number;
}

/** What happens with a slot that was missed because the program was not running (readings, Schedules). */
export type Missed = "once" | "skip";

/** A slot that fires later than this counts as missed. */
export const lateAfterMs = 60_000;

/** The local date and time of an instant, which names a slot. */
export function slotName(atMs: number, zone: string): string {
  const { epochDay, secondOfDay } = localMoment(atMs, zone);
  return nameOf(epochDay, secondOfDay);
}

const nameOf = (epochDay: number, secondOfDay: number): string => `${dateOf(epochDay)}T${formatTime(secondOfDay)}`;

/** The first slot at or after an instant. In a gap of the clock, the first valid instant after it; in a fold, the first of the two. */
export function nextSlot(recurrence: Recurrence, fromMs: number): Slot | undefined {
  const today = localMoment(fromMs, recurrence.zone).epochDay;
  // one day back, because a gap at midnight moves a slot to the next day
  return seekSlot(recurrence, today - 1, (slot) => slot.atMs >= fromMs);
}

/** The slot of the next day with one. Never the same day, even if the rules of the zone have changed. */
export function slotAfter(recurrence: Recurrence, slot: Slot): Slot | undefined {
  const day = epochDayOf(slot.name.slice(0, 10)) ?? localMoment(slot.atMs, recurrence.zone).epochDay;
  return seekSlot(recurrence, day + 1, () => true);
}

/** Every week has a matching day, but a zone can skip a day of its calendar. */
const furthestDays = 22;

function seekSlot(
  { dayOfWeek, secondOfDay, zone, expireMs }: Recurrence,
  fromDay: number,
  fits: (slot: Slot) => boolean,
): Slot | undefined {
  for (let day = fromDay; day <= fromDay + furthestDays; day++) {
    if (!hasDay(dayOfWeek, weekdayOf(day)) || !isInCalendar(day, zone)) continue;
    const slot = { name: nameOf(day, secondOfDay), atMs: instantOnDay(day, secondOfDay, zone) };
    if (fits(slot)) return expireMs !== undefined && slot.atMs > expireMs ? undefined : slot;
  }
  return undefined;
}

/** Apia skipped 30 December 2011. A run of that day must not run twice on the next. */
const isInCalendar = (day: number, zone: string): boolean =>
  localMoment(instantOnDay(day, 0, zone), zone).epochDay === day;

/** The instant of a slot by the current rules of its zone, which can have changed since it was saved. */
export function rejudgeSlot(slot: Slot, zone: string): Slot {
  if (slotName(slot.atMs, zone) === slot.name) return slot;
  const local = parseLocalDateTime(slot.name);
  return local === undefined ? slot : { ...slot, atMs: instantOnDay(local.epochDay, local.secondOfDay, zone) };
}

/** What to do with a schedule at an instant. */
export interface Due {
  /** The slot to fire now. */
  fire: Slot | undefined;
  /** Whether it was missed and fires late. */
  late: boolean;
  /** Missed slots that do not fire. */
  skipped: Slot[];
  /** The next slot, or none when the schedule has ended. */
  next: Slot | undefined;
}

/**
 * Evaluates a schedule that waits for `next`. Of several missed slots only the last one fires, because five
 * daily runs must not start at once after five days. A one-time run has no recurrence.
 */
export function validateSchedule(
  schedule: { recurrence: Recurrence | undefined; missed: Missed },
  next: Slot,
  nowMs: number,
): Due {
  const { recurrence, missed } = schedule;
  if (next.atMs > nowMs) return { fire: undefined, late: false, skipped: [], next };
  const passed: Slot[] = [];
  let waiting: Slot | undefined = next;
  while (waiting !== undefined && waiting.atMs <= nowMs) {
    passed.push(waiting);
    waiting = recurrence && slotAfter(recurrence, waiting);
  }
  const last = passed.at(-1) ?? next;
  const late = nowMs - last.atMs > lateAfterMs;
  if (late && missed === "skip") return { fire: undefined, late, skipped: passed, next: waiting };
  return { fire: last, late, skipped: passed.slice(0, -1), next: waiting };
}

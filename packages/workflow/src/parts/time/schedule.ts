import { dateOf, epochDayOf, weekdayOf } from "./calendar.ts";
import { instantOnDay, localMoment } from "./clock.ts";
import { hasDay } from "./daysOfWeek.ts";
import { parseLocalDateTime } from "./instant.ts";
import { formatTime, parseTime } from "./timeOfDay.ts";

/** A run that comes again: on these days of the week at this time of the wall clock (spec 2 §3.9). */
export interface Recurrence {
  /** Bitmask, Sunday 1. */
  dayOfWeek: number;
  secondOfDay: number;
  zone: string;
  /** Nothing begins after this instant; none: for ever. */
  expireMs?: number | undefined;
}

/** What a recurring run has on the wire: HH:mm, a day bitmask, an expiry. */
export interface RecurringFields {
  dayOfWeek: number | null;
  timeOfDay: string | null;
  expire: { getTime(): number } | null;
}

/** Reads when a run comes again. */
export const readRecurrence = (fields: RecurringFields, zone: string): Recurrence => ({
  dayOfWeek: fields.dayOfWeek ?? 0,
  secondOfDay: parseTime(fields.timeOfDay ?? "") ?? 0,
  zone,
  expireMs: fields.expire?.getTime(),
});

/** One place in the calendar: its name is the local date and time, which zone rules cannot move; its instant they can. */
export interface Slot {
  /** `2027-03-12T09:30:00` */
  name: string;
  atMs: number;
}

/** What becomes of a slot whose time has passed when nobody was there to fire it (readings, Schedules). */
export type Missed = "once" | "skip";

/** A slot that is fired later than this was missed: the program was not there. */
export const lateAfterMs = 60_000;

/** The local date and time of an instant, as slots are named. */
export function slotName(atMs: number, zone: string): string {
  const { epochDay, secondOfDay } = localMoment(atMs, zone);
  return nameOf(epochDay, secondOfDay);
}

const nameOf = (epochDay: number, secondOfDay: number): string => `${dateOf(epochDay)}T${formatTime(secondOfDay)}`;

/** The first slot at or after an instant; in a gap of the clock the first valid instant after it, in a fold the first of the two. */
export function nextSlot(recurrence: Recurrence, fromMs: number): Slot | undefined {
  const today = localMoment(fromMs, recurrence.zone).epochDay;
  // one day back: a gap at midnight moves a slot into the next day
  return seekSlot(recurrence, today - 1, (slot) => slot.atMs >= fromMs);
}

/** The slot of the next day that has one; whatever the rules of the zone say by now, never the same day again. */
export function slotAfter(recurrence: Recurrence, slot: Slot): Slot | undefined {
  const day = epochDayOf(slot.name.slice(0, 10)) ?? localMoment(slot.atMs, recurrence.zone).epochDay;
  return seekSlot(recurrence, day + 1, () => true);
}

/** No week is without a day that is asked for, but a zone may leave one out of its calendar. */
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

/** Apia had no 30 December 2011: what was to run that day does not run twice on the next. */
const isInCalendar = (day: number, zone: string): boolean =>
  localMoment(instantOnDay(day, 0, zone), zone).epochDay === day;

/** The instant of a slot by the rules of its zone as they are now: they may have changed since it was written down. */
export function rejudgeSlot(slot: Slot, zone: string): Slot {
  if (slotName(slot.atMs, zone) === slot.name) return slot;
  const local = parseLocalDateTime(slot.name);
  return local === undefined ? slot : { ...slot, atMs: instantOnDay(local.epochDay, local.secondOfDay, zone) };
}

/** What is to be done about a schedule at an instant. */
export interface Due {
  /** The slot that is fired now. */
  fire: Slot | undefined;
  /** It was missed and is fired late. */
  late: boolean;
  /** Slots that passed and are not fired. */
  skipped: Slot[];
  /** The slot to wait for; none: the schedule is over. */
  next: Slot | undefined;
}

/**
 * Judges a schedule that waits for `next`. Of several missed slots the last one alone is fired: whoever wants a daily
 * run does not want five at once after five days. A run that comes once has no recurrence.
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

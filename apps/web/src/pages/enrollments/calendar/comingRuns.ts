import { type Schedule, scheduleStatus } from "@trunkline/contract/runs/schedule.ts";
import { civilDate, epochDayOfDate, weekdayOf } from "@trunkline/workflow/parts/time/calendar.ts";
import { instantOnDay, localMoment } from "@trunkline/workflow/parts/time/clock.ts";
import { nextSlot, readRecurrence, type Slot, slotAfter } from "@trunkline/workflow/parts/time/schedule.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";

/** A run that a schedule will start. */
export interface ComingRun {
  schedule: Schedule;
  atMs: number;
}

/** A day of the calendar with its runs in the order of time. */
export interface CalendarDay {
  epochDay: number;
  /** Day of the month. */
  number: number;
  isInMonth: boolean;
  runs: ComingRun[];
}

/** The weeks of a month, Sunday first, with the runs that these schedules will start from now on. Days are those of `zone`. */
export function calendarOf(
  schedules: readonly Schedule[],
  { year, month, nowMs, zone }: { year: number; month: number; nowMs: number; zone: string },
): CalendarDay[][] {
  const first = epochDayOfDate(year, month, 1);
  const last = epochDayOfDate(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1;
  const from = first - weekdayOf(first);
  const to = last + 6 - weekdayOf(last);
  const range = { fromMs: Math.max(nowMs, instantOnDay(from, 0, zone)), beforeMs: instantOnDay(to + 1, 0, zone) };
  const runs = Map.groupBy(
    schedules.flatMap((schedule) => runsOf(schedule, range)).sort((a, b) => a.atMs - b.atMs),
    ({ atMs }) => localMoment(atMs, zone).epochDay,
  );
  const days = Array.from({ length: to - from + 1 }, (_, index) => {
    const epochDay = from + index;
    const [, ofMonth, number] = civilDate(epochDay);
    return { epochDay, number, isInMonth: ofMonth === month, runs: runs.get(epochDay) ?? [] };
  });
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The runs of one schedule in a time range. A paused schedule has the runs that it would start if it were resumed. */
function runsOf(schedule: Schedule, { fromMs, beforeMs }: { fromMs: number; beforeMs: number }): ComingRun[] {
  if (schedule.status !== scheduleStatus.scheduled && schedule.status !== scheduleStatus.paused) return [];
  return slotsFrom(schedule, fromMs, beforeMs)
    .filter((atMs) => atMs >= fromMs && atMs < beforeMs)
    .map((atMs) => ({ schedule, atMs }));
}

function slotsFrom(schedule: Schedule, fromMs: number, beforeMs: number): number[] {
  const { recurring, timezoneId, nextScheduled, expire } = schedule;
  if (!recurring) return nextScheduled === null ? [] : [Date.parse(nextScheduled)];
  const expires = expire === null ? null : new Date(expire);
  const recurrence = readRecurrence({ ...schedule, expire: expires }, zoneOf(timezoneId) ?? "Etc/UTC");
  const slots: number[] = [];
  let slot: Slot | undefined = nextSlot(recurrence, fromMs);
  while (slot !== undefined && slot.atMs < beforeMs) {
    slots.push(slot.atMs);
    slot = slotAfter(recurrence, slot);
  }
  return slots;
}

import { instantOnDay, localMoment } from "@trunkline/workflow/parts/time/clock.ts";
import type { ReportTiming } from "../store/reports/savedReport.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const dayMs = 86_400_000;
/** A month has at most 31 days, and the slot of today may be over. */
const mostDays = 63;

/** The first time after an instant at which a report is mailed, on the clock of the schedule's zone. */
export function nextReportSlot(schedule: ReportTiming, afterMs: number): Date {
  const [hours = 0, minutes = 0] = schedule.time.split(":").map(Number);
  const today = localMoment(afterMs, schedule.zone).epochDay;
  for (let day = today - 1; day < today + mostDays; day++) {
    if (!isDayOf(schedule, day)) continue;
    const slot = instantOnDay(day, (hours * 60 + minutes) * 60, schedule.zone);
    if (slot > afterMs) return new Date(slot);
  }
  throw new RangeError(`No slot of ${JSON.stringify(schedule)}`);
}

function isDayOf({ every, weekday, dayOfMonth }: ReportTiming, epochDay: number): boolean {
  const date = new Date(epochDay * dayMs);
  if (every === "day") return true;
  if (every === "week") return weekdays[date.getUTCDay()] === weekday;
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(dayOfMonth, last);
}

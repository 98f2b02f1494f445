import { dateOf } from "@trunkline/workflow/parts/time/calendar.ts";
import { instantOnDay, localMoment } from "@trunkline/workflow/parts/time/clock.ts";

/** How many days the figures of the home page and of numbers go back, with today. */
const dayCount = 14;

/** The last days of a zone, the oldest first, each with the instant at which it begins. */
export function lastDays(nowMs: number, zone: string): { day: string; starts: Date }[] {
  const today = localMoment(nowMs, zone).epochDay;
  return Array.from({ length: dayCount }, (_, index) => {
    const epochDay = today - dayCount + 1 + index;
    return { day: dateOf(epochDay), starts: new Date(instantOnDay(epochDay, 0, zone)) };
  });
}

import type { Day } from "../../ui/text/calendarDay.ts";
import { longDay } from "../../ui/text/dayNames.ts";

/** The day of an instant in the reader's zone. */
export const localDay = (at: Date): Day =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`;

/** A day above its texts and calls: today, yesterday, or its name. */
export function nameDay(day: Day, today: Day): string {
  const days = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const [year] = day.split("-");
  return today.startsWith(`${year}-`) ? longDay(day) : `${longDay(day)}, ${year}`;
}

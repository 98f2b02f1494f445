import { dayAfter, daysBetween } from "@trunkline/contract/reports/reportPeriod.ts";
import type { Day } from "../../ui/text/calendarDay.ts";

/** The most steps that a chart can show. */
const mostSteps = 800;
const hourMs = 3_600_000;

/** Every day or hour of the period, so that a chart shows gaps. Undefined if there are too many. */
export function stepsBetween(
  grouping: "day" | "hour" | "hourOfDay",
  keys: readonly string[],
  from: Day,
  to: Day,
): string[] | undefined {
  if (grouping === "hourOfDay") return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
  const [first, last] = [Date.parse(keys[0] ?? ""), Date.parse(keys.at(-1) ?? "")];
  const count = grouping === "day" ? daysBetween(from, to) + 1 : (last - first) / hourMs + 1;
  if (!(count >= 1) || count > mostSteps) return undefined;
  return Array.from({ length: Math.round(count) }, (_, index) =>
    grouping === "day" ? dayAfter(from, index) : new Date(first + index * hourMs).toISOString().replace(".000", ""),
  );
}

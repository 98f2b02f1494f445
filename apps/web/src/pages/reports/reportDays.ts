import type { Day } from "../../ui/text/calendarDay.ts";

const dayMs = 86_400_000;
const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Common date ranges, both days included. */
export const presets: readonly { label: string; days: (today: Day) => [Day, Day] }[] = [
  { label: "Today", days: (today) => [today, today] },
  { label: "Yesterday", days: (today) => [dayOf(at(today) - dayMs), dayOf(at(today) - dayMs)] },
  { label: "Last 7 days", days: (today) => [dayOf(at(today) - 6 * dayMs), today] },
  { label: "Last 30 days", days: (today) => [dayOf(at(today) - 29 * dayMs), today] },
  { label: "Last 90 days", days: (today) => [dayOf(at(today) - 89 * dayMs), today] },
  { label: "This month", days: (today) => [`${today.slice(0, 7)}-01`, today] },
  {
    label: "Last month",
    days: (today) => {
      const last = dayOf(at(`${today.slice(0, 7)}-01`) - dayMs);
      return [`${last.slice(0, 7)}-01`, last];
    },
  },
];

/** The most bars that a chart can show. */
const mostSteps = 800;
const hourMs = 3_600_000;

/** Every day or hour of the range, so that a chart shows gaps. Undefined if there are too many. */
export function stepsBetween(
  grouping: "day" | "hour",
  keys: readonly string[],
  from: Day,
  to: Day,
): string[] | undefined {
  const [first, last, step] =
    grouping === "day" ? [at(from), at(to), dayMs] : [Date.parse(keys[0] ?? ""), Date.parse(keys.at(-1) ?? ""), hourMs];
  const count = (last - first) / step + 1;
  if (!(count >= 1) || count > mostSteps) return undefined;
  return Array.from({ length: Math.round(count) }, (_, index) => {
    const instant = new Date(first + index * step).toISOString();
    return grouping === "day" ? instant.slice(0, 10) : instant.replace(".000", "");
  });
}

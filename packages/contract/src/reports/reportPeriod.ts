/** A calendar day: "2026-03-12". */
type Day = string;

const dayMs = 86_400_000;
const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Common periods of reports, both days included. */
export const reportPeriods: readonly { label: string; days: (today: Day) => [Day, Day] }[] = [
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

/** The period of a report that asks for none. */
export const usualPeriod = "Last 30 days";

/** As many days, right before the first one (decision 0098). */
export function periodBefore(from: Day, to: Day): [Day, Day] {
  const last = at(from) - dayMs;
  return [dayOf(last - (at(to) - at(from))), dayOf(last)];
}

/** A day so many days later. */
export const dayAfter = (day: Day, days: number): Day => dayOf(at(day) + days * dayMs);

/** How many days lie between two days. */
export const daysBetween = (from: Day, to: Day): number => Math.round((at(to) - at(from)) / dayMs);

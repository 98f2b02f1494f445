const daysBefore = 6;

/** A local day as a date. */
const dateOf = (day: string, plus = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plus);
};

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The days of a report in the reader's zone, with both days included: a week to the last day, unless the first is given. */
export function readPeriod(from: string | undefined, to: string): { from: string; startDate: string; endDate: string } {
  const first = from !== undefined && from <= to ? from : dayOf(dateOf(to, -daysBefore));
  return { from: first, startDate: dateOf(first).toISOString(), endDate: dateOf(to, 1).toISOString() };
}

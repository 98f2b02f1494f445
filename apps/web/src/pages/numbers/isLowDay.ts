import type { NumberTrend } from "@trunkline/contract/numbers/number.ts";

type Day = NumberTrend["days"][number];

/** Fewer texts say nothing about a day. */
const leastSent = 20;
/** Percentage points under the average of the other days that make a day low. */
const mostUnder = 10;

const percentOf = (days: readonly Day[]): number | null => {
  const sent = days.reduce((sum, day) => sum + day.sent, 0);
  return sent === 0 ? null : (100 * days.reduce((sum, day) => sum + day.delivered, 0)) / sent;
};

/** Whether much less was delivered on a day than on the others together. */
export function isLowDay(day: Day, days: readonly Day[]): boolean {
  const own = percentOf([day]);
  const others = percentOf(days.filter((one) => one !== day));
  return day.sent >= leastSent && own !== null && others !== null && own < others - mostUnder;
}

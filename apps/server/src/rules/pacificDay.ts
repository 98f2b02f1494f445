const pacific = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Los_Angeles",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The ISO 8601 date in the Pacific time zone. */
export const pacificDayOf = (ms: number): string => pacific.format(ms);

/** Epoch ms of the next midnight in the Pacific time zone. A day has 23 to 25 hours. */
export function nextPacificMidnight(ms: number): number {
  const today = pacificDayOf(ms);
  let [before, after] = [ms, ms + 26 * 3_600_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (pacificDayOf(middle) === today) before = middle;
    else after = middle;
  }
  return after;
}

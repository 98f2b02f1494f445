import { expect, it } from "vitest";
import { readPeriod } from "./readPeriod.ts";

it.each([
  ["a week by default", undefined, "2026-03-02", "2026-02-24", 7],
  ["the given days", "2026-03-01", "2026-03-02", "2026-03-01", 2],
  ["one day", "2026-03-02", "2026-03-02", "2026-03-02", 1],
  ["a week if the first is after the last", "2026-03-03", "2026-03-02", "2026-02-24", 7],
])("a period is %s", (_, from, to, first, days) => {
  const period = readPeriod(from, to);
  expect(period.from).toBe(first);
  // a day on which the clocks change is longer or shorter
  expect(Math.round((Date.parse(period.endDate) - Date.parse(period.startDate)) / 86_400_000)).toBe(days);
  expect(new Date(period.startDate).getHours()).toBe(0);
});

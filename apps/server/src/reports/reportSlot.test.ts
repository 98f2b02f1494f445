import { expect, it } from "vitest";
import { nextReportSlot } from "./reportSlot.ts";

const timing = { every: "day", weekday: "monday", dayOfMonth: 31, time: "08:00", zone: "America/New_York" } as const;

it.each([
  ["later today", {}, "2026-03-06T12:00:00Z", "2026-03-06T13:00:00.000Z"],
  ["tomorrow, after the time of today", {}, "2026-03-06T13:00:00Z", "2026-03-07T13:00:00.000Z"],
  ["an hour earlier in UTC in summer", {}, "2026-03-07T13:00:00Z", "2026-03-08T12:00:00.000Z"],
  ["after the clock has jumped over its time", { time: "02:30" }, "2026-03-08T06:00:00Z", "2026-03-08T07:00:00.000Z"],
  ["next Monday", { every: "week" }, "2026-03-09T12:00:00Z", "2026-03-16T12:00:00.000Z"],
  ["on the last day of a shorter month", { every: "month" }, "2026-02-01T00:00:00Z", "2026-02-28T13:00:00.000Z"],
  ["on the 31st of a longer one", { every: "month" }, "2026-02-28T13:00:00Z", "2026-03-31T12:00:00.000Z"],
] as const)("a report is mailed %s", (_, change, after, slot) => {
  expect(nextReportSlot({ ...timing, ...change }, Date.parse(after)).toISOString()).toBe(slot);
});

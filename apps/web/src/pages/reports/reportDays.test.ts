import { periodBefore, reportPeriods } from "@trunkline/contract/reports/reportPeriod.ts";
import { describe, expect, it } from "vitest";
import { todayIn } from "../../ui/text/calendarDay.ts";
import { stepsBetween } from "./reportDays.ts";

describe("the days of a report", () => {
  it.each([
    ["Today", "2026-03-12", "2026-03-12"],
    ["Yesterday", "2026-03-11", "2026-03-11"],
    ["Last 7 days", "2026-03-06", "2026-03-12"],
    ["Last 30 days", "2026-02-11", "2026-03-12"],
    ["This month", "2026-03-01", "2026-03-12"],
    ["Last month", "2026-02-01", "2026-02-28"],
  ])("%s", (label, from, to) => {
    expect(reportPeriods.find((one) => one.label === label)?.days("2026-03-12")).toEqual([from, to]);
  });

  it("start and end in the account's zone", () => {
    const now = new Date("2026-03-12T03:30:00Z");
    expect([todayIn("Etc/UTC", now), todayIn("America/Denver", now)]).toEqual(["2026-03-12", "2026-03-11"]);
  });

  it("fill the steps of a chart, unless there are too many", () => {
    expect(stepsBetween("day", ["2026-02-28"], "2026-02-27", "2026-03-01")).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
    expect(stepsBetween("hour", ["2026-02-28T22:30:00Z", "2026-03-01T00:30:00Z"], "", "")).toHaveLength(3);
    expect(stepsBetween("hourOfDay", [], "", "")).toHaveLength(24);
    expect(stepsBetween("day", [], "2020-01-01", "2026-01-01")).toBeUndefined();
  });

  it.each([
    ["2026-03-12", "2026-03-12", "2026-03-11", "2026-03-11"],
    ["2026-03-06", "2026-03-12", "2026-02-27", "2026-03-05"],
    ["2024-03-01", "2024-03-31", "2024-01-30", "2024-02-29"],
  ])("%s to %s are compared with as many days before", (from, to, first, last) => {
    expect(periodBefore(from, to)).toEqual([first, last]);
  });
});

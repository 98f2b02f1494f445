import { describe, expect, it } from "vitest";
import { snoozeChoices, snoozeIssue } from "./snoozeChoices.ts";

/** Choices as local date and time, as the reader sees them. */
const choicesAt = (...local: [number, number, number, number, number]): string[] =>
  snoozeChoices(new Date(...local)).map(
    ({ label, at }) =>
      `${label} ${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()} ${at.getHours()}:${String(at.getMinutes()).padStart(2, "0")}`,
  );

describe("the ends of a snooze that are offered (decision 0099)", () => {
  it.each([
    [
      "in the morning",
      [2026, 10, 26, 9, 14],
      ["Later today 2026-11-26 12:00", "Tomorrow 2026-11-27 9:00", "Next week 2026-11-30 9:00"],
    ],
    [
      "past the half hour",
      [2026, 10, 26, 9, 44],
      ["Later today 2026-11-26 12:30", "Tomorrow 2026-11-27 9:00", "Next week 2026-11-30 9:00"],
    ],
    ["late in the evening", [2026, 10, 26, 21, 5], ["Tomorrow 2026-11-27 9:00", "Next week 2026-11-30 9:00"]],
    [
      "on a Monday",
      [2026, 10, 30, 8, 0],
      ["Later today 2026-11-30 11:00", "Tomorrow 2026-12-1 9:00", "Next week 2026-12-7 9:00"],
    ],
    [
      "on a Sunday at the end of a year",
      [2028, 11, 31, 8, 0],
      ["Later today 2028-12-31 11:00", "Tomorrow 2029-1-1 9:00", "Next week 2029-1-1 9:00"],
    ],
  ] as const)("are right %s", (_, local, expected) => {
    expect(choicesAt(...(local as [number, number, number, number, number]))).toEqual(expected);
  });

  it.each([
    ["nothing", new Date(Number.NaN), "Enter a date and a time."],
    ["the past", new Date(999), "Choose a time in the future."],
    ["more than a year", new Date(1_000 + 367 * 86_400_000), "Choose a time within a year."],
    ["an hour", new Date(3_601_000), undefined],
  ])("a typed time that is %s gets its message", (_, at, issue) => {
    expect(snoozeIssue(at, new Date(1_000), 366 * 86_400_000)).toBe(issue);
  });
});

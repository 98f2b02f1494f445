import { expect, it } from "vitest";
import { isLowDay } from "./isLowDay.ts";

const day = (sent: number, delivered: number) => ({ day: "2026-03-02", sent, delivered });

it("finds a day on which much less was delivered than on the others", () => {
  const usual = [day(100, 96), day(50, 47), day(0, 0)];
  const low = day(40, 30);
  expect(isLowDay(low, [...usual, low])).toBe(true);
  const slightlyLow = day(100, 88);
  expect(isLowDay(slightlyLow, [...usual, slightlyLow])).toBe(false);
  // a bad number has no low days
  const bad = [day(100, 60), day(100, 58), day(100, 55)];
  expect(bad.some((one) => isLowDay(one, bad))).toBe(false);
});

it("finds none where a day has few texts, or no other day has any", () => {
  const few = day(19, 2);
  expect(isLowDay(few, [day(100, 96), few])).toBe(false);
  const only = day(100, 10);
  expect(isLowDay(only, [day(0, 0), only])).toBe(false);
});

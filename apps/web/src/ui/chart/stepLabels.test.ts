import { expect, it } from "vitest";
import { stepLabels } from "./stepLabels.ts";

const named = (count: number, text = "Nov 20") => Array.from({ length: count }, () => text);
const placesOf = (steps: readonly string[], width: number, from?: number) =>
  stepLabels(steps, { width, fontSize: 12, from }).map(({ at }) => at);

it("names each step below its middle where all names fit", () => {
  expect(stepLabels(["Mon", "Tue"], { width: 200, fontSize: 12 })).toEqual([
    { at: 0, text: "Mon", middle: 0.25 },
    { at: 1, text: "Tue", middle: 0.75 },
  ]);
});

it.each([
  {
    what: "a month of days, wide",
    count: 31,
    width: 900,
    at: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
  },
  { what: "a month of days, narrow", count: 31, width: 280, at: [0, 8, 16, 24] },
  { what: "a day of quarters of an hour", count: 96, width: 900, at: [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88] },
  { what: "a week of quarters of an hour", count: 672, width: 900, at: [0, 48, 96, 144, 192, 240, 288] },
  { what: "a quarter of a year of quarters of an hour", count: 8_832, width: 900, at: [0, 576, 1_152] },
  { what: "one step", count: 1, width: 900, at: [0] },
])("leaves out names that would touch: $what", ({ count, width, at }) => {
  expect(placesOf(named(count), width).slice(0, at.length)).toEqual(at);
});

it("names no step whose name would reach out of the page at the right", () => {
  expect(placesOf(named(5, "Nov 20, 2:15 PM"), 300)).toEqual([0, 2]);
});

it("moves the first name into the page, and leaves out the next one where they would touch", () => {
  const long = named(100, "11/27/2026 10:00 AM");
  expect(stepLabels(long, { width: 330, fontSize: 12 })).toMatchObject([{ at: 0, middle: expect.closeTo(0.16, 2) }]);
  const reaching = stepLabels(long, { width: 330, fontSize: 12, reach: 100 });
  expect(reaching).toMatchObject([{ at: 0, middle: 0.005 }, { at: 48 }]);
});

it("takes the longest line of names with two lines", () => {
  expect(placesOf(named(12, "11/27/2026\n10:00 AM"), 600)).toEqual([0, 2, 4, 6, 8, 10]);
});

it("begins at the step that is given, and says nothing before the width is known", () => {
  expect(placesOf(named(16, "2:00 PM"), 400, 3)).toEqual([3, 7, 11, 15]);
  expect(placesOf(named(3), 0)).toEqual([]);
});

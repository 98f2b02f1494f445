import { formatMeasure } from "@trunkline/contract/reports/measures.ts";
import { expect, it } from "vitest";
import { ticksOf } from "./ticksOf.ts";

it("gives counts whole lines, however few there are", () => {
  const ends = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 15, 21, 99, 101, 240, 1_001].map((top) => ticksOf(top, 1));
  expect(ends).toEqual([
    [1, 0],
    [1, 0],
    [2, 1, 0],
    [4, 2, 0],
    [4, 2, 0],
    [6, 3, 0],
    [8, 4, 0],
    [10, 5, 0],
    [10, 5, 0],
    [20, 10, 0],
    [20, 10, 0],
    [30, 15, 0],
    [100, 50, 0],
    [150, 75, 0],
    [250, 125, 0],
    [1_500, 750, 0],
  ]);
  for (let top = 0; top < 3_000; top++) {
    const ticks = ticksOf(top, 1);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks[0]).toBeGreaterThanOrEqual(top);
  }
});

it("keeps the decimals of rates, money and seconds, and shows each line with its own value", () => {
  const read = (kind: Parameters<typeof formatMeasure>[0], top: number, smallest: number) =>
    ticksOf(top, smallest).map((value) => formatMeasure(kind, value));
  expect(read("rate", 0.03, 0.001)).toEqual(["3 %", "1.5 %", "0 %"]);
  expect(read("rate", 0.1 + 0.2, 0.001)).toEqual(["30 %", "15 %", "0 %"]);
  expect(read("rate", 0.003, 0.001)).toEqual(["0.4 %", "0.2 %", "0 %"]);
  expect(read("rate", 1, 0.001)).toEqual(["100 %", "50 %", "0 %"]);
  expect(read("dollars", 0.0075, 0.01)).toEqual(["$0.01", "$0.00"]);
  expect(read("dollars", 0.12, 0.01)).toEqual(["$0.20", "$0.10", "$0.00"]);
  expect(read("dollars", 2.6, 0.01)).toEqual(["$3.00", "$1.50", "$0.00"]);
  expect(read("seconds", 0.25, 0.1)).toEqual(["0.4 s", "0.2 s", "0 s"]);
});

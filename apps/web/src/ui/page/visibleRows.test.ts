import { expect, it } from "vitest";
import { visibleRows } from "./visibleRows.ts";

it("draws the rows of the view and twelve on each side", () => {
  expect(visibleRows(1000, () => 40, { from: 4000, to: 4400 })).toEqual({
    first: 88,
    last: 121,
    before: 88 * 40,
    after: (1000 - 122) * 40,
  });
});

it("leaves nothing free at the ends of the list", () => {
  expect(visibleRows(1000, () => 40, { from: 0, to: 400 })).toMatchObject({ first: 0, last: 21, before: 0 });
  expect(visibleRows(1000, () => 40, { from: 39_600, to: 40_000 })).toMatchObject({ first: 978, last: 999, after: 0 });
});

it("goes by the height of each row", () => {
  const heightOf = (index: number) => (index < 50 ? 200 : 100);
  expect(visibleRows(100, heightOf, { from: 10_000, to: 10_500 })).toEqual({
    first: 38,
    last: 66,
    before: 38 * 200,
    after: 33 * 100,
  });
});

it("draws the last rows where the list has become shorter than the position", () => {
  expect(visibleRows(20, () => 40, { from: 4000, to: 4400 })).toEqual({ first: 7, last: 19, before: 280, after: 0 });
});

it("draws nothing of an empty list", () => {
  expect(visibleRows(0, () => 40, { from: 0, to: 400 })).toEqual({ first: 0, last: -1, before: 0, after: 0 });
});

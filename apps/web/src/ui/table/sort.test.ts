import { expect, it } from "vitest";
import { compareCells, readSort, writeSort } from "./sort.ts";

it("sorts numbers by value, texts naturally without case, and empty cells last", () => {
  expect([10, 9, null, 2].sort(compareCells)).toEqual([2, 9, 10, null]);
  expect(["b", "item 10", "Item 9", "", "A"].sort(compareCells)).toEqual(["A", "b", "Item 9", "item 10", ""]);
});
it("reads what it writes into the URL", () => {
  const sort = { by: "created", descending: true };
  expect(readSort(writeSort(sort), { by: "name", descending: false })).toEqual(sort);
  expect(readSort(undefined, sort)).toEqual(sort);
});

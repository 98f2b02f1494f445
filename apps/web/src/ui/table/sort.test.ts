import { expect, it } from "vitest";
import { compareCells, readSort, sortRows, writeSort } from "./sort.ts";

it("sorts numbers by value, texts naturally without case, and empty cells last", () => {
  expect([10, 9, null, 2].sort(compareCells)).toEqual([2, 9, 10, null]);
  expect(["b", "item 10", "Item 9", "", "A"].sort(compareCells)).toEqual(["A", "b", "Item 9", "item 10", ""]);
});
it("sorts rows in both directions, without a value last and equal ones in their order", () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10, same: "a" }, { n: 10, same: "b" }];
  const [two, none, a, b] = rows;
  expect(sortRows(rows, ({ n }) => n, false)).toEqual([two, a, b, none]);
  expect(sortRows(rows, ({ n }) => n, true)).toEqual([a, b, two, none]);
});
it("reads what it writes into the URL", () => {
  const sort = { by: "created", descending: true };
  expect(readSort(writeSort(sort), { by: "name", descending: false })).toEqual(sort);
  expect(readSort(undefined, sort)).toEqual(sort);
});

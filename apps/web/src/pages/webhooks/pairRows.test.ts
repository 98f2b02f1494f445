import { expect, it } from "vitest";
import { mapOfRows, mayAddRow, rowsFault, rowsOfMap } from "./pairRows.ts";

it("drops empty rows and trims names and paths (spec 2 §5.4)", () => {
  const rows = [
    { name: " X-Key ", value: " a " },
    { name: "", value: "b" },
    { name: "c", value: " " },
  ];
  expect(mapOfRows(rows)).toEqual({ "X-Key": " a " });
  expect(mapOfRows(rows, true)).toEqual({ "X-Key": "a" });
});

it("adds no row while the last one has an empty name or value (spec 2 §5.4)", () => {
  expect(mayAddRow([])).toBe(true);
  expect(mayAddRow([{ name: "a", value: "" }])).toBe(false);
  expect(mayAddRow([{ name: "", value: "b" }])).toBe(false);
  expect(mayAddRow(rowsOfMap({ a: "b" }))).toBe(true);
});

it("refuses a half-filled row and ignores an empty one", () => {
  const empty = { name: " ", value: "" };
  expect(rowsFault([empty, { name: "X-Key", value: "" }])).toBe(
    "Value of row 2 cannot be empty. Fill it in or remove the row.",
  );
  expect(rowsFault([{ name: "", value: "$.id" }], "Name", "Path")).toBe(
    "Name of row 1 cannot be empty. Fill it in or remove the row.",
  );
  expect(rowsFault([empty, { name: "a", value: "b" }])).toBeUndefined();
});

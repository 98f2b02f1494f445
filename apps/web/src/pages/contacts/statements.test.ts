import { expect, it } from "vitest";
import { filterText } from "./filterText.ts";
import { readFilters, writeFilters } from "./statements.ts";

it("reads filters from the address bar and from a run's statements state (spec 2 §2.4)", () => {
  const filters = [{ variable: "city", operation: "EQUALS", value: "Denver" }];
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(readFilters('[{"variable":"city","operation":"EQUALS","value":5,"negated":true}]')).toEqual([
    { variable: "city", operation: "DN_EQUALS", value: "5" },
  ]);
  for (const text of [undefined, "", "{", "5", '[{"variable":1}]']) expect(readFilters(text)).toEqual([]);
  expect(writeFilters([])).toBeUndefined();
});
it("says a filter in words", () => {
  expect(filterText({ variable: "city", operation: "EQUALS", value: "Denver" })).toBe("City equals Denver");
  expect(filterText({ variable: "email", operation: "EXISTS", value: "" })).toBe("Email exists");
});

import { contactOperations } from "@trunkline/workflow/parts/operations.ts";
import { evaluateStatement } from "@trunkline/workflow/parts/statement.ts";
import { expect, it } from "vitest";
import { describeFilter } from "../../fields/run/describeFilter.ts";
import { readFilters, statementsOf, writeFilters } from "./statements.ts";

it("reads filters from the address bar and from a run's statements state (spec 2 §2.4)", () => {
  const filters = [{ variable: "city", operation: "EQUALS", value: "Denver" }];
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(readFilters('[{"variable":"city","operation":"EQUALS","value":5,"negated":true}]')).toEqual([
    { variable: "city", operation: "DN_EQUALS", value: "5" },
  ]);
  for (const text of [undefined, "", "{", "5", '[{"variable":1}]']) expect(readFilters(text)).toEqual([]);
  expect(writeFilters([])).toBeUndefined();
});
it.each(
  contactOperations.flatMap(({ value: operation }) =>
    [false, true].map((negated) => ({ operation: String(operation), negated })),
  ),
)(
  "links to the same contacts that a run selects: $operation, negated $negated (spec 2 §2.4)",
  ({ operation, negated }) => {
    const [sent] = statementsOf(
      readFilters(JSON.stringify([{ variable: "city", operation, value: "Denver", negated }])),
    );
    for (const city of ["Denver", "Denver West", "Aspen", undefined]) {
      const read = () => city;
      const of = { variable: "city", operation, value: "Denver", negated };
      expect(evaluateStatement(sent ?? of, read)).toBe(evaluateStatement(of, read));
    }
    expect(sent?.variable).toBe("city");
  },
);
it("describes a filter", () => {
  expect(describeFilter({ variable: "city", operation: "EQUALS", value: "Denver" })).toBe("City equals Denver");
  expect(describeFilter({ variable: "email", operation: "EXISTS", value: "" })).toBe("Email exists");
});

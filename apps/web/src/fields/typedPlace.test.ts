import { kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { newPath } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { expect, test } from "vitest";
import type { AnyField } from "./formContext.ts";
import { typedPlace } from "./typedPlace.ts";

const { fields, defaults } = kinds.event;
const placeOf = (before: object, after: object, changed: string) =>
  typedPlace(fields as readonly unknown[] as readonly AnyField[], { ...before }, { ...after }, changed);
const withStatement = (statement: object) => ({
  ...defaults,
  conditionalPaths: [{ ...newPath, statements: [{ ...newPath.statements[0], ...statement }] }],
});

test("typing in a field has a place, also in nested rows", () => {
  expect(placeOf(defaults, { ...defaults, timeoutWaitNumber: 12 }, "timeoutWaitNumber")).toBe("timeoutWaitNumber");
  expect(placeOf(defaults, withStatement({ value: "y" }), "conditionalPaths")).toBe(
    "conditionalPaths.0.statements.0.value",
  );
});

test("choosing, adding and removing are separate undo steps", () => {
  const changed = { ...defaults, timeoutPath: 4 };
  expect(placeOf(changed, defaults, "timeoutPath")).toBeUndefined();
  expect(placeOf(defaults, withStatement({ operation: "CONTAINS" }), "conditionalPaths")).toBeUndefined();
  expect(placeOf(defaults, { ...defaults, conditionalPaths: [newPath, newPath] }, "conditionalPaths")).toBeUndefined();
});

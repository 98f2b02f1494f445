import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conditionOperations, listOf, needsValue, operationLabel, textOperations } from "./operations.ts";
import { allMatch, evaluateStatement, statementSql } from "./statement.ts";
import { regexProblem } from "./text/regex.ts";

const holds = (
  actual: string | undefined,
  operation: string,
  value: string | string[] = "",
  negated = false,
): boolean => evaluateStatement({ variable: "x", operation, value, negated }, () => actual);

describe("a statement (readings, Operations)", () => {
  test.each([
    ["Yes", "EQUALS", "yes", true],
    [" yes ", "EQUALS", "YES", true],
    ["5.0", "EQUALS", "5", true],
    ["5", "EQUALS", "5 apples", false],
    ["2025-03-12T13:32:00-04:00", "EQUALS", "2025-03-12T17:32:00Z", true],
    ["2025-03-12", "EQUALS", "2025-03-12T00:00:00Z", true],
    ["NV", "EQUALS_ONE_OF", "CA, NV", true],
    ["NV", "EQUALS_ONE_OF", "CA\nnv\n", true],
    ["N", "EQUALS_ONE_OF", "CA,NV", false],
    ["call me Later", "CONTAINS", "later", true],
    ["now", "CONTAINS", "later", false],
    ["oh ok then", "CONTAINS_ONE_OF", "yes,ok", true],
    ["no", "CONTAINS_ONE_OF", "yes,ok", false],
    ["Testament", "BEGINS_WITH", "test", true],
    ["contest", "BEGINS_WITH", "test", false],
    ["contest", "ENDS_WITH", "TEST", true],
    ["order 12345", "REGEX", "^order \\d+$", true],
    ["ORDER 1", "REGEX", "order", true],
    ["18", "LT_THAN", "9", false],
    ["9", "LT_THAN", "18", true],
    ["18", "GT_THAN", "9", true],
    ["-1.5", "LT_THAN", "-1", true],
    ["apple", "LT_THAN", "Banana", true],
    ["2025-03-12T00:00:00-04:00", "GT_THAN", "2025-03-12T03:00:00Z", true],
    ["9:30", "LESS_THAN", "10:00", true],
    ["17:00:01", "GREATER_THAN", "17:00", true],
    ["anything", "EXISTS", "", true],
  ])("%j %s %j is %s, and its DN_ form the opposite", (actual, operation, value, expected) => {
    expect(holds(actual, operation, value)).toBe(expected);
    expect(holds(actual, `DN_${operation}`, value)).toBe(!expected);
    // both are read, and either negates once
    expect(holds(actual, operation, value, true)).toBe(!expected);
    expect(holds(actual, `DN_${operation}`, value, true)).toBe(!expected);
  });

  test("about a missing or empty variable holds in its DN_ form only", () => {
    for (const operation of ["EQUALS", "CONTAINS", "LT_THAN", "EXISTS", "REGEX"]) {
      for (const actual of [undefined, ""]) {
        expect(holds(actual, operation, "")).toBe(false);
        expect(holds(actual, `DN_${operation}`, "")).toBe(true);
      }
    }
  });

  test("with an operation that does not exist never holds", () => {
    expect(holds("x", "LIKE", "x")).toBe(false);
    expect(holds("x", "constructor", "x")).toBe(false);
  });

  test("takes a list as an array as well", () => {
    expect(holds("nv", "EQUALS_ONE_OF", ["CA", "NV"])).toBe(true);
    expect(listOf("a, b\n\n c ,")).toEqual(["a", "b", "c"]);
  });

  test("all of one path have to hold", () => {
    const read = (name: string): string | undefined => ({ state: "CA", age: "30" })[name];
    const state = { variable: "state", operation: "EQUALS", value: "ca" };
    expect(allMatch([state, { variable: "age", operation: "DN_LT_THAN", value: "18" }], read)).toBe(true);
    expect(allMatch([state, { variable: "age", operation: "LT_THAN", value: "18" }], read)).toBe(false);
  });
});

describe("regular expressions", () => {
  test("stay linear on a pattern made to hang", () => {
    expect(holds("a".repeat(1500), "REGEX", "^(a+)+$")).toBe(true);
    expect(holds(`${"a".repeat(1500)}!`, "REGEX", "^(a+)+$")).toBe(false);
  });

  test("that cannot be used never match and say so", () => {
    for (const pattern of ["(", "(?=x)", "(a)\\1", "x".repeat(300)]) {
      expect(regexProblem(pattern)).toBeDefined();
      expect(holds("x", "REGEX", pattern)).toBe(false);
    }
    expect(regexProblem("^a+$")).toBeUndefined();
  });
});

describe("the forms", () => {
  test("offer a condition every operation but REGEX, with its DN_ form (spec 2 §3.3)", () => {
    const offered = conditionOperations.map(({ value }) => value);
    expect(offered).toContain("EXISTS");
    expect(offered).toContain("DN_GT_THAN");
    expect(offered).not.toContain("REGEX");
    expect(offered).not.toContain("DN_REGEX");
    expect(new Set(offered).size).toBe(18);
    expect(textOperations.map(({ value }) => value)).toContain("DN_REGEX");
  });

  test("name each operation in words", () => {
    expect(operationLabel("DN_EQUALS")).toBe("Does not equal");
    expect(operationLabel("EXISTS")).toBe("Exists");
  });

  test("hide the value of EXISTS and DN_EXISTS (spec 2 §3.3)", () => {
    expect([needsValue("EXISTS"), needsValue("DN_EXISTS"), needsValue("EQUALS")]).toEqual([false, false, true]);
  });
});

describe("the store", () => {
  test("is asked with parameters only, numbered from a given start", () => {
    const piece = statementSql({ variable: "state", operation: "DN_EQUALS", value: "O'Hara" }, "c.state", 4);
    expect(piece?.text).toContain("$4");
    expect(piece?.text).not.toContain("O'Hara");
    expect(piece?.values[0]).toEqual(["o'hara"]);
  });

  test("numbers as many parameters as it has values", () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constant("2025-03-12"));
    fc.assert(
      fc.property(fc.constantFrom(...conditionOperations.map((one) => String(one.value))), value, (operation, text) => {
        const piece = statementSql({ variable: "x", operation, value: text }, "x", 3);
        const numbers = [...(piece?.text ?? "").matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
        expect([...new Set(numbers)].sort()).toEqual(piece?.values.map((_, index) => index + 3));
      }),
    );
  });

  test("is not asked for a regular expression (readings, Statements)", () => {
    expect(statementSql({ variable: "x", operation: "REGEX", value: "a" }, "x", 1)).toBeUndefined();
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { limits } from "./budget.ts";
import { JsonPathError } from "./jsonPathError.ts";
import { jsonPathProblem } from "./parsedPath.ts";
import { queryJson } from "./queryJson.ts";

interface Case {
  name: string;
  selector: string;
  document?: unknown;
  result?: unknown[];
  results?: unknown[][];
  invalid_selector?: boolean;
}

const suite: { tests: Case[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/jsonpath/compliance.json", import.meta.url), "utf8"),
);

describe("the public compliance suite of RFC 9535", () => {
  test("is whole", () => {
    expect(suite.tests).toHaveLength(703);
  });

  test.for(suite.tests)("$name: $selector", ({ selector, document, result, results, invalid_selector }) => {
    if (invalid_selector) {
      expect(() => queryJson(selector, document ?? null)).toThrow(JsonPathError);
      return;
    }
    const found = queryJson(selector, document);
    // an object's members have no order: where several answers are right, the suite lists them
    expect(results ?? [result]).toContainEqual(found);
  });
});

describe("an invalid path is reported with its place", () => {
  test.for([
    ["", "column 1: a path begins with $, found the end of the path"],
    ["order.id", 'column 1: a path begins with $, found "o"'],
    ["$.", "column 3: expected a name or *, found the end of the path"],
    ["$.order id", 'column 8: expected ".", ".." or "[", found " "'],
    ["$['id", "column 3: the text is not closed"],
    ["$[01]", "column 3: 01 is not a whole number as JSONPath writes it"],
    ["$[9007199254740992]", "column 3: 9007199254740992 is too large"],
    ["$[1", 'column 4: expected "," or "]", found the end of the path'],
    ["$[?@.a == @.*]", "column 11: only a path to a single value can be compared, made of names and indexes"],
    ["$[?length(@.a)]", "column 4: a value is not a condition. Compare it with something"],
    ["$[?match(@.a, 'x') == true]", "column 4: match() is true or false and cannot be compared"],
    [
      "$[?sum(@.a) > 1]",
      "column 4: sum() is not a JSONPath function. The functions are length, count, match, search, value",
    ],
    ["$[?count(@.a, 1) > 1]", "column 4: count() takes one argument, not 2"],
    [`$[?${"(".repeat(100)}@${")".repeat(100)}]`, "column 34: is nested too deeply"],
  ])("%s", ([path = "", problem]) => {
    expect(jsonPathProblem(path)).toBe(problem);
  });
});

describe("no path costs more than its budget", () => {
  const wide = Array.from({ length: 400 }, (_, index) => ({ index, list: [1, 2, 3] }));

  test("steps", () => {
    expect(() => queryJson("$[?count($..*) > count(@..*)]", wide)).toThrow("the path takes too many steps");
  });

  test("values selected", () => {
    const rows = Array.from({ length: limits.nodes / 2 + 1 }, () => 1);
    expect(() => queryJson("$[*,*]", rows)).toThrow("the path selects too many values");
  });

  test("depth of the value", () => {
    const deep = (): unknown => JSON.parse("[".repeat(5000) + "]".repeat(5000));
    expect(() => queryJson("$..a", deep())).toThrow("the value is nested too deeply");
    expect(() => queryJson("$[1][?@ == $[0]]", [deep(), [deep()]])).toThrow("the value is nested too deeply");
  });

  test("a pattern that hangs other engines takes its turn", () => {
    expect(queryJson("$[?match(@, '(a+)+b')]", ["a".repeat(5000)])).toEqual([]);
  });
});

test("nothing but the value's own members is reached", () => {
  expect(queryJson("$.constructor", {})).toEqual([]);
  expect(queryJson("$.__proto__", JSON.parse('{"__proto__": 1}'))).toEqual([1]);
  expect(queryJson("$.list.length", { list: [1, 2] })).toEqual([]);
});

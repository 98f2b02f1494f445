import { describeKind } from "../../describeKind.ts";
import { computation } from "./index.ts";

const template = (variable: string, freemarker: string) => ({
  variable,
  type: "freemarker" as const,
  freemarker,
  jsonPath: "",
  jsonPathSourceVariable: "",
});
const path = (variable: string, jsonPath: string, jsonPathSourceVariable = "order") => ({
  variable,
  type: "jsonpath" as const,
  freemarker: "",
  jsonPath,
  jsonPathSourceVariable,
});
const order = JSON.stringify({
  id: 17,
  paid: false,
  none: null,
  note: " two\nlines ",
  items: [
    { name: "tea", price: 3 },
    { name: "cake", price: 12 },
  ],
});

describeKind("computation", computation, {
  saves: [
    {
      rule: "rows of both types",
      draft: { computations: [template("shout", "${firstName?upper_case}"), path("id", "$.id")] },
      own: { computations: [template("shout", "${firstName?upper_case}"), path("id", "$.id")] },
    },
    {
      rule: "the fields of the other type as empty (wire reading 12)",
      draft: {
        computations: [
          { ...template("a", "x"), jsonPath: "$.left.over", jsonPathSourceVariable: "old" },
          { ...path("b", "$.id"), freemarker: "left over" },
        ],
      },
      own: { computations: [template("a", "x"), path("b", "$.id")] },
    },
  ],
  rejects: [
    {
      rule: "a row without a name and without its template",
      draft: {},
      messages: ["Variable Name 1 is required", "Template 1 is required"],
    },
    {
      rule: "a path without a source variable and an expression",
      draft: { computations: [path("id", "", "")] },
      messages: ["Source Variable 1 is required", "Expression 1 is required"],
    },
    {
      rule: "a name twice, however it is written",
      draft: { computations: [template("a", "x"), template("b", "y"), template("${a}", "z")] },
      messages: ["Duplicate variable name"],
    },
    {
      rule: "a name that no text could read",
      draft: { computations: [template("my total", "x")] },
      messages: ["Variable Name 1 cannot contain spaces, $ or braces"],
    },
    {
      rule: "a template that cannot be read, with the place",
      draft: { computations: [template("a", "x"), template("b", "Hi\n${firstName?}")] },
      messages: ["Template 2 cannot be read: line 2, column 13: an expression is missing"],
    },
    {
      rule: "a built-in that does not exist, with the place",
      draft: { computations: [template("a", "${firstName?shout}")] },
      messages: ["Template 1 cannot be read: line 1, column 12: ?shout is not available"],
    },
    {
      rule: "an expression that is none, with the place",
      draft: { computations: [path("a", "$.items[?(@.price > )]")] },
      messages: ['Expression 1 is not JSONPath: column 21: expected @, $, a value or a function, found ")"'],
    },
    { rule: "nothing else", draft: { computations: [template("a", "x"), path("b", "$.id")] }, messages: [] },
  ],
  runs: [
    {
      rule: "computes row after row, each with what the rows before it gave",
      node: { computations: [template("shout", "${firstName?upper_case}"), template("twice", "${shout} ${shout}!")] },
      outcome: { go: 2, assign: { shout: "ANN", twice: "ANN ANN!" } },
    },
    {
      rule: "one value found is the result, as a text",
      node: {
        computations: [path("id", "$.id"), path("paid", "$.paid"), path("note", "$.note"), path("first", "$.items[0]")],
      },
      at: { vars: { order } },
      outcome: {
        go: 2,
        assign: { id: "17", paid: "false", note: " two\nlines ", first: '{"name":"tea","price":3}' },
      },
    },
    {
      rule: "several values found are a list",
      node: { computations: [path("names", "$.items[*].name"), path("dear", " $.items[?@.price > 10].name ")] },
      at: { vars: { order } },
      outcome: { go: 2, assign: { names: '["tea","cake"]', dear: "cake" } },
    },
    {
      rule: "the blanks around a template's text are left out",
      node: { computations: [template("size", "\n<#if state == 'NY'>\n  big\n<#else>\n  small\n</#if>\n")] },
      outcome: { go: 2, assign: { size: "big" } },
    },
    {
      rule: "a missing variable is an error on the step, and the other rows are computed (readings, Variables in texts)",
      node: { computations: [template("a", "Hi ${nick}"), template("b", "Hi ${nick!'you'}"), path("c", "$.id")] },
      outcome: {
        go: 2,
        assign: { b: "Hi you" },
        because: "error: a: line 1, column 6: nick has no value; c: order has no value",
      },
    },
    {
      rule: "a path that finds nothing, and a source that is not JSON, are errors on the step",
      node: { computations: [path("a", "$.gone"), path("b", "$.none"), path("c", "$.id", "firstName")] },
      at: { vars: { order } },
      outcome: {
        go: 2,
        because: "error: a: $.gone finds nothing in order; b: $.none finds nothing in order; c: firstName is not JSON",
      },
    },
    {
      rule: "a path that is none fails the journey",
      node: { computations: [path("a", "order.id")] },
      at: { vars: { order } },
      outcome: { fail: 'broken_expression: a: column 1: a path begins with $, found "o"' },
    },
    {
      rule: "a path that costs too much fails the journey",
      node: { computations: [path("a", "$[?count($..*) > count(@..*)]")] },
      at: { vars: { order: JSON.stringify(Array.from({ length: 500 }, () => [1, 2, 3])) } },
      outcome: { fail: "broken_expression: a: column 1: the path takes too many steps on this value" },
    },
    {
      rule: "more rows than fifty fail the journey",
      node: { computations: Array.from({ length: 51 }, (_, index) => template(`a${index}`, "x")) },
      outcome: { fail: "broken_node: more than 50 computations" },
    },
  ],
});

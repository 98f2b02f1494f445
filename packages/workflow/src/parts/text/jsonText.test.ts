import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf, parseJson } from "./jsonText.ts";

const where = (text: string): string => {
  const json = parseJson(text);
  return json.ok ? "sound" : json.message;
};

test.for([
  ["", "line 1, column 1: a value is expected, but the text ends"],
  ['{"a": 1,}', 'line 1, column 9: a name in quotes is expected, but there is "}"'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: , or } is expected, but there is "\\""'],
  ["[1, 2", "line 1, column 6: , or ] is expected, but the text ends"],
  ['{"a": "tab\there"}', 'line 1, column 7: a value is expected, but there is "\\""'],
  ['{"a" 1}', 'line 1, column 6: : is expected, but there is "1"'],
  ["{} x", 'line 1, column 4: the end is expected, but there is "x"'],
  ["[01]", 'line 1, column 2: a value or ] is expected, but there is "0"'],
  ["[nul]", 'line 1, column 2: a value or ] is expected, but there is "n"'],
])("%s", ([text = "", message = ""]) => {
  expect(where(text)).toBe(message);
});

test("a place is found in every text that is no JSON, and sound ones are parsed", () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", "}", ",", '"', "x", ":", "[", "\\"))
    .map(([text, at, put]) => {
      const place = at % (text.length + 1);
      return `${text.slice(0, place)}${put}${text.slice(place + 1)}`;
    });
  fc.assert(
    fc.property(broken, (text) => {
      const json = parseJson(text);
      if (json.ok) expect(json.value).toEqual(JSON.parse(text));
      else expect(text.split("\n")[json.line - 1]?.length).toBeGreaterThanOrEqual(json.column - 1);
    }),
    { numRuns: 1000 },
  );
});

test("a million brackets overflow nothing", () => {
  expect(where("[".repeat(1_000_000))).toContain("it is nested deeper than 200 levels");
});

const sample = { a: [1, { "b,]": 'x"}' }, []], c: { d: null, e: [true] }, "": 5 };

test.for<PropertyKey[][]>([
  [["a"], ["a", 0], ["a", 1], ["a", 1, "b,]"], ["a", 2]],
  [["c"], ["c", "d"], ["c", "e"], ["c", "e", 0], [""]],
])("the line of a value is found by its path: %j", (paths) => {
  const mark = "here";
  for (const path of paths) {
    const marked = structuredClone(sample) as unknown;
    let at = marked as Record<PropertyKey, unknown>;
    for (const part of path.slice(0, -1)) at = at[part] as Record<PropertyKey, unknown>;
    at[path.at(-1) ?? ""] = mark;
    const line = JSON.stringify(marked, null, 2).split(`"${mark}"`)[0]?.split("\n").length;
    expect([path, lineOf(JSON.stringify(sample, null, 2), path)]).toEqual([path, line]);
  }
});

test("what is not there is looked for in the innermost thing around it", () => {
  const text = JSON.stringify(sample, null, 2);
  expect(lineOf(text, ["c", "e", 7])).toBe(lineOf(text, ["c", "e"]));
  expect(lineOf(text, ["nothing", "more"])).toBe(1);
});

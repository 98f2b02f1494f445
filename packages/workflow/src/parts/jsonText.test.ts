import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./jsonText.ts";

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
  expect(where("[".repeat(1_000_000))).toContain("the text ends");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SliceReader } from "./sliceReader.ts";
import { type CsvFormat, splitRecords } from "./splitRecords.ts";
import { csvRow } from "./writeCsv.ts";

const comma: CsvFormat = { delimiter: ",", newline: "\n" };

function split(text: string, format = comma, final = true) {
  const rows: [number, string[]][] = [];
  const faults: [number, string, string][] = [];
  const progress = splitRecords(
    text,
    format,
    { line: 2, final },
    {
      record: (fields, line) => rows.push([line, fields]),
      fault: (line, reason, what) => faults.push([line, reason, what]),
    },
  );
  return { rows, faults, ...progress };
}

describe("rows of a CSV file (RFC 4180)", () => {
  it.each<[string, string, [number, string[]][]]>([
    [
      "plain",
      "a,b\nc,d\n",
      [
        [2, ["a", "b"]],
        [3, ["c", "d"]],
      ],
    ],
    [
      "without a final line break",
      "a,b\nc,d",
      [
        [2, ["a", "b"]],
        [3, ["c", "d"]],
      ],
    ],
    [
      "CR LF",
      "a,b\r\nc,d\r\n",
      [
        [2, ["a", "b"]],
        [3, ["c", "d"]],
      ],
    ],
    ["quoted separators", '"a,1",b\n', [[2, ["a,1", "b"]]]],
    ["doubled quotes", '"say ""x""",""""\n', [[2, ['say "x"', '"']]]],
    [
      "a line break inside quotes",
      '"a\nb",c\nd,e\n',
      [
        [2, ["a\nb", "c"]],
        [4, ["d", "e"]],
      ],
    ],
    ["quotes inside a plain field", 'Ann "Annie" Lee,b\n', [[2, ['Ann "Annie" Lee', "b"]]]],
    ["empty fields", ",,\na,,\n", [[3, ["a", "", ""]]]],
    ["empty quoted fields", '"","a"\n', [[2, ["", "a"]]]],
    [
      "blank lines",
      "\n\r\na,b\n  \n,\nc,d\n",
      [
        [4, ["a", "b"]],
        [7, ["c", "d"]],
      ],
    ],
    [
      "quoted with CR LF",
      '"a","b"\r\n"c","d"',
      [
        [2, ["a", "b"]],
        [3, ["c", "d"]],
      ],
    ],
    ["a quoted field that ends in CR LF", '"a\r\n",b\r\n', [[2, ["a\r\n", "b"]]]],
  ])("%s", (_name, text, rows) => {
    expect(split(text)).toMatchObject({ rows, faults: [], consumed: text.length });
  });

  it("semicolons, tabs and old Mac line ends also separate", () => {
    expect(split('a;"b;c"\n', { delimiter: ";", newline: "\n" }).rows).toEqual([[2, ["a", "b;c"]]]);
    expect(split("a\tb\n", { delimiter: "\t", newline: "\n" }).rows).toEqual([[2, ["a", "b"]]]);
    expect(split('a,"b\rc"\rd,e', { delimiter: ",", newline: "\r" }).rows).toEqual([
      [2, ["a", "b\rc"]],
      [4, ["d", "e"]],
    ]);
  });

  it.each([
    ['a,"b\nc,d\n', "A quote is opened and never closed", 'a,"b', [[3, ["c", "d"]]]],
    ['"a"x,b\nc,d\n', "A closing quote is followed by something other than a separator", '"a"x,b', [[3, ["c", "d"]]]],
  ])("%j is reported with its line and the next line is read", (text, reason, what, rows) => {
    expect(split(text)).toMatchObject({ faults: [[2, reason, what]], rows });
  });

  it("an incomplete row waits for its end", () => {
    for (const text of ["a,b", '"a', '"a"', '"a"\r', 'a,"b\nc'])
      expect(split(text, comma, false)).toMatchObject({ rows: [], faults: [], consumed: 0, line: 2 });
    expect(split('a,b\n"c', comma, false)).toMatchObject({ rows: [[2, ["a", "b"]]], consumed: 4, line: 3 });
  });

  it("a quote that is never closed buffers at most a megabyte", () => {
    const text = `"${"x,y\n".repeat(300_000)}`;
    const { faults, rows } = split(text, comma, false);
    expect(faults[0]).toEqual([2, "A quote is opened and never closed", '"x,y']);
    expect(rows).toHaveLength(299_999);
  });

  it("written rows are read back wherever the file is cut", () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", "é", "𝔘", '"', ",", "\n", "\r\n", " ", "x"), maxLength: 6 })
      .filter((text) => !/^[\r\n]/.test(text)); // These get the formula guard.
    const row = fc.array(cell, { minLength: 3, maxLength: 3 }).filter((cells) => cells[0]?.trim() !== "");
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.array(fc.nat(), { maxLength: 6 }), (rows, cuts) => {
        const text = Buffer.from(rows.map(csvRow).join(""));
        const options = {
          columns: ["first", "second", "third"].map((field) => ({ header: field, field, added: true })),
          duplicates: "update" as const,
          delimiter: ",",
          format: comma,
          bytes: 0,
          line: 1,
        };
        const reader = new SliceReader(options, () => "");
        const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
        const rejects = [0, ...places].flatMap((from, index) => {
          const slice = reader.read(text.subarray(from, places[index] ?? text.length), index === places.length);
          return slice.rejects;
        });
        // Without a phone, each row is rejected with its line and text.
        expect(rejects.map((one) => one.text)).toEqual(rows.map((cells) => cells.join(",")));
        let line = 1;
        const lines = rows.map((cells) => {
          const begins = line;
          line += cells.join("").split("\n").length;
          return begins;
        });
        expect(rejects.map((one) => one.line)).toEqual(lines);
      }),
      { numRuns: 500 },
    );
  });
});

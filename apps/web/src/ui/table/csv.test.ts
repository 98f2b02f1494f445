import { describe, expect, it } from "vitest";
import { csvCell, csvOf } from "./csv.ts";

describe("export of a table", () => {
  it("quotes commas, quotes and line breaks (RFC 4180)", () => {
    expect(csvCell('say "hi", Ann')).toBe('"say ""hi"", Ann"');
    expect(csvCell("two\nlines")).toBe('"two\nlines"');
  });
  it.each(["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx", "\r=1"])("makes the formula %j harmless", (text) => {
    expect(csvCell(text).replaceAll('"', "").startsWith("'")).toBe(true);
  });
  it("leaves numbers and phones as they are", () => {
    expect(csvCell("+12025550123")).toBe("+12025550123");
    expect(csvCell(-5)).toBe("-5");
    expect(csvCell("-2.5")).toBe("-2.5");
  });
  it("writes nothing for what is missing", () => {
    expect(csvCell(null)).toBe("");
    expect(csvCell(undefined)).toBe("");
  });
  it("begins with the UTF-8 mark and ends every row", () => {
    expect(
      csvOf([
        ["a", "b"],
        [1, null],
      ]),
    ).toBe("\uFEFFa,b\r\n1,\r\n");
  });
});

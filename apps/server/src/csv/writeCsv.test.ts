import { describe, expect, it } from "vitest";
import { csvCell, csvRow, withoutGuard } from "./writeCsv.ts";

describe("cells of an export (RFC 4180, formula guard)", () => {
  it.each<[string | null, string]>([
    [null, ""],
    ["", ""],
    ["Ann", "Ann"],
    ["Lee, Ann", '"Lee, Ann"'],
    ['say "x"', '"say ""x"""'],
    ["a\nb", '"a\nb"'],
    [" a", '" a"'],
    ["+12125550100", '"+12125550100"'],
    ["-5.5", "-5.5"],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", `"'\t=1"`],
  ])("%j is written as %j", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it("rows end in CR LF", () => expect(csvRow(["a", null, "b"])).toBe("a,,b\r\n"));

  it("only the formula guard is removed on import", () => {
    for (const value of ["=1", "-x", "@a", "it's", "'quoted'"]) {
      const cell = csvCell(value);
      expect(withoutGuard(cell)).toBe(value);
    }
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countParts, countSegments, encodingOf, encodingSizes, lengthIn, outsideGsm } from "./segments.ts";

describe("encoding (spec 2 §4.5)", () => {
  test.each([
    ["Hello, world!", "GSM7"],
    ["@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà", "GSM7"],
    ["^{}\\[~]|€", "GSM7"],
    ["a\nb\rc", "GSM7"],
    ["ç á í ó ú", "LATIN1"],
    ["© ª º", "LATIN1"],
    ["back`tick", "LATIN1"],
    ["a\tb", "LATIN1"],
    ["non\u00a0breaking", "LATIN1"],
    ["“curly” quotes", "UNICODE"],
    ["en – em — dash …", "UNICODE"],
    ["😀", "UNICODE"],
    ["á with Ω", "UNICODE"],
    ["á with €", "UNICODE"],
    ["", "GSM7"],
  ])("of %j is %s", (text, encoding) => {
    expect(encodingOf(text)).toBe(encoding);
  });

  test("names the characters that keep a text out of GSM-7", () => {
    expect(outsideGsm("“Hi” — á 😀 á")).toEqual(["“", "”", "—", "á", "😀"]);
  });

  test("counts extended characters double", () => {
    expect(lengthIn("GSM7", "[€]")).toBe(6);
  });
});

describe("counts", () => {
  test("show header-less parts against the limit (spec 2 §9)", () => {
    expect(countParts("x".repeat(160))).toEqual({ encoding: "GSM7", length: 160, max: 1600, part: 160, parts: 1 });
    expect(countParts("x".repeat(161)).parts).toBe(2);
    expect(countParts("á".repeat(141))).toMatchObject({ encoding: "LATIN1", max: 1400, parts: 2 });
    expect(countParts("—".repeat(71))).toMatchObject({ encoding: "UNICODE", max: 700, parts: 2 });
    expect(countParts("").parts).toBe(1);
  });

  test.each([
    ["160 septets", "x".repeat(160), 1],
    ["161 septets", "x".repeat(161), 2],
    ["306 septets", "x".repeat(306), 2],
    ["307 septets", "x".repeat(307), 3],
    ["1600 septets are 11 segments", "x".repeat(1600), 11],
    ["140 of Latin-1", "á".repeat(140), 1],
    ["1400 of Latin-1 are 11 segments", "á".repeat(1400), 11],
    ["70 units", "—".repeat(70), 1],
    ["71 units", "—".repeat(71), 2],
    ["700 units are 11 segments", "—".repeat(700), 11],
    ["an ESC pair is not split", `${"x".repeat(152)}€${"x".repeat(151)}`, 2],
    ["an ESC pair that does not fit moves on", `${"x".repeat(152)}€${"x".repeat(152)}`, 3],
    ["a surrogate pair is not split", `${"—".repeat(66)}😀${"—".repeat(66)}`, 3],
  ])("of what carriers send: %s", (_, text, segments) => {
    expect(countSegments(text)).toBe(segments);
  });

  test("Latin-1 costs Unicode segments where the carrier has none", () => {
    expect(countSegments("á".repeat(100), "UNICODE")).toBe(2);
  });

  test("segments are never fewer than the text needs, and never many more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const encoding = encodingOf(text);
        const { single, concatenated } = encodingSizes[encoding];
        const length = lengthIn(encoding, text);
        const segments = countSegments(text);
        if (length <= single) expect(segments).toBe(1);
        else {
          expect(segments).toBeGreaterThanOrEqual(Math.ceil(length / concatenated));
          expect(segments).toBeLessThanOrEqual(Math.ceil(length / (concatenated - 1)));
        }
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { codeOf, stepAt, stepOfCode, toBase32, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("a one-time code", () => {
  // RFC 6238, appendix B, SHA-1, the last six of eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds is %s", (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
  });

  it("is accepted at most one period early or late", () => {
    const at = 1_234_567_890_000;
    const steps = [-2, -1, 0, 1, 2].map((apart) => stepOfCode(secret, codeOf(secret, stepAt(at) + apart), at));
    expect(steps.map((step) => step !== null)).toEqual([false, true, true, true, false]);
    for (const wrong of ["", "12345", "1234567", "abcdef"]) expect(stepOfCode(secret, wrong, at)).toBeNull();
  });
});

it("a secret is base32 (RFC 4648, §10) in an otpauth URL", () => {
  expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => toBase32(Buffer.from(text)))).toEqual([
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
  expect(totpUri(secret, "ann@example.com")).toBe(
    "otpauth://totp/Trunkline%3Aann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Trunkline&algorithm=SHA1&digits=6&period=30",
  );
});

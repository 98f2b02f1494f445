import { describe, expect, it } from "vitest";
import { destinationProblem } from "./destination.ts";

describe("allowed destinations of an account (reliability §7: toll fraud)", () => {
  it.each([
    ["the United States", "+12025550100", ["+1"], null],
    ["Canada", "+14165550100", ["+1"], null],
    ["Puerto Rico, which is part of the United States", "+17875550100", ["+1"], null],
    ["Jamaica, which +1 does not include", "+18765550100", ["+1"], "country_blocked"],
    ["the Dominican Republic", "+18095550100", ["+1"], "country_blocked"],
    ["Jamaica, allowed by its own code", "+18765550100", ["+1", "+1876"], null],
    ["the United Kingdom, not allowed", "+447911123456", ["+1"], "country_blocked"],
    ["the United Kingdom, allowed", "+447911123456", ["+44"], null],
    ["a 900 number", "+19005550100", ["+1"], "premium_blocked"],
    ["a 976 number in any area", "+12129765010", ["+1"], "premium_blocked"],
    ["976 as part of an ordinary number's area code", "+19762345678", ["+1"], null],
    ["a British premium number", "+449098790000", ["+44"], "premium_blocked"],
    ["a British shared-cost number", "+448712345678", ["+44"], "premium_blocked"],
    ["a German premium number", "+499001234567", ["+49"], "premium_blocked"],
    ["a satellite number, even where its code is allowed", "+881612345678", ["+881"], "premium_blocked"],
    ["international premium", "+979123456789", ["+979"], "premium_blocked"],
  ])("%s", (_what, to, codes, problem) => {
    expect(destinationProblem(to, codes)).toBe(problem);
  });
});

import { expect, it } from "vitest";
import { countUpTo, formatCount, formatPhone, formatShare, ordinal, plural } from "./formatFigure.ts";

it("formats North American numbers", () => {
  expect(formatPhone("+12025550123")).toBe("+1 (202) 555-0123");
  expect(formatPhone("+442071838750")).toBe("+442071838750");
  expect(formatPhone(null)).toBe("---");
});
it("separates thousands and uses the plural", () => {
  expect(formatCount(1_000_000)).toBe("1,000,000");
  expect([9_999, 10_000, 10_001].map(countUpTo)).toEqual(["9,999", "10,000", "10,000+"]);
  expect(plural(1, "contact")).toBe("1 contact");
  expect(plural(2, "person", "people")).toBe("2 people");
});
it("a share is a percentage with one decimal at most", () => {
  expect([formatShare(1, 8), formatShare(2, 2), formatShare(0, 0), formatShare(30, 2)]).toEqual([
    "12.5 %",
    "100 %",
    "0 %",
    "1,500 %",
  ]);
});
it("ordinals have their endings", () => {
  expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
});

import { expect, test } from "vitest";
import { numberOf } from "./typedNumber.ts";

test("a text is read as the number that it stands for while it is typed", () => {
  expect(["1", "1.", "1.5", "1.50", "-2"].map(numberOf)).toEqual([1, 1, 1.5, 1.5, -2]);
});

test("a text that is no number yet is none", () => {
  expect(["", " ", "-", "."].map(numberOf)).toEqual(["", "", "", ""]);
});

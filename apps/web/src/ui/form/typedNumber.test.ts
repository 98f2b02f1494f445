import { expect, test } from "vitest";
import { numberOf } from "./typedNumber.ts";

test("reads a number while it is typed", () => {
  expect(["1", "1.", "1.5", "1.50", "-2"].map(numberOf)).toEqual([1, 1, 1.5, 1.5, -2]);
});

test("an incomplete number is none", () => {
  expect(["", " ", "-", "."].map(numberOf)).toEqual(["", "", "", ""]);
});

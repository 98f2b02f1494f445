import { expect, it } from "vitest";
import { formatDollars } from "./formatDollars.ts";

it.each([
  [15.888, "$15.89"],
  [12, "$12.00"],
  [1_234.5, "$1,234.50"],
  [0.1234, "$0.12"],
  [0.1, "$0.10"],
  [0.0995, "$0.0995"],
  [0.008, "$0.008"],
  [0.00004, "$0.00"],
  [-15.888, "-$15.89"],
  [0, "$0.00"],
])("shows %f dollars as %s", (amount, text) => {
  expect(formatDollars(amount)).toBe(text);
});

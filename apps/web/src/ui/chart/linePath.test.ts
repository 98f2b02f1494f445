import { expect, it } from "vitest";
import { linePath } from "./linePath.ts";

const y = (value: number): number => 100 - value;

it("a line goes through the middles of its steps, with a gap where there is no value", () => {
  expect(linePath([10, 20, null, 30], 4, y)).toBe("M2 90L6 80M14 70");
});

it("a line without dots crosses the step of a value between two gaps, such as the target of a single day", () => {
  expect(linePath([80], 10, y, true)).toBe("M0 20H10");
  expect(linePath([10, 20, null, 30], 4, y, true)).toBe("M2 90L6 80M12 70H16");
});

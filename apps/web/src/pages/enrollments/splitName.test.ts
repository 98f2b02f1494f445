import { expect, test } from "vitest";
import { splitName } from "./splitName.ts";

test.each([
  ["Two-day welcome Nov 28, 06:26", "Two-day welcome ", "Nov 28, 06:26"],
  ["Demo: reminders, Nov 27", "Demo: reminders, ", "Nov 27"],
  ["Demo: whitening, second group", "Demo: whitening, ", "second group"],
  ["Reminders", "Reminders", ""],
  ["Call averyveryverylongword", "Call averyveryverylongword", ""],
  ["", "", ""],
])("%j keeps its last words apart", (name, start, end) => {
  expect(splitName(name)).toEqual([start, end]);
});

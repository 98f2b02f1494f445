import { expect, it } from "vitest";
import { localDay, nameDay } from "./threadDays.ts";

it("names the days of a thread", () => {
  const nameOn = (day: string) => nameDay(day, "2026-03-01");
  expect(["2026-03-01", "2026-02-28", "2026-02-26", "2025-12-31"].map(nameOn)).toEqual([
    "Today",
    "Yesterday",
    "Thursday, February 26",
    "Wednesday, December 31, 2025",
  ]);
  expect(localDay(new Date(2026, 2, 1, 23, 59))).toBe("2026-03-01");
});

import { expect, it } from "vitest";
import { daysOf } from "./useHistory.ts";

it("filters by whole days of the reader's time zone", () =>
  expect(daysOf("2026-07-04", "2026-07-05")).toEqual({
    startDate: new Date(2026, 6, 4).toISOString(),
    endDate: new Date(2026, 6, 6).toISOString(),
  }));
it("ignores a filter that is not a day", () => expect(daysOf("yesterday", undefined)).toEqual({}));

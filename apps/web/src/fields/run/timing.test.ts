import { expect, test } from "vitest";
import { onceInstant, onceIssue, recurringBody, recurringIssues, type Timing, wallClock } from "./timing.ts";

const now = new Date("2026-11-01T05:30:00Z");
const timing: Timing = {
  at: "",
  dayOfWeek: 62,
  timeOfDay: "09:30:00",
  expire: "",
  timezoneId: -20,
  missed: "once",
};

test("a one-time run is between now and a year ahead, by the clock of its zone (spec 2 §9)", () => {
  expect(wallClock(now, -20)).toBe("2026-11-01T01:30");
  expect(onceIssue(timing, now)).toBe("Date and time is required");
  expect(onceIssue({ ...timing, at: "2026-11-01T01:29" }, now)).toBe("The time has passed already");
  expect(onceIssue({ ...timing, at: "2026-11-01T01:30" }, now)).toBeUndefined();
  expect(onceIssue({ ...timing, at: "2027-11-02T01:30" }, now)).toBe("At most one year ahead");
});

test("the forecast of a one-time run starts at its instant, in its zone", () => {
  expect(onceInstant({ at: "2026-11-02T09:30", timezoneId: -20 })).toBe("2026-11-02T14:30:00.000Z");
  expect(onceInstant({ at: "2026-07-02T09:30", timezoneId: -20 })).toBe("2026-07-02T13:30:00.000Z");
  expect(onceInstant({ at: "", timezoneId: -20 })).toBeUndefined();
});

test("a recurring run has a day, a time and a future expiry (spec 2 §5.6)", () => {
  expect(recurringIssues(timing, now)).toEqual({});
  expect(recurringIssues({ ...timing, dayOfWeek: 0, timeOfDay: "", expire: "2026-10-31" }, now)).toEqual({
    dayOfWeek: "Choose at least one day",
    timeOfDay: "Time is required",
    expire: "The date has passed already",
  });
});

test("the time of a recurring run is sent as HH:mm (spec 2 §3.9)", () => {
  expect(recurringBody(timing)).toMatchObject({ timeOfDay: "09:30" });
});

import { expect, test } from "vitest";
import { describeTimeout, timeoutDefaults } from "./timeoutForm.ts";

const date = { ...timeoutDefaults, timeoutScheduleType: "date" as const };

test("a date on a card names the offset that it is written with", () => {
  const words = (timeoutScheduleDate: string) =>
    describeTimeout({ ...date, timeoutType: "schedule", timeoutScheduleDate });
  expect(words("2027-03-12T13:30:00-04:00")).toBe("until 2027-03-12 1:30 PM, UTC-04:00");
  expect(words("2027-03-12T13:30:00Z")).toBe("until 2027-03-12 1:30 PM, UTC");
});

test("a local date on a card names its zone", () => {
  const local = { ...date, timeoutType: "scheduleTz" as const, timeoutScheduleDate: "2027-03-12T13:30:00" };
  expect(describeTimeout({ ...local, timezoneType: "recipient" })).toBe(
    "until 2027-03-12 1:30 PM, contact's time zone",
  );
  expect(describeTimeout({ ...local, timezoneType: "fixed", fixedTimezoneId: -20 })).toMatch(
    /^until 2027-03-12 1:30 PM, .*Eastern/,
  );
});

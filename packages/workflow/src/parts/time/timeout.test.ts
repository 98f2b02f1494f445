import { describe, expect, test } from "vitest";
import type { Moment } from "../../nodeKind.ts";
import { resolveTimeout } from "./timeout.ts";
import type { TimeoutData } from "./timeoutData.ts";
import { zoneOf } from "./timezones.ts";

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function moment(nowText: string, vars: Record<string, string> = {}, zones: string[] = ["America/New_York"]): Moment {
  const now = Date.parse(nowText);
  return {
    now,
    since: now,
    chance: 0.5,
    vars,
    contact: {
      contactId: "c1",
      phone: null,
      email: null,
      firstName: null,
      lastName: null,
      address: null,
      city: null,
      state: null,
      postalCode: null,
      country: null,
      tags: [],
      extdata: { appointment: "2026-04-01T10:00:00-04:00" },
      zones,
      zonesFrom: "contact",
      dnc: 0,
    },
    sendWindow: [],
    lookup: { template: () => undefined, campaignExists: () => true, zone: zoneOf, federalDnc: () => undefined },
  };
}

const end = (data: TimeoutData, at: Moment): string => {
  const resolved = resolveTimeout(data, at);
  return "fail" in resolved ? resolved.fail : iso(resolved.until);
};

describe("wait", () => {
  test("is a number of units from now", () => {
    const at = moment("2026-03-10T12:00:00Z");
    const wait = (timeoutWaitNumber: number, timeoutWaitUnits: "seconds" | "minutes" | "hours" | "days"): string =>
      end({ timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber, timeoutWaitUnits }, at);
    expect([wait(30, "seconds"), wait(5, "minutes"), wait(2, "hours"), wait(1, "days")]).toEqual([
      "2026-03-10T12:00:30Z",
      "2026-03-10T12:05:00Z",
      "2026-03-10T14:00:00Z",
      "2026-03-11T12:00:00Z",
    ]);
  });

  test("ends at a whole millisecond, whatever the clock's fractions", () => {
    const data: TimeoutData = { timeoutType: "wait", timeoutWaitNumber: 1, timeoutWaitUnits: "seconds" };
    expect(resolveTimeout(data, moment("2026-03-10T12:00:00Z"), 1_000.12)).toEqual({ until: 2_000 });
  });

  test("of a variable reads it when the wait begins, and says what is wrong with it", () => {
    const data: TimeoutData = {
      timeoutType: "wait",
      timeoutWaitType: "variable",
      timeoutWaitVariable: "${hours}",
      timeoutWaitUnits: "hours",
    };
    const now = "2026-03-10T12:00:00Z";
    expect(end(data, moment(now, { hours: "1.5" }))).toBe("2026-03-10T13:30:00Z");
    expect(end(data, moment(now))).toBe("the variable hours is empty");
    expect(end(data, moment(now, { hours: "soon" }))).toBe('"soon" is not a number of hours');
    expect(end(data, moment(now, { hours: "-1" }))).toBe('"-1" is not a number of hours');
  });
});

describe("waitTime", () => {
  const noon: TimeoutData = {
    timeoutType: "waitTime",
    timeoutWaitUntilType: "date",
    timeoutWaitUntilTime: "12:00:00",
    timezoneType: "recipient",
    timeoutAllowedDays: 62,
  };

  test("is the next such time on an allowed day, this instant included", () => {
    expect(end(noon, moment("2026-03-10T15:59:00Z"))).toBe("2026-03-10T16:00:00Z");
    expect(end(noon, moment("2026-03-10T16:00:00Z"))).toBe("2026-03-10T16:00:00Z");
    expect(end(noon, moment("2026-03-10T16:00:01Z"))).toBe("2026-03-11T16:00:00Z");
    expect(end(noon, moment("2026-03-13T17:00:00Z"))).toBe("2026-03-16T16:00:00Z");
    // the only allowed day is today, whose noon has passed
    expect(end({ ...noon, timeoutAllowedDays: 4 }, moment("2026-03-10T17:00:00Z"))).toBe("2026-03-17T16:00:00Z");
    expect(end({ ...noon, timeoutAllowedDays: 0 }, moment("2026-03-10T17:00:00Z"))).toBe("no day is allowed");
  });

  test("in a fixed zone is that zone's", () => {
    const fixed: TimeoutData = { ...noon, timezoneType: "fixed", fixedTimezoneId: -32 };
    expect(end(fixed, moment("2026-03-10T15:00:00Z"))).toBe("2026-03-10T19:00:00Z");
    expect(end({ ...fixed, fixedTimezoneId: 7 }, moment("2026-03-10T15:00:00Z"))).toBe(
      "the time zone 7 does not exist",
    );
  });

  test("of someone in two zones is the later one's, so that it is never too early", () => {
    const two = moment("2026-03-10T15:00:00Z", {}, ["America/New_York", "America/Chicago"]);
    expect(end(noon, two)).toBe("2026-03-10T17:00:00Z");
  });

  test("in a gap of the clock is the first instant after it", () => {
    const early = { ...noon, timeoutWaitUntilTime: "02:30:00", timeoutAllowedDays: 127 };
    expect(end(early, moment("2026-03-08T05:00:00Z"))).toBe("2026-03-08T07:00:00Z");
  });

  test("of a variable reads HH:mm as well", () => {
    const data: TimeoutData = { ...noon, timeoutWaitUntilType: "variable", timeoutWaitUntilVariable: "calltime" };
    expect(end(data, moment("2026-03-10T12:00:00Z", { calltime: "9:30" }))).toBe("2026-03-10T13:30:00Z");
    expect(end(data, moment("2026-03-10T12:00:00Z", { calltime: "later" }))).toBe('"later" is not a time of day');
  });
});

describe("schedule and scheduleTz", () => {
  test("schedule is an instant, passed or not", () => {
    const data: TimeoutData = {
      timeoutType: "schedule",
      timeoutScheduleType: "date",
      timeoutScheduleDate: "2027-03-12T13:30:00-05:00",
    };
    expect(end(data, moment("2026-03-10T12:00:00Z"))).toBe("2027-03-12T18:30:00Z");
    expect(end(data, moment("2028-03-10T12:00:00Z"))).toBe("2027-03-12T18:30:00Z");
  });

  test("a schedule variable is epoch milliseconds or an instant with offset (spec 2 §5.2)", () => {
    const data: TimeoutData = {
      timeoutType: "schedule",
      timeoutScheduleType: "variable",
      timeoutScheduleVariable: "appointment",
    };
    expect(end(data, moment("2026-03-10T12:00:00Z"))).toBe("2026-04-01T14:00:00Z");
    expect(end(data, moment("2026-03-10T12:00:00Z", { appointment: "1774965600000" }))).toBe("2026-03-31T14:00:00Z");
    expect(end(data, moment("2026-03-10T12:00:00Z", { appointment: "tomorrow" }))).toBe(
      '"tomorrow" is not a date and time',
    );
  });

  test("scheduleTz is a local date in the recipient's or a fixed zone", () => {
    const data: TimeoutData = {
      timeoutType: "scheduleTz",
      timeoutScheduleType: "date",
      timeoutScheduleDate: "2027-03-12T13:30:00",
      timezoneType: "recipient",
    };
    expect(end(data, moment("2026-03-10T12:00:00Z"))).toBe("2027-03-12T18:30:00Z");
    expect(end(data, moment("2026-03-10T12:00:00Z", {}, ["America/New_York", "America/Denver"]))).toBe(
      "2027-03-12T20:30:00Z",
    );
    expect(end({ ...data, timezoneType: "fixed", fixedTimezoneId: 0 }, moment("2026-03-10T12:00:00Z"))).toBe(
      "2027-03-12T13:30:00Z",
    );
  });
});

describe("timezoneProtect", () => {
  const hours: TimeoutData = {
    timeoutType: "timezoneProtect",
    timezoneType: "recipient",
    timeoutAllowedDays: 62,
    timeoutRangeStartTime: "08:00:00",
    timeoutRangeEndTime: "17:00:00",
  };

  test("ends at once inside the hours and at the next opening outside", () => {
    expect(end(hours, moment("2026-03-10T12:00:00Z"))).toBe("2026-03-10T12:00:00Z");
    expect(end(hours, moment("2026-03-13T21:00:00Z"))).toBe("2026-03-16T12:00:00Z");
  });

  test("asks all zones that come into question", () => {
    const two = moment("2026-03-10T12:30:00Z", {}, ["America/New_York", "America/Los_Angeles"]);
    expect(end(hours, two)).toBe("2026-03-10T15:00:00Z");
  });
});

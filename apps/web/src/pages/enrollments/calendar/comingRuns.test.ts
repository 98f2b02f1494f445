import type { Schedule } from "@trunkline/contract/runs/schedule.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { expect, test } from "vitest";
import { calendarOf } from "./comingRuns.ts";

const zoneId = (zone: string): number => timezones.find((one) => one.zone === zone)?.timezoneId ?? 0;
const now = Date.parse("2027-03-10T12:00:00Z");

const schedule = (changes: Partial<Schedule>): Schedule => ({
  campaignId: "c",
  campaignName: "Reminder",
  eventId: "e",
  status: 1,
  recurring: false,
  timezoneId: 0,
  nextScheduled: null,
  dayOfWeek: null,
  timeOfDay: null,
  expire: null,
  missed: "once",
  createBatchRequest: { campaignId: "c", displayName: "Run", periodMs: -1, start: true, filters: { dnc: [] } },
  last: null,
  created: null,
  ...changes,
});

const listed = (schedules: Schedule[], zone = "Etc/UTC", month = 3, year = 2027) =>
  calendarOf(schedules, { year, month, nowMs: now, zone }).flatMap((week) =>
    week.flatMap((day) => day.runs.map(({ atMs }) => `${day.number}: ${new Date(atMs).toISOString()}`)),
  );

test("a month has whole weeks from Sunday to Saturday", () => {
  const weeks = calendarOf([], { year: 2027, month: 2, nowMs: now, zone: "Etc/UTC" });
  expect(weeks.map((week) => week.map(({ number, isInMonth }) => (isInMonth ? number : -number)))).toEqual([
    [-31, 1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12, 13],
    [14, 15, 16, 17, 18, 19, 20],
    [21, 22, 23, 24, 25, 26, 27],
    [28, -1, -2, -3, -4, -5, -6],
  ]);
});

test("a one-time run is on its day in the reader's time zone", () => {
  const once = schedule({ nextScheduled: "2027-03-20T02:30:00.000Z" });
  expect(listed([once])).toEqual(["20: 2027-03-20T02:30:00.000Z"]);
  expect(listed([once], "America/New_York")).toEqual(["19: 2027-03-20T02:30:00.000Z"]);
});

test("a recurring run is on each of its days from now on, over a change of the clock, until it expires", () => {
  const weekly = schedule({
    recurring: true,
    dayOfWeek: 1 | 8,
    timeOfDay: "09:00",
    timezoneId: zoneId("America/New_York"),
    expire: "2027-03-24T23:59:59.999Z",
  });
  expect(listed([weekly], "America/New_York")).toEqual([
    "10: 2027-03-10T14:00:00.000Z",
    "14: 2027-03-14T13:00:00.000Z",
    "17: 2027-03-17T13:00:00.000Z",
    "21: 2027-03-21T13:00:00.000Z",
    "24: 2027-03-24T13:00:00.000Z",
  ]);
});

test("cancelled and ended schedules have no runs, and paused ones have those that they would start", () => {
  const at = "2027-03-20T10:00:00.000Z";
  const days = [1, 0, -1, -2].map((status) => listed([schedule({ status, nextScheduled: at })]).length);
  expect(days).toEqual([1, 1, 0, 0]);
});

test("runs of a day are in the order of time", () => {
  const at = (time: string) => schedule({ nextScheduled: `2027-03-20T${time}:00.000Z` });
  expect(listed([at("15:00"), at("08:00")])).toEqual(["20: 2027-03-20T08:00:00.000Z", "20: 2027-03-20T15:00:00.000Z"]);
});

import { describeKind, now } from "../../describeKind.ts";
import { timeDelay } from "./index.ts";

const hour = 3_600_000;
const day = 24 * hour;
const blank = { timezoneType: "" as const };

describeKind("timeDelay", timeDelay, {
  saves: [
    {
      rule: "a wait of a number",
      draft: {},
      own: { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "days" },
    },
    {
      rule: "a wait of a variable",
      draft: { timeoutWaitType: "variable", timeoutWaitVariable: "waitminutes", timeoutWaitUnits: "minutes" },
      own: {
        timeoutType: "wait",
        timeoutWaitType: "variable",
        timeoutWaitVariable: "waitminutes",
        timeoutWaitUnits: "minutes",
      },
    },
    {
      rule: "a time of day in the recipient's zone",
      draft: { timeoutType: "waitTime" },
      own: {
        timeoutType: "waitTime",
        timeoutWaitUntilType: "date",
        timeoutWaitUntilTime: "12:00:00",
        timezoneType: "recipient",
        timeoutAllowedDays: 62,
      },
    },
    {
      rule: "an instant",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "2027-03-12T13:30:00-05:00" },
      own: { timeoutType: "schedule", timeoutScheduleType: "date", timeoutScheduleDate: "2027-03-12T13:30:00-05:00" },
    },
    {
      rule: "hours in a fixed zone",
      draft: { timeoutType: "timezoneProtect", timezoneType: "fixed", fixedTimezoneId: -20, timeoutAllowedDays: 127 },
      own: {
        timeoutType: "timezoneProtect",
        timezoneType: "fixed",
        fixedTimezoneId: -20,
        timeoutAllowedDays: 127,
        timeoutRangeStartTime: "08:00:00",
        timeoutRangeEndTime: "17:00:00",
      },
    },
  ],
  rejects: [
    { rule: "nothing by default", draft: {}, messages: [] },
    { rule: "wait without a number", draft: { timeoutWaitNumber: null }, messages: ["Wait Number is required"] },
    { rule: "a number below nothing", draft: { timeoutWaitNumber: -1 }, messages: ["Wait Number must be at least 0"] },
    {
      rule: "wait without a variable",
      draft: { timeoutWaitType: "variable" },
      messages: ["Wait Variable is required"],
    },
    {
      rule: "waitTime without a time, days and zone",
      draft: { timeoutType: "waitTime", timeoutWaitUntilTime: "", timeoutAllowedDays: 0, ...blank },
      messages: ["Wait Until Time is required", "Timezone Type is required", "Active Run Days is required"],
    },
    {
      rule: "waitTime without a variable",
      draft: { timeoutType: "waitTime", timeoutWaitUntilType: "variable" },
      messages: ["Wait Until Variable is required"],
    },
    {
      rule: "a fixed zone that was not chosen",
      draft: { timeoutType: "waitTime", timezoneType: "fixed" },
      messages: ["Timezone is required"],
    },
    { rule: "schedule without a date", draft: { timeoutType: "schedule" }, messages: ["Schedule Date is required"] },
    {
      rule: "schedule without a variable",
      draft: { timeoutType: "schedule", timeoutScheduleType: "variable" },
      messages: ["Schedule Variable is required"],
    },
    {
      rule: "a date before today",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "2026-11-17T23:59:00-05:00" },
      messages: ["Schedule Date cannot be before today"],
    },
    {
      rule: "not a date that has passed since it was saved",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "2026-11-17T23:59:00-05:00" },
      at: { unchanged: (field) => field === "timeoutScheduleDate" },
      messages: [],
    },
    {
      rule: "not today, nor a year ahead",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "2027-11-18T09:00:00Z" },
      messages: [],
    },
    {
      rule: "a date more than one year ahead",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "2027-11-19T09:00:00Z" },
      messages: ["Schedule Date cannot be more than one year ahead"],
    },
    {
      rule: "a date that is none",
      draft: { timeoutType: "schedule", timeoutScheduleDate: "tomorrow" },
      messages: ["Schedule Date must be a date and time such as 2025-03-12T13:32:00-04:00"],
    },
    {
      rule: "timezoneProtect without hours",
      draft: {
        timeoutType: "timezoneProtect",
        timeoutRangeStartTime: "",
        timeoutRangeEndTime: "",
        timeoutAllowedDays: 0,
      },
      messages: ["Start Time is required", "End Time is required", "Active Run Days is required"],
    },
    {
      rule: "a start after the end",
      draft: { timeoutType: "timezoneProtect", timeoutRangeStartTime: "18:00:00" },
      messages: ["Start Time cannot be after End Time", "End Time cannot be before Start Time"],
    },
  ],
  runs: [
    { rule: "waits for a number of units", outcome: { wait: { until: now + day } } },
    {
      rule: "waits for a variable's number",
      node: { timeoutWaitType: "variable", timeoutWaitVariable: "waitminutes", timeoutWaitUnits: "minutes" },
      at: { contact: { extdata: { waitminutes: "90" } } },
      outcome: { wait: { until: now + 1.5 * hour } },
    },
    {
      rule: "a variable that is empty fails the journey",
      node: { timeoutWaitType: "variable", timeoutWaitVariable: "waitminutes" },
      outcome: { fail: "the variable waitminutes is empty" },
    },
    {
      rule: "waits until noon at the recipient's",
      node: {
        timeoutType: "waitTime",
        timeoutWaitUntilTime: "12:00:00",
        timezoneType: "recipient",
        timeoutAllowedDays: 62,
      },
      outcome: { wait: { until: now + 2 * hour }, because: "America/New_York" },
    },
    {
      rule: "a moment in the past does not hold the contact",
      node: { timeoutType: "schedule", timeoutScheduleType: "date", timeoutScheduleDate: "2026-11-18T09:00:00-05:00" },
      outcome: { go: 2 },
    },
    {
      rule: "open hours do not hold the contact",
      node: { timeoutType: "timezoneProtect", timezoneType: "recipient", timeoutAllowedDays: 62 },
      outcome: { go: 2 },
    },
    {
      rule: "hours that are closed hold until they open",
      node: { timeoutType: "timezoneProtect", timezoneType: "fixed", fixedTimezoneId: -32, timeoutAllowedDays: 62 },
      outcome: {
        wait: { until: now + hour },
        because: "time window 08:00 to 17:00 Mo|Tu|We|Th|Fr in America/Los_Angeles",
      },
    },
    { rule: "continues when the wait is over", by: "wake", outcome: { go: 2 } },
    {
      rule: "hours are evaluated again after a pause",
      by: "wake",
      node: { timeoutType: "timezoneProtect", timezoneType: "fixed", fixedTimezoneId: -32, timeoutAllowedDays: 62 },
      outcome: {
        wait: { until: now + hour },
        because: "time window 08:00 to 17:00 Mo|Tu|We|Th|Fr in America/Los_Angeles",
      },
    },
  ],
});

import { describeKind, now } from "../../describeKind.ts";
import { event } from "./index.ts";

const day = 86_400_000;
const later = { variable: "node2.reply", operation: "CONTAINS", value: "later", negated: false };
const yes = { variable: "node2.reply", operation: "EQUALS_ONE_OF", value: "yes,ok", negated: false };
const twoPaths = {
  timeoutData: {
    timeoutType: "wait" as const,
    timeoutWaitType: "number" as const,
    timeoutWaitNumber: 2,
    timeoutWaitUnits: "days" as const,
    timeoutPath: 5,
  },
  conditions: [
    { targetNode: 3, statements: [yes] },
    { targetNode: 4, statements: [later] },
  ],
  children: [3, 4, 5],
};
const sound = {
  conditionalPaths: [
    { targetNode: 4, statements: [{ variable: "node2.reply", operation: "DN_CONTAINS", value: "later" }] },
  ],
  timeoutPath: 5,
};

describeKind("event", event, {
  saves: [
    {
      rule: "operations as codes with negated, the default path in timeoutData",
      draft: { ...sound, timeoutWaitNumber: 2 },
      own: {
        timeoutData: {
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 2,
          timeoutWaitUnits: "days",
          timeoutPath: 5,
        },
        conditions: [{ targetNode: 4, statements: [{ ...later, negated: true }] }],
      },
      children: [4, 5],
    },
    {
      rule: "a local date in a fixed zone",
      draft: {
        ...sound,
        timeoutType: "scheduleTz",
        timeoutScheduleDate: "2027-03-12T13:30:00",
        timezoneType: "fixed",
        fixedTimezoneId: -32,
      },
      own: {
        timeoutData: {
          timeoutType: "scheduleTz",
          timeoutScheduleType: "date",
          timeoutScheduleDate: "2027-03-12T13:30:00",
          timezoneType: "fixed",
          fixedTimezoneId: -32,
          timeoutPath: 5,
        },
        conditions: [{ targetNode: 4, statements: [{ ...later, negated: true }] }],
      },
      children: [4, 5],
    },
  ],
  rejects: [
    { rule: "nothing in a sound form", draft: sound, messages: [] },
    {
      rule: "an empty form",
      draft: {},
      messages: [
        "Default Path is required",
        "Conditional Path 1 is required",
        "Conditional Path 1 Variable 1 is required",
        "Conditional Path 1 Value 1 is required",
      ],
    },
    {
      rule: "wait without a number",
      draft: { ...sound, timeoutWaitNumber: null },
      messages: ["Wait Number is required"],
    },
    {
      rule: "scheduleTz without date, zone",
      draft: { ...sound, timeoutType: "scheduleTz", timezoneType: "" },
      messages: ["Schedule Date is required", "Timezone Type is required"],
    },
    {
      rule: "a local date where an instant is meant",
      draft: { ...sound, timeoutType: "schedule", timeoutScheduleDate: "2027-03-12T13:30:00" },
      messages: ["Schedule Date must be a date and time such as 2025-03-12T13:32:00-04:00"],
    },
  ],
  runs: [
    {
      rule: "waits for a reply, two days at most",
      node: twoPaths,
      outcome: { wait: { until: now + 2 * day, forReply: true } },
    },
    {
      rule: "evaluates on arrival, when a reply can already be there",
      node: twoPaths,
      at: { vars: { "node2.reply": "OK" } },
      outcome: { go: 3, because: "path 1 matched" },
    },
    {
      rule: "evaluates on each reply",
      by: "reply",
      node: twoPaths,
      at: { vars: { "node2.reply": "maybe later" } },
      outcome: { go: 4, because: "path 2 matched" },
    },
    {
      rule: "a reply that fits no path keeps waiting, to the same end",
      by: "reply",
      node: twoPaths,
      at: { vars: { "node2.reply": "who is this?" } },
      outcome: { wait: { forReply: true } },
    },
    {
      rule: "goes the default path when the time-out comes first",
      by: "wake",
      node: twoPaths,
      outcome: { go: 5, because: "timed out" },
    },
    {
      rule: "a time-out in the past does not hold the contact",
      node: {
        ...twoPaths,
        timeoutData: { timeoutType: "schedule", timeoutScheduleDate: "2026-11-18T09:00:00-05:00", timeoutPath: 5 },
      },
      outcome: { go: 5, because: "timed out" },
    },
  ],
});

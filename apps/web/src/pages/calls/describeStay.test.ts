import { expect, it } from "vitest";
import { describeStay } from "./describeStay.ts";

const stay = {
  ...{ outcome: null, waitSeconds: null, missed: 0, answeredByName: null, talkSeconds: null, endedBy: null },
  calledBack: false,
};

it.each([
  ["a caller who waits", { missed: 1 }, "The caller waits. 1 phone rang without an answer."],
  ["an abandoned wait", { outcome: "abandoned", waitSeconds: 65.4 }, "The caller hung up after 1 min 5 s."],
  ["a caller who was routed on", { outcome: "released", waitSeconds: 0.2 }, "Routed on without an answer after 0 s."],
  [
    "a caller who is called back",
    { outcome: "released", waitSeconds: 30, calledBack: true },
    "The caller asked to be called back after 30 s.",
  ],
  [
    "a call that ended without an answer",
    { outcome: "unanswered", waitSeconds: 600 },
    "The call ended without an answer after 10 min 0 s.",
  ],
  ["a talk", { outcome: "answered", waitSeconds: 12, answeredByName: "Ann" }, "Answered by Ann after 12 s."],
  [
    "a talk that was transferred",
    { outcome: "answered", waitSeconds: 12, missed: 2, answeredByName: "Ann", talkSeconds: 40, endedBy: "transfer" },
    "Answered by Ann after 12 s. 2 phones rang without an answer. They talked for 40 s. The agent transferred the call.",
  ],
] as const)("describes %s", (_, values, words) => {
  expect(describeStay({ ...stay, ...values })).toBe(words);
});

import { noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import { describe, expect, test } from "vitest";
import { type AssumedReply, assumedIssues, keyOf, readAssumed, writeAssumed } from "./assumed.ts";

const places = [
  {
    node: 4,
    title: "Answer",
    answers: [
      { path: 0, words: "reply equals yes" },
      { path: null, words: "another reply" },
    ],
  },
];
const assumed = readAssumed(noAssumptions);
const replies = (yes: number | "", other: number | "") =>
  new Map<string, AssumedReply>([
    [keyOf(4, 0), { percent: yes, minutes: 10 }],
    [keyOf(4, null), { percent: other, minutes: 0 }],
  ]);

describe("the form of assumptions", () => {
  test("says what it was filled with", () => {
    const given = {
      ...noAssumptions,
      deliveredPercent: 97,
      replies: [{ node: 4, path: 0, percent: 30, afterSeconds: 600 }],
    };
    expect(writeAssumed(readAssumed(given), places)).toEqual(given);
  });

  test("leaves out replies of nodes that are gone", () => {
    const given = { ...noAssumptions, replies: [{ node: 9, path: 0, percent: 30, afterSeconds: 600 }] };
    expect(writeAssumed(readAssumed(given), places).replies).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["nothing", {}, {}],
    ["a field that is empty", { delivered: "" }, { delivered: "Enter 0 to 100 percent" }],
    ["more than all", { clicks: 101 }, { clicks: "Enter 0 to 100 percent" }],
    [
      "calls that are more than all together",
      { machine: 60, busy: 41 },
      { failed: "These are more than 100 percent together" },
    ],
    ["a call without length", { seconds: 0 }, { seconds: "Enter 1 to 3,600 seconds" }],
    [
      "replies that are more than all together",
      { replies: replies(60, 41) },
      { "4 other.percent": "The replies here are more than 100 percent together" },
    ],
    ["a reply without a share", { replies: replies("", 0) }, { "4 0.percent": "Enter 0 to 100 percent" }],
  ])("names %s", (_, change, issues) => {
    expect(assumedIssues({ ...assumed, ...change }, places)).toEqual(new Map(Object.entries(issues)));
  });
});

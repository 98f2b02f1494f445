import { expect, test } from "vitest";
import { runnerWord, scheduleCan, scheduleWord } from "./scheduleCan.ts";

test("actions and labels of a scheduled run follow its status (spec 2 §4.7)", () => {
  const of = (status: number) => [
    scheduleWord({ status }),
    ...Object.entries(scheduleCan).flatMap(([name, can]) => (can({ status }) ? [name] : [])),
  ];
  expect(of(1)).toEqual(["Scheduled", "pause", "cancel", "edit"]);
  expect(of(0)).toEqual(["Paused", "unpause", "cancel", "edit"]);
  expect(of(-1)).toEqual(["---"]);
  expect(of(-2)).toEqual(["---"]);
});

test.for([
  [1, "Scheduled"],
  [0, "Paused"],
  [-1, "Cancelled"],
  [-2, "Ended"],
] as const)("a schedule of status %i is %s on the Runners page", ([status, word]) => {
  expect(runnerWord({ status })).toBe(word);
});

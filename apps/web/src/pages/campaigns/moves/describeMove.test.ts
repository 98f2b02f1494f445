import type { JourneyMove } from "@trunkline/contract/runs/journeyMove.ts";
import { expect, it } from "vitest";
import { describeProgress, describeSimulation, mayUndo } from "./describeMove.ts";
import { type Chosen, issueOf, type WaitingNode, writeChoices } from "./moveChoices.ts";

const from = { node: 3, type: "event", label: "Event" };
const result = { count: 1_204, inStep: 1, noReply: 0, noTime: 3, atOnce: 0, again: [] };
const move: JourneyMove = {
  moveId: "m",
  campaignId: "c",
  campaignName: "Spring",
  version: 5,
  batchId: null,
  status: "ready",
  choices: [
    { version: 4, node: 3, action: "move", to: 3, reason: null, from, target: from, result },
    {
      version: 4,
      node: 6,
      action: "leave",
      to: null,
      reason: "Old",
      from,
      target: null,
      result: { ...result, count: 1, inStep: 0, noTime: 0 },
    },
  ],
  total: 1_205,
  moved: 0,
  left: 0,
  goneOn: 0,
  undone: 0,
  tooLate: 0,
  secondsLeft: null,
  problem: null,
  by: "Ann",
  created: "2026-11-26T04:00:00Z",
  finished: null,
};

it("a simulation says who moves, who leaves and what they lose", () => {
  expect(describeSimulation(move)).toEqual([
    "1,204 contacts would move to version 5. 1 contact would leave the workflow.",
    "1 contact is in the middle of a step and is moved only if still at the node when the step has ended.",
    "3 contacts wait for a time now and would not at the new node.",
  ]);
});

it("the progress says who moved, who had continued and what is left", () => {
  expect(describeProgress({ ...move, status: "paused", moved: 1_000, left: 1, goneOn: 4 })).toBe(
    "Paused. 1,000 contacts moved, 1 left the workflow, 4 had continued before and stay on their version. 200 contacts to go.",
  );
  expect(describeProgress({ ...move, status: "cancelled" })).toBe("Cancelled. Nothing was changed.");
});

it("a move is undone only while some of its contacts were not asked yet", () => {
  expect(mayUndo({ ...move, status: "done", moved: 2, undone: 1 })).toBe(true);
  expect(mayUndo({ ...move, status: "done", moved: 2, undone: 1, tooLate: 1 })).toBe(false);
  expect(mayUndo({ ...move, status: "running", moved: 2 })).toBe(false);
});

it("contacts who are kept are in no choice of the request", () => {
  const at = (node: number, match: number | null): WaitingNode => ({
    version: 4,
    node,
    type: "event",
    label: "Event",
    here: 2,
    change: "changed",
    match,
  });
  const chosen = new Map<string, Chosen>([
    ["4 3", { action: "move", to: 7, reason: "" }],
    ["4 6", { action: "leave", to: null, reason: " Old " }],
  ]);
  expect(writeChoices([at(2, 2), at(3, 3), at(6, null)], chosen)).toEqual([
    { version: 4, node: 3, action: "move", to: 7 },
    { version: 4, node: 6, action: "leave", reason: "Old" },
  ]);
  expect(issueOf({ action: "move", to: null, reason: "" })).toBe("Choose a node");
  expect(issueOf({ action: "leave", to: null, reason: " " })).toBe("Enter a reason");
});

import { batchStatuses } from "@trunkline/contract/runs/batch.ts";
import { expect, it } from "vitest";
import { batchCan } from "./batchCan.ts";

it("offers Pause in progress, Start while paused, stopped or not started, and nothing when done (spec 2 §4.8)", () => {
  expect(batchStatuses.filter((status) => batchCan.pause({ status }))).toEqual(["In Progress"]);
  expect(batchStatuses.filter((status) => batchCan.start({ status }))).toEqual(["Not started", "Paused", "Stopped"]);
  // an older server answers an empty status
  const empty = { status: "" as (typeof batchStatuses)[number] };
  expect([batchCan.start(empty), batchCan.pause(empty)]).toEqual([true, false]);
});

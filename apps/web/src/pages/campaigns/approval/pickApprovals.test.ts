import type { Approval } from "@trunkline/contract/workflows/approval.ts";
import { describe, expect, it } from "vitest";
import { pickApprovals } from "./pickApprovals.ts";

const request = (approvalId: string, authorId: string, state: Approval["state"]) =>
  ({ approvalId, authorId, state }) as Approval;
const shown = (requests: Approval[], closed: string | null = null) => {
  const { waiting, decided } = pickApprovals(requests, "me", closed);
  return [waiting.map(({ approvalId }) => approvalId), decided?.approvalId];
};

describe("the requests above the canvas", () => {
  it("are those of everyone that wait", () => {
    expect(
      shown([request("3", "me", "waiting"), request("2", "you", "waiting"), request("1", "you", "declined")]),
    ).toEqual([["3", "2"], undefined]);
  });

  it.each([
    ["approved", "1"],
    ["declined", "1"],
    ["withdrawn", undefined],
  ] as const)("include the user's own request that was %s as %s", (state, decided) => {
    expect(shown([request("2", "you", "approved"), request("1", "me", state)])).toEqual([[], decided]);
  });

  it("leave out what came before the user's next request, and what the user closed", () => {
    expect(shown([request("2", "me", "waiting"), request("1", "me", "declined")])).toEqual([["2"], undefined]);
    expect(shown([request("1", "me", "declined")], "1")).toEqual([[], undefined]);
  });
});

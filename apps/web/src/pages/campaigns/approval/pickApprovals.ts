import type { Approval } from "@trunkline/contract/workflows/approval.ts";

/** The requests that the editor shows above the canvas. */
export interface PickedApprovals {
  /** Everyone's waiting requests, newest first. */
  waiting: Approval[];
  /** The user's newest request if it was decided and the user has not closed the news of it. */
  decided: Approval | undefined;
}

/** Picks what to show of a workflow's requests, newest first. `closed` is the request whose news the user has closed. */
export function pickApprovals(requests: readonly Approval[], userId: string, closed: string | null): PickedApprovals {
  const newest = requests.find(({ authorId }) => authorId === userId);
  const isNews = newest !== undefined && (newest.state === "approved" || newest.state === "declined");
  return {
    waiting: requests.filter(({ state }) => state === "waiting"),
    decided: isNews && newest.approvalId !== closed ? newest : undefined,
  };
}

import type { RouteVerdict } from "../evaluateRoute.ts";

/** The outcome of routing one call or text to a destination. */
export interface Delivered {
  outcome: "delivered" | "refused";
  /** Why, for people. */
  because: string | null;
}

export const delivered: Delivered = { outcome: "delivered", because: null };
export const refused = (because: string): Delivered => ({ outcome: "refused", because });

/** The outcome at a workflow that is not there. */
export const noWorkflow = refused("The workflow does not exist, or was never saved");

const unmatchedReasons = {
  noPathForChannel: "The inbound workflow has no path for this channel",
  noPathMatches: "No path's rules match",
} as const;

/** The reason shown if no path matches. */
export const unmatchedBecause = ({ because }: RouteVerdict): string | null =>
  because === "matched" ? null : unmatchedReasons[because];

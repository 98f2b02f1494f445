import type { NodeId } from "../savedNode.ts";
import type { Change, Effect } from "./effects.ts";

/** moving: due now. asking: an effect is pending. waiting: for an instant, a reply, or both. The others are final. */
export type JourneyStatus = "moving" | "asking" | "waiting" | "done" | "failed";

/** One contact's passage through one workflow version, as the engine sees it. JSON throughout. */
export interface Journey {
  journeyId: string;
  at: NodeId | null;
  status: JourneyStatus;
  /** Incremented with every step. (journey, revision) identifies a step. */
  revision: number;
  vars: Record<string, string>;
  /** Epoch ms when the current node was entered. */
  since: number;
  /** Epoch ms. Only while waiting, or while an effect has a known end. */
  wakeAt?: number;
  /** Also waits for a reply. */
  listening?: boolean;
  reason?: string;
  /** Visits since the last wait or effect, to detect loops (readings, Visits). */
  visits: number;
  /** How many workflow nodes enrolled one after another up to this journey (at most ten). */
  depth: number;
}

/** A step in a journey's history. `outcome` is a closed list, `because` is text for people. */
export interface Step {
  revision: number;
  node: NodeId;
  at: number;
  outcome: "went" | "asked" | "waited" | "replied" | "ended" | "failed";
  because?: string;
  data?: Record<string, unknown>;
}

export interface Advance {
  journey: Journey;
  steps: Step[];
  /** At most one, because the walk stops at an effect. */
  effects: { node: NodeId; revision: number; effect: Effect }[];
  /** `revision`: of the step that requested them. */
  changes: { node: NodeId; revision: number; change: Change }[];
}

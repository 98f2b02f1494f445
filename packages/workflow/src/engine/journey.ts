import type { NodeId } from "../nodeKind.ts";
import type { Change, Effect } from "./effects.ts";

/** moving: due now. asking: an effect is under way. waiting: until an instant, a reply, or both. The rest are final. */
export type JourneyStatus = "moving" | "asking" | "waiting" | "done" | "failed";

/** One contact's passage through one version of a workflow, as the engine carries it. JSON throughout. */
export interface Journey {
  journeyId: string;
  at: NodeId | null;
  status: JourneyStatus;
  /** One more with every step; (journey, revision) names a step for good. */
  revision: number;
  vars: Record<string, string>;
  /** Epoch ms when the present node was entered. */
  since: number;
  /** Epoch ms; only while waiting or while an ask has a known end. */
  wakeAt?: number;
  /** Waits for a reply as well. */
  listening?: boolean;
  reason?: string;
  /** Visits since the last wait or ask; the runaway guard (readings, Visits). */
  visits: number;
  /** How many enrolments by workflow nodes lie behind this journey (at most ten). */
  depth: number;
}

/** One line of a journey's history. `outcome` is a closed list; `because` is for people. */
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
  /** At most one: the walk stops at an ask. */
  effects: { node: NodeId; revision: number; effect: Effect }[];
  /** `revision`: of the step that they belong to. */
  changes: { node: NodeId; revision: number; change: Change }[];
}

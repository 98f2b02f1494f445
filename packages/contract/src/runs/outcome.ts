import { z } from "zod";
import { id, route } from "../route.ts";
import { goal } from "../workflows/goal.ts";

/** A point of the plot of a run. */
const point = z.object({ at: z.string(), sent: z.number(), delivered: z.number(), replies: z.number() });

/**
 * When the figures were counted. Those of more than 20,000 contacts are counted in the background and renewed while anyone
 * asks for them. Null: they were counted for this answer.
 */
const asOf = z.string().nullable();

/** What a run has sent so far: texts, their segments, and the cost of texts and calls in dollars. */
export const countedCost = z.object({ texts: z.number(), segments: z.number(), cost: z.number() });
export const runCost = countedCost.extend({ asOf });
export type RunCost = z.infer<typeof runCost>;

/** The outcome of a run. Contacts count once each, texts each by itself. */
export const countedOutcome = z.object({
  /** The goal of the run's version, or null. */
  goal: goal.nullable(),
  /** Contacts whose journey has started, and those of them who were sent a text or called. */
  contacts: z.number(),
  reached: z.number(),
  /** Texts that were handed to a carrier, those that a receipt calls delivered or read, and those that failed. */
  sent: z.number(),
  delivered: z.number(),
  failed: z.number(),
  /** Those of the delivered ones that a receipt calls read. */
  read: z.number(),
  /** Contacts. */
  replied: z.number(),
  optedOut: z.number(),
  clicked: z.number(),
  /** Contacts who reached the goal within its window. Null without a goal. */
  converted: z.number().nullable(),
  /** In dollars. Null while no contact has replied. */
  cost: z.number(),
  costPerReply: z.number().nullable(),
  /** Seconds from one point of the plot to the next. Points without events are left out. */
  stepSeconds: z.number().int(),
  points: z.array(point),
});
const outcome = countedOutcome.extend({ asOf });
export type Outcome = z.infer<typeof outcome>;

const arm = z.object({
  /** A, B, …, the version, or the name of the run. */
  name: z.string(),
  /** The name of the node that a branch leads to. Empty for versions and runs. */
  label: z.string(),
  /** The run of the contacts. Null for branches and versions. */
  batchId: id.nullable(),
  /** The planned share in percent. Null for versions and runs. */
  share: z.number().nullable(),
  /** Contacts whose window has ended, and those of them who reached the goal. */
  people: z.number(),
  converted: z.number(),
  /** Contacts whose window is still open. They are not compared yet. */
  waiting: z.number(),
  /** Rate with its 95 % interval, in shares of 1. */
  rate: z.number(),
  low: z.number(),
  high: z.number(),
});

/** Branches of a Percent node or versions, compared by the goal. The 20 newest runs are listed in the same way, without a verdict. */
export const countedComparison = z.object({
  kind: z.enum(["percent", "version", "run"]),
  /** The Percent node with its name. Null for versions and runs. */
  node: z.number().int().nullable(),
  name: z.string(),
  /** The goal that is compared: replies within 7 days where the workflow has none. */
  goal,
  hasGoal: z.boolean(),
  arms: z.array(arm),
  verdict: z.object({
    kind: z.enum(["none", "uneven", "early", "open", "equal", "winner"]),
    /** The name of the arm with the highest rate, where it is known. */
    leader: z.string().nullable(),
    /** The leader's rate minus the next one's: an interval that is valid at every look. */
    difference: z.object({ low: z.number(), high: z.number() }).nullable(),
    /** About how many more contacts decide it. */
    more: z.number().nullable(),
    sentence: z.string(),
  }),
});
const comparison = countedComparison.extend({ asOf });
export type Comparison = z.infer<typeof comparison>;

export const outcomeRoutes = {
  run: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/outcome",
    summary: "Get the outcome of a run",
    description: "Deliveries, replies, opt-outs, clicks, conversions and cost, with a plot over time.",
    caller: "account",
    privilege: null,
    params: z.object({ campaignId: id, batchId: id }),
    item: outcome,
  }),
  compare: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/comparison",
    summary: "Compare versions and branches of a workflow",
    description: "By its goal, with an always-valid test. Of one run or all runs.",
    caller: "account",
    privilege: null,
    params: z.object({ campaignId: id }),
    query: z.strictObject({ batchId: id.optional() }),
    item: comparison,
  }),
};

import type { Comparison, Outcome, RunCost } from "@trunkline/contract/runs/outcome.ts";
import type { Arm } from "@trunkline/workflow/outcome/arm.ts";
import { compareArms, rateInterval } from "@trunkline/workflow/outcome/compareArms.ts";
import { noGoal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../store/database.ts";
import { sumBatchCost } from "../store/runs/batchList.ts";
import { findOutcome, listArms, listBranchArms, listOutcomePoints, type OutcomeScope } from "../store/runs/outcome.ts";
import { findCampaign, findVersion } from "../store/workflows/campaign.ts";
import { listPercentNodes } from "./percentNodes.ts";

/** Figures without the time at which they were counted. */
type CountedOutcome = Omit<Outcome, "asOf">;
type CountedCost = Omit<RunCost, "asOf">;
type CountedComparison = Omit<Comparison, "asOf">;

/** A run with its version. */
export interface CountedRun {
  campaignId: string;
  batchId: string;
  version: number;
}

/** What a run has sent so far. */
export async function countCost(q: Query, account: string, batchId: string): Promise<CountedCost> {
  const { texts, segments, costMicros } = await sumBatchCost(q, account, batchId);
  return { texts, segments, cost: costMicros / 1_000_000 };
}

/** The outcome of a run, counted over its contacts, texts and calls. */
export async function countOutcome(
  q: Query,
  account: string,
  { campaignId, batchId, version }: CountedRun,
  { texts, cost }: CountedCost,
): Promise<CountedOutcome> {
  const goal = (await findVersion(q, account, campaignId, version))?.settings.goal ?? null;
  const row = await findOutcome(q, account, { campaignId, batchId, version: null }, goal ?? noGoal);
  const points = await listOutcomePoints(q, account, batchId);
  return {
    ...row,
    goal,
    sent: texts,
    converted: goal === null ? null : row.converted,
    cost,
    costPerReply: row.replied === 0 ? null : cost / row.replied,
    stepSeconds: points[0]?.stepSeconds ?? 60,
    points: points.map(({ second, stepSeconds: _, ...point }) => ({
      ...point,
      at: new Date(second * 1_000).toISOString(),
    })),
  };
}

/**
 * The branches of the newest version that any contact has started, all versions, and the newest runs. Null: there is no such
 * workflow.
 */
export async function compareWorkflow(
  q: Query,
  account: string,
  campaignId: string,
): Promise<CountedComparison[] | null> {
  const campaign = await findCampaign(q, account, campaignId);
  if (campaign === null) return null;
  const goal = campaign.goal ?? null;
  const scope = { campaignId, batchId: null, version: null };
  const { versions: rows, runs } = await listArms(q, account, scope, goal ?? noGoal);
  const newest = rows.at(-1)?.version;
  const branches = newest === undefined ? [] : await compareBranches(q, account, { ...scope, version: newest });
  const subject = { node: null, goal };
  const versions = rows.map(({ version, ...row }) => ({ ...row, name: `Version ${version}` }));
  return [
    ...branches,
    ...(versions.length < 2 ? [] : [compared({ ...subject, kind: "version", name: "Versions" }, versions)]),
    ...(runs.length === 0 ? [] : [withoutVerdict(compared({ ...subject, kind: "run", name: "Runs" }, runs))]),
  ];
}

/** Runs are repeated with other contacts, so none of them wins. */
const withoutVerdict = (comparison: CountedComparison): CountedComparison => ({
  ...comparison,
  verdict: { kind: "none", leader: null, difference: null, more: null, sentence: "" },
});

/** The branches of each Percent node of a version. */
export async function compareBranches(
  q: Query,
  account: string,
  scope: OutcomeScope & { version: number },
): Promise<CountedComparison[]> {
  const saved = await findVersion(q, account, scope.campaignId, scope.version);
  const nodes = saved === null ? [] : listPercentNodes(saved.definition);
  if (nodes.length === 0) return [];
  const goal = saved?.settings.goal ?? null;
  const rows = await listBranchArms(
    q,
    account,
    scope,
    goal ?? noGoal,
    nodes.map(({ node }) => node),
  );
  return nodes.map(({ node, name, branches }) => {
    const arms = branches.map(({ target, ...branch }) => {
      const row = rows.find((one) => one.node === node && one.target === target);
      return { people: 0, waiting: 0, converted: 0, ...row, ...branch };
    });
    return compared({ kind: "percent", node, name, goal }, arms);
  });
}

type CountedArm = Arm & { waiting: number; label?: string; batchId?: string };
type Subject = Pick<Comparison, "kind" | "node" | "name"> & { goal: Comparison["goal"] | null };

function compared({ goal, ...subject }: Subject, arms: readonly CountedArm[]): CountedComparison {
  const { leader, ...verdict } = compareArms(arms);
  const weights = arms.reduce((sum, { weight = 0 }) => sum + weight, 0);
  return {
    ...subject,
    goal: goal ?? noGoal,
    hasGoal: goal !== null,
    arms: arms.map((arm) => ({
      name: arm.name,
      label: arm.label ?? "",
      batchId: arm.batchId ?? null,
      share: arm.weight === undefined || weights === 0 ? null : (100 * arm.weight) / weights,
      people: arm.people,
      converted: arm.converted,
      waiting: arm.waiting,
      rate: arm.people === 0 ? 0 : arm.converted / arm.people,
      ...rateInterval(arm),
    })),
    verdict: { ...verdict, leader: leader === null ? null : (arms[leader]?.name ?? null) },
  };
}

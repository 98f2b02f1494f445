import {
  type Comparison,
  countedComparison,
  countedCost,
  countedOutcome,
  type Outcome,
  type RunCost,
} from "@trunkline/contract/runs/outcome.ts";
import { describeGoal, type Goal, noGoal } from "@trunkline/workflow/outcome/goal.ts";
import { z } from "zod";
import type { Query } from "../store/database.ts";
import { storeFunnel } from "../store/reports/funnel.ts";
import { findListedBatch } from "../store/runs/batchList.ts";
import {
  askOutcomeCount,
  findOutcomeCount,
  isCountedAhead,
  type OutcomeSubject,
  saveOutcomeCount,
} from "../store/runs/outcomeCount.ts";
import { findCampaign } from "../store/workflows/campaign.ts";
import { type CountedRun, compareBranches, compareWorkflow, countCost, countOutcome } from "./countOutcome.ts";

/** What is stored of a run or workflow; workflows have no outcome and cost of their own. */
const stored = z.object({
  outcome: countedOutcome.nullable(),
  cost: countedCost.nullable(),
  comparisons: z.array(countedComparison),
});
type Stored = z.infer<typeof stored>;

/** An answer, and whether the request is the first to find a stored count old: the worker renews it. */
interface Read<Item> {
  items: Item[];
  isAskedFor: boolean;
}

/** The outcome of a run, or null when there is no such run. */
export async function readOutcome(
  q: Query,
  account: string,
  { campaignId, batchId }: Omit<CountedRun, "version">,
): Promise<Read<Outcome> | null> {
  const run = await findListedBatch(q, account, campaignId, batchId);
  if (run === null) return null;
  const found = await readStored(q, account, run);
  const outcome = found?.outcome ?? (await countOutcome(q, account, run, await countCost(q, account, run.batchId)));
  return { items: [{ ...outcome, asOf: found?.asOf ?? null }], isAskedFor: found?.isAskedFor ?? false };
}

/** What a run has sent so far, or null when there is no such run. */
export async function readCost(
  q: Query,
  account: string,
  { campaignId, batchId }: Omit<CountedRun, "version">,
): Promise<Read<RunCost> | null> {
  const run = await findListedBatch(q, account, campaignId, batchId);
  if (run === null) return null;
  const found = await readStored(q, account, run);
  const cost = found?.cost ?? (await countCost(q, account, run.batchId));
  return { items: [{ ...cost, asOf: found?.asOf ?? null }], isAskedFor: found?.isAskedFor ?? false };
}

/** The comparisons of a run or a workflow, or null when there is no such one. */
export async function readComparisons(
  q: Query,
  account: string,
  subject: OutcomeSubject,
): Promise<Read<Comparison> | null> {
  const found = await readStored(q, account, subject);
  const comparisons = found?.comparisons ?? (await compare(q, account, subject));
  if (comparisons === null) return null;
  const asOf = found?.asOf ?? null;
  return { items: comparisons.map((one) => ({ ...one, asOf })), isAskedFor: found?.isAskedFor ?? false };
}

/** The stored count of a large run or workflow; the first one is made now. Null: it is small, or there is no such one. */
async function readStored(
  q: Query,
  account: string,
  subject: OutcomeSubject,
): Promise<(Stored & { asOf: string; isAskedFor: boolean }) | null> {
  if (!(await isCountedAhead(q, account, subject))) return null;
  const row = await findOutcomeCount(q, account, subject);
  // an earlier version of the program may have stored other figures
  const read = stored.safeParse(row?.counted);
  if (row === null || !read.success) {
    const counted = await storeOutcome(q, account, subject);
    return counted && { ...counted, asOf: new Date().toISOString(), isAskedFor: false };
  }
  const isAskedFor = row.isOld && (await askOutcomeCount(q, account, subject)) > 0;
  return { ...read.data, asOf: row.asOf.toISOString(), isAskedFor };
}

/** Counts a run, or a workflow with its funnel, and stores the figures. Null: there is no such one. */
export async function storeOutcome(q: Query, account: string, subject: OutcomeSubject): Promise<Stored | null> {
  const began = performance.now();
  const { campaignId, batchId } = subject;
  const run = batchId === null ? null : await findListedBatch(q, account, campaignId, batchId);
  const cost = run && (await countCost(q, account, run.batchId));
  const outcome = run && cost && (await countOutcome(q, account, run, cost));
  const comparisons = await compare(q, account, subject);
  if (comparisons === null) return null;
  const counted = { outcome, cost, comparisons };
  const goal = batchId === null ? await storeFunnelOf(q, account, campaignId) : null;
  const funnelGoal = goal && describeGoal(goal);
  await saveOutcomeCount(q, account, subject, { counted, tookMs: performance.now() - began, funnelGoal });
  return counted;
}

/** Counts the funnel of a workflow, and returns the goal by which it was counted. */
async function storeFunnelOf(q: Query, account: string, campaignId: string): Promise<Goal | null> {
  const goal = (await findCampaign(q, account, campaignId))?.goal ?? null;
  await storeFunnel(q, account, campaignId, goal ?? noGoal);
  return goal;
}

async function compare(q: Query, account: string, { campaignId, batchId }: OutcomeSubject) {
  if (batchId === null) return compareWorkflow(q, account, campaignId);
  const run = await findListedBatch(q, account, campaignId, batchId);
  return run && compareBranches(q, account, { campaignId, batchId, version: run.version });
}

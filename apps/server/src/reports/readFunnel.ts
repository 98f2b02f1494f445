import type { ReportFunnel } from "@trunkline/contract/reports/report.ts";
import { describeGoal, type Goal, noGoal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../store/database.ts";
import { countFunnel, type FunnelRow, type FunnelScope, sumFunnel } from "../store/reports/funnel.ts";
import { askOutcomeCount, findOutcomeCount, isCountedAhead } from "../store/runs/outcomeCount.ts";
import { storeOutcome } from "./readOutcome.ts";

/** A funnel, and whether the request is the first to find a stored count old: the worker renews it. */
interface ReadFunnel {
  funnel: ReportFunnel;
  isAskedFor: boolean;
}

/** The funnel of a workflow with this goal: counted now, or of a large workflow as it was counted last (decision 0118). */
export async function readFunnel(
  q: Query,
  account: string,
  scope: FunnelScope,
  goal: Goal | null,
): Promise<ReadFunnel> {
  const subject = { campaignId: scope.campaignId, batchId: null };
  if (!(await isCountedAhead(q, account, subject))) {
    const row = await countFunnel(q, account, scope, goal ?? noGoal);
    return { funnel: showFunnel(row, goal && describeGoal(goal), null), isAskedFor: false };
  }
  let stored = await findOutcomeCount(q, account, subject);
  if (!stored?.funnelAsOf) {
    await storeOutcome(q, account, subject);
    stored = await findOutcomeCount(q, account, subject);
  }
  const isAskedFor = (stored?.isOld ?? false) && (await askOutcomeCount(q, account, subject)) > 0;
  const row = await sumFunnel(q, account, scope);
  return { funnel: showFunnel(row, stored?.funnelGoal ?? null, stored?.funnelAsOf ?? null), isAskedFor };
}

/** A funnel in wire form. Where data retention has removed journeys, the figures of the rest are scaled to all that were enrolled. */
function showFunnel(row: FunnelRow | null, goal: string | null, asOf: Date | null): ReportFunnel {
  if (row === null) throw new Error("The funnel of a workflow was not counted");
  const { enrolled, people, converted, ...figures } = row;
  const ofAll = (count: number): number => (people === 0 ? 0 : Math.round((count / people) * enrolled));
  return {
    enrolled,
    read: people,
    sent: ofAll(figures.sent),
    delivered: ofAll(figures.delivered),
    responded: ofAll(figures.responded),
    replied: ofAll(figures.replied),
    clicked: ofAll(figures.clicked),
    converted: goal === null ? null : ofAll(converted),
    goal,
    asOf: asOf?.toISOString() ?? null,
  };
}

import { outcomeRoutes } from "@trunkline/contract/runs/outcome.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { readComparisons, readOutcome } from "../../reports/readOutcome.ts";

/** The outcome of runs and the comparison of their versions and branches. */
export function registerOutcome(api: Api): void {
  handle(api, outcomeRoutes.run, async ({ db, account, params, wakeUp }) => {
    const read = await db.tx([account], (q) => readOutcome(q, account, params));
    if (read === null) throw notFound("run");
    if (read.isAskedFor) wakeUp();
    return read.items;
  });
  handle(api, outcomeRoutes.compare, async ({ db, account, params: { campaignId }, query, wakeUp }) => {
    const subject = { campaignId, batchId: query.batchId ?? null };
    const read = await db.tx([account], (q) => readComparisons(q, account, subject));
    if (read === null) throw notFound(subject.batchId === null ? "workflow" : "run");
    if (read.isAskedFor) wakeUp();
    return read.items;
  });
}

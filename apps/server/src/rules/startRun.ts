import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Query } from "../store/database.ts";
import { findAccount } from "../store/identity/account.ts";
import { startBatch } from "../store/runs/batch.ts";
import { askRunApproval, isForMoreThan, lockStart } from "../store/runs/runApproval.ts";

/** The result of a start. `asked`: another user has to approve it first. */
export type StartOutcome = "started" | "unchanged" | "asked";

/**
 * Starts a run, or asks another user to approve it where it is for more contacts than the account lets one user start
 * (decision 0102). Runs that have started once continue without asking. `author`: the user or API key; null: a schedule.
 */
export async function startRun(
  q: Query,
  account: string,
  batchId: string,
  author: string | null,
): Promise<StartOutcome> {
  const { runApprovalAbove: above } = accountSettings.parse((await findAccount(q, account))?.settings ?? {});
  if (above !== null) {
    const run = await lockStart(q, account, batchId);
    const mayStart = run === null || run.hasStarted || run.state === "approved";
    if (!mayStart && (await isForMoreThan(q, account, batchId, above))) {
      await askRunApproval(q, account, batchId, { above, author: author ?? run.author });
      return "asked";
    }
  }
  return (await startBatch(q, account, batchId)) ? "started" : "unchanged";
}

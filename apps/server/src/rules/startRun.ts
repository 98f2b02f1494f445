import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Query } from "../store/database.ts";
import { findAccount } from "../store/identity/account.ts";
import { notify } from "../store/notifications/notify.ts";
import { startBatch } from "../store/runs/batch.ts";
import { askRunApproval, findAwaitedRun, isForMoreThan, lockStart } from "../store/runs/runApproval.ts";

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
      const asked = await askRunApproval(q, account, batchId, { above, author: author ?? run.author });
      if (asked > 0) await notifyApprovers(q, account, batchId);
      return "asked";
    }
  }
  return (await startBatch(q, account, batchId)) ? "started" : "unchanged";
}

async function notifyApprovers(q: Query, account: string, batchId: string): Promise<void> {
  const run = await findAwaitedRun(q, account, batchId);
  if (run === null) return;
  await notify(
    q,
    account,
    {
      kind: "approval",
      tone: "asks",
      sentence: `${run.author || "A schedule"} asks you to approve the run “${run.displayName}” for more than ${run.above.toLocaleString("en-US")} contacts`,
      path: `/enrollments/batch/${run.campaignId}/${batchId}`,
    },
    { privilege: "run-approve", but: run.authorId },
  );
}

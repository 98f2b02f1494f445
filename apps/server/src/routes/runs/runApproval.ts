import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { notify } from "../../store/notifications/notify.ts";
import { startBatch } from "../../store/runs/batch.ts";
import type { BatchListRow } from "../../store/runs/batchList.ts";
import { decideRunApproval, lockStart } from "../../store/runs/runApproval.ts";
import { changing, findShown, needBatch } from "./batch.ts";

/** A second user's decision on the start of a large run (decision 0102). */
export function registerRunApproval(api: Api): void {
  handle(api, batchRoutes.approve, (call) =>
    changing(call, async (q) => {
      const { account, actor } = call;
      const row = await needAsked(q, call);
      const { batchId, campaignId } = row;
      await decideRunApproval(q, account, batchId, { state: "approved", by: actor.id });
      await startBatch(q, account, batchId);
      await audit(q, call, "batch.approve", batchId);
      await notifyAuthor(
        q,
        account,
        row,
        "done",
        `${actor.name} approved the run “${row.displayName}”, and it has started`,
      );
      return findShown(q, account, campaignId, batchId);
    }),
  );
  handle(api, batchRoutes.decline, (call) =>
    changing(call, async (q) => {
      const { account, actor, body } = call;
      const row = await needAsked(q, call);
      const { batchId, campaignId } = row;
      await decideRunApproval(q, account, batchId, { state: "declined", by: actor.id, reason: body.reason });
      await audit(q, call, "batch.decline", batchId, { reason: body.reason });
      await notifyAuthor(
        q,
        account,
        row,
        "failed",
        `${actor.name} declined the run “${row.displayName}”: ${body.reason}`,
      );
      return findShown(q, account, campaignId, batchId);
    }),
  );
}

async function notifyAuthor(
  q: Query,
  account: string,
  { approval, campaignId, batchId }: BatchListRow,
  tone: "done" | "failed",
  sentence: string,
): Promise<void> {
  const author = approval?.authorId;
  if (!author) return;
  const path = `/enrollments/batch/${campaignId}/${batchId}`;
  await notify(q, account, { kind: "approval", tone, sentence, path }, { only: author });
}

/** A run whose start another user has asked for, kept from other deciders. */
async function needAsked(
  q: Query,
  { account, actor, params }: Pick<Call, "account" | "actor"> & { params: { campaignId: string; batchId: string } },
): Promise<BatchListRow> {
  await lockStart(q, account, params.batchId);
  const row = await needBatch(q, account, params);
  const { approval } = row;
  if (approval === null) throw conflict("This run does not wait for approval", "params.batchId", "not_waiting");
  if (approval.state !== "waiting")
    throw conflict(
      `${approval.decidedBy ?? "Another user"} has ${approval.state} this run already`,
      "params.batchId",
      "already_decided",
    );
  if (approval.authorId === actor.id)
    throw conflict("You asked for this run yourself, so another user decides", "params.batchId", "own_request");
  return row;
}

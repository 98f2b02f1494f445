import { actorOf, audit } from "../../store/audit/audit.ts";
import type { Database, Query } from "../../store/database.ts";
import { addDnc } from "../../store/doNotContact/dnc.ts";
import { findDncImport } from "../../store/doNotContact/dncImport.ts";
import {
  claimDncChunk,
  dncImportQueue,
  endDncImport,
  lockDncImport,
  moveDncImport,
} from "../../store/doNotContact/dncImportQueue.ts";
import { notify, userOf } from "../../store/notifications/notify.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { workStepwise } from "../workStepwise.ts";

/** The background job: takes one file of numbers and stops them to its end. True: there may be more to do. */
export const importDncJob = {
  name: "importDnc",
  everyMs: 500,
  wakesUp: true,
  run: (db: Database, signal?: AbortSignal): Promise<boolean> =>
    workStepwise(db, { queue: dncImportQueue, refused: "row", step, end }, signal),
};

/** The next piece of the file: its entries and how far the file is change together. */
async function step(q: Query, { accountId, id }: ClaimedWork): Promise<boolean | undefined> {
  if (!(await lockDncImport(q, accountId, id))) return undefined;
  const rows = await claimDncChunk(q, accountId, id);
  if (rows === null) return false;
  const added = await addDnc(
    q,
    rows.map(({ phone, type, reason }) => ({
      accountId,
      phone,
      types: type === "all" ? (["call", "sms", "rcs"] as const) : [type],
      source: "import" as const,
      reason,
    })),
  );
  await moveDncImport(q, accountId, id, { done: rows.length, added });
  return true;
}

async function end(q: Query, { accountId, id }: ClaimedWork, problem: string | null): Promise<void> {
  if (!(await endDncImport(q, accountId, id, problem === null ? "done" : "failed", problem))) return;
  const row = await findDncImport(q, accountId, id);
  if (!row) return;
  const { fileName, total, added, rejectedCount: rejected } = row;
  const details = { fileName, total, added, rejected, ...(problem === null ? {} : { problem }) };
  await audit(q, { account: accountId, actor: actorOf(row.createdBy) }, "dnc.import", id, details);
  const file = fileName === null ? "a file" : `“${fileName}”`;
  const left = rejected > 0 ? `, ${rejected.toLocaleString("en-US")} rows were rejected` : "";
  await notify(
    q,
    accountId,
    {
      kind: "import",
      tone: problem === null ? "done" : "failed",
      sentence:
        problem === null
          ? `${file} was added to the do-not-contact list: ${added.toLocaleString("en-US")} entries are new${left}`
          : `Adding ${file} to the do-not-contact list failed: ${problem}`,
      path: "/do-not-contact",
    },
    { author: userOf(row.createdBy), privilege: "dnc-admin" },
  );
}

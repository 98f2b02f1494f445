import { randomUUID } from "node:crypto";
import { audit } from "../store/audit.ts";
import { codeOf, type Database } from "../store/database.ts";
import { addDnc } from "../store/dnc.ts";
import { findDncImport } from "../store/dncImport.ts";
import {
  type ClaimedDncImport,
  claimDncImport,
  endDncImport,
  keepDncImport,
  lockDncImport,
  moveDncImport,
  releaseDncImport,
  takeDncChunk,
} from "../store/dncImportQueue.ts";

/** The background job: takes one file of numbers and stops them to its end. True: there may be more to do. */
export const importDncJob = {
  name: "importDnc",
  everyMs: 500,
  nudged: true,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    const worker = randomUUID();
    const claimed = await db.global((q) => claimDncImport(q, worker));
    if (!claimed) return false;
    try {
      while (!signal?.aborted && (await step(db, worker, claimed)));
    } catch (error) {
      if (!/^2[23]/.test(codeOf(error))) throw error;
      // an error of the data comes again with every try
      await finish(db, claimed, `The database refused a row: ${(error as Error).message}`);
    } finally {
      await db.global((q) => releaseDncImport(q, claimed, worker)).catch(() => {});
    }
    return true;
  },
};

/** The next piece of the file: its entries and how far the file is change together. False when it is over. */
async function step(db: Database, worker: string, claimed: ClaimedDncImport): Promise<boolean> {
  const { accountId, importId } = claimed;
  if (!(await db.global((q) => keepDncImport(q, claimed, worker)))) return false;
  const isLeft = await db.tx([accountId], async (q) => {
    if (!(await lockDncImport(q, accountId, importId))) return undefined;
    const rows = await takeDncChunk(q, accountId, importId);
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
    await moveDncImport(q, accountId, importId, { done: rows.length, added });
    return true;
  });
  if (isLeft === false) await finish(db, claimed, null);
  return isLeft === true;
}

async function finish(db: Database, { accountId, importId }: ClaimedDncImport, problem: string | null): Promise<void> {
  await db.tx([accountId], async (q) => {
    if (!(await endDncImport(q, accountId, importId, problem === null ? "done" : "failed", problem))) return;
    const row = await findDncImport(q, accountId, importId);
    if (!row) return;
    const [kind = "worker", id = ""] = row.createdBy.split(":");
    const { fileName, total, added, rejectedCount: rejected } = row;
    const told = { fileName, total, added, rejected, ...(problem === null ? {} : { problem }) };
    await audit(q, { account: accountId, actor: { kind, id } }, "dnc.import", importId, told);
  });
}

import { type LinkHash, linkAudit, listUnlinked } from "../../store/audit/auditChain.ts";
import { eachInTurn } from "../../store/claimDialect.ts";
import type { Job } from "../repeat.ts";

const rowsAtOnce = 1_000;

/** Links what was written to the audit to the chain of its account, soon after the transaction that wrote it. */
export const linkAuditJob = (hashOf: LinkHash): Job => ({
  name: "audit chain",
  everyMs: 1_000,
  quietMs: 5_000,
  async run(db) {
    const waiting = await db.global((q) => listUnlinked(q, rowsAtOnce));
    if (waiting.length === 0) return "nothing";
    let linked = 0;
    await eachInTurn(waiting, async ({ account, auditIds }) => {
      linked += await db.tx([account], (q) => linkAudit(q, account, auditIds, hashOf));
    });
    return linked >= rowsAtOnce;
  },
});

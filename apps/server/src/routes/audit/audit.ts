import { type AuditRow, auditRoutes } from "@trunkline/contract/audit/audit.ts";
import { checkChain } from "../../audit/checkChain.ts";
import { linkHashOf } from "../../audit/linkHash.ts";
import { type Api, handle } from "../../http/handle.ts";
import {
  type AuditFilter,
  findAudit,
  listAudit,
  listAuditFilters,
  type AuditRow as Stored,
} from "../../store/audit/auditList.ts";
import { sendCsv } from "../history/historyExport.ts";
import { refuseDatesReversed } from "../history/historyQuery.ts";
import { readIdCursor, showFound } from "../idCursor.ts";

/** The audit log, newest first, and the verification of its chain. */
export function registerAudit(api: Api): void {
  handle(api, auditRoutes.list, ({ db, account, query }) => {
    const { limit, cursor, ...filter } = query;
    refuseDatesReversed(filter);
    const page = { limit, before: readIdCursor(cursor) };
    return db.tx([account], async (q) => showFound(await findAudit(q, account, filter, page), show));
  });
  handle(api, auditRoutes.filters, async ({ db, account }) => [
    await db.tx([account], (q) => listAuditFilters(q, account)),
  ]);
  handle(api, auditRoutes.export, async ({ db, account, query, reply }) => {
    const { bom, ...filter } = query;
    refuseDatesReversed(filter);
    const read = async (limit: number, before: string | undefined) =>
      (await readFiltered(db, account, filter, limit, before)).map((row) => {
        const { data, ...rest } = show(row);
        return { ...rest, data: data && JSON.stringify(data) };
      });
    const file = { name: "audit.csv", columns: exported, hasMark: bom === "true" };
    return sendCsv(reply, file, read, ({ auditId }) => auditId);
  });
  const hashOf = linkHashOf(api.tokens);
  handle(api, auditRoutes.check, async ({ db, account, query }) => [
    await checkChain(db, account, query.after, hashOf),
  ]);
}

const readFiltered = (db: Api["db"], account: string, filter: AuditFilter, limit: number, before: string | undefined) =>
  db.tx([account], (q) => listAudit(q, account, filter, { limit, before }));

const exported = ["auditId", "at", "actor", "actorId", "action", "target", "outcome", "data"] as const;

const show = (row: Stored): AuditRow => ({ ...row, at: row.at.toISOString() });

import { auditRoutes } from "@trunkline/contract/audit.ts";
import { type Api, handle } from "../http/handle.ts";
import { listAudit } from "../store/auditList.ts";
import { nextCursor, readIdCursor } from "./idCursor.ts";

/** Who changed what, newest first. */
export function registerAudit(api: Api): void {
  handle(api, auditRoutes.list, async ({ db, account, query }) => {
    const { limit, target, action } = query;
    const page = { limit, before: readIdCursor(query.cursor), target, action };
    const rows = await db.tx([account], (q) => listAudit(q, account, page));
    return {
      payload: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      next: nextCursor(rows, limit, (row) => row.auditId),
    };
  });
}

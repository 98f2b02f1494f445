import { type ContactJob, contactJobRoutes } from "@trunkline/contract/contacts/contactJob.ts";
import { holds, privileges } from "@trunkline/contract/identity/roles.ts";
import { type Api, handle } from "../../http/handle.ts";
import { forbidden, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  type ContactJobRow,
  endContactJob,
  findContactJob,
  insertContactJob,
  listContactJobs,
} from "../../store/contacts/contactJob.ts";
import type { Query } from "../../store/database.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { checkSelection, refuseUnknownVariables } from "./checkSelection.ts";

/** Background changes to all contacts that match a filter. */
export function registerContactJob(api: Api): void {
  handle(api, contactJobRoutes.create, async (call) => {
    const { action, selection, types, reason } = call.body;
    if (action === "dnc" && !holds(call.actor.role, call.actor.privileges, "dnc-admin"))
      throw forbidden(`You need the privilege dnc-admin (${privileges["dnc-admin"]})`, "privilege_needed");
    const job = await call.db.tx([call.account], async (q) => {
      checkSelection(selection, "body.selection");
      await refuseUnknownVariables(q, call.account, selection, "body.selection");
      const id = await insertContactJob(q, call.account, {
        action,
        selection,
        options: action === "dnc" ? { types: types ?? ["call", "sms", "rcs"], reason: reason || null } : {},
        createdBy: `${call.actor.kind}:${call.actor.id}`,
      });
      await audit(q, call, "contact.bulk.start", id, { action });
      return needJob(q, call.account, id);
    });
    call.wakeUp();
    return [show(job)];
  });
  handle(api, contactJobRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor } = query;
      const rows = await listContactJobs(q, account, readIdCursor(cursor), limit);
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.id) };
    }),
  );
  handle(api, contactJobRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await needJob(q, account, params.jobId))]),
  );
  handle(api, contactJobRoutes.cancel, (call) =>
    call.db.tx([call.account], async (q) => {
      const { jobId } = call.params;
      const job = await needJob(q, call.account, jobId, "for update");
      if (await endContactJob(q, call.account, jobId, "cancelled"))
        await audit(q, call, "contact.bulk.cancel", jobId, { action: job.action, contacts: job.done });
      return [show(await needJob(q, call.account, jobId))];
    }),
  );
}

async function needJob(q: Query, account: string, id: string, lock: "" | "for update" = ""): Promise<ContactJobRow> {
  const row = await findContactJob(q, account, id, lock);
  if (!row) throw notFound("job");
  return row;
}

const show = ({
  selection: _,
  options: _1,
  place: _2,
  createdBy: _3,
  created,
  finished,
  ...row
}: ContactJobRow): ContactJob => ({
  ...row,
  created: created.toISOString(),
  finished: finished?.toISOString() ?? null,
});

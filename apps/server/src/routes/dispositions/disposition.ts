import {
  type Disposition,
  dispositionRoutes,
  dispositionTagNames,
} from "@trunkline/contract/dispositions/disposition.ts";
import type { z } from "zod";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  type DispositionDraft,
  type DispositionRow,
  insertDisposition,
  listDispositions,
  lockDisposition,
  lockWorkGroupsNamed,
  removeDisposition,
  updateDisposition,
} from "../../store/dispositions/disposition.ts";
import { findCampaign } from "../../store/workflows/campaign.ts";

type Body = z.output<NonNullable<typeof dispositionRoutes.create.body>>;

/** Dispositions of the account (spec 2 §3.8, §5.5, §7.5). */
export function registerDisposition(api: Api): void {
  handle(api, dispositionRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listDispositions(q, account)).map(show)),
  );
  handle(api, dispositionRoutes.tags, async () => [...dispositionTagNames]);
  handle(api, dispositionRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { key } = call.body;
      if (!(await insertDisposition(q, call.account, key, await draftOf(q, call.account, call.body))))
        throw conflict(`A disposition named "${key}" already exists`, "body.key", "name_taken");
      return auditAndShow(q, call, "disposition.create", call.body);
    }),
  );
  handle(api, dispositionRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await needDisposition(q, call.account, call.body.key);
      if (!row.deletable) refuseLocked(row, call.body);
      await updateDisposition(q, call.account, row.dispositionId, await draftOf(q, call.account, call.body));
      return auditAndShow(q, call, "disposition.update", call.body, row);
    }),
  );
  handle(api, dispositionRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { key, deletable, dispositionId } = await needDisposition(q, call.account, call.body.key);
      if (!deletable)
        throw conflict("This is a default system disposition. It cannot be deleted.", "body.key", "system_disposition");
      await removeDisposition(q, call.account, dispositionId);
      await audit(q, call, "disposition.delete", key);
      return [{ key }];
    }),
  );
}

/** Locks the disposition of a key until the transaction ends, or answers 404. */
export async function needDisposition(q: Query, account: string, key: string): Promise<DispositionRow> {
  const row = await lockDisposition(q, account, key);
  if (!row) throw notFound(`disposition "${key}"`);
  return row;
}

/** In a default disposition, only workflow, selectable and work groups can be changed (spec 2 §5.5). */
function refuseLocked(row: DispositionRow, body: Body): void {
  const changed =
    body.description !== row.description
      ? "description"
      : body.direction !== row.direction
        ? "direction"
        : [...body.tags].sort().join() !== [...row.tags].sort().join()
          ? "tags"
          : undefined;
  if (changed !== undefined)
    throw conflict(
      `"${row.key}" is a default system disposition: its ${changed} cannot be changed`,
      `body.${changed}`,
      "system_disposition",
    );
}

async function draftOf(q: Query, account: string, body: Body): Promise<DispositionDraft> {
  const { triggeredCampaignId, workGroups } = body;
  if (triggeredCampaignId !== null && !(await findCampaign(q, account, triggeredCampaignId)))
    throw invalid("This workflow does not exist. Choose another one", "body.triggeredCampaignId", "no_workflow");
  const groups = await lockWorkGroupsNamed(q, account, workGroups);
  const workGroupIds = workGroups.map((name, index) => {
    const id = groups.get(name.toLowerCase());
    if (id === undefined)
      throw invalid(`The work group "${name}" does not exist`, `body.workGroups[${index}]`, "no_work_group");
    return id;
  });
  return { ...body, tags: [...new Set(body.tags)], workGroupIds };
}

async function auditAndShow(
  q: Query,
  call: Call,
  action: string,
  body: Body,
  before: DispositionRow | null = null,
): Promise<Disposition[]> {
  const row = await needDisposition(q, call.account, body.key);
  if (before === null) await audit(q, call, action, row.key, listed(row));
  else await auditChange(q, call, action, row.key, { before: listed(before), after: listed(row) });
  return [show(row)];
}

/** The editable fields of a disposition for the audit log, with the workflow by name. */
const listed = ({ description, selectable, tags, direction, triggeredCampaignName, workGroups }: DispositionRow) => ({
  description,
  selectable,
  tags,
  direction,
  workGroups,
  workflow: triggeredCampaignName,
});

const show = ({ dispositionId: _, created, ...row }: DispositionRow): Disposition => ({
  ...row,
  created: created.toISOString(),
});

import { type WorkGroup, workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import {
  findWorkGroup,
  insertWorkGroup,
  listUnknownUsers,
  listWorkGroups,
  lockWorkGroup,
  removeWorkGroup,
  updateWorkGroup,
  type WorkGroupDraft,
  type WorkGroupRow,
} from "../../store/agents/workGroup.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { listRulesOfGroup } from "../../store/inbox/assignmentRule.ts";
import { listRouteUses } from "../../store/routing/routeUse.ts";

/** Work groups: ordered users (readings, Requests of our pages). */
export function registerWorkGroup(api: Api): void {
  handle(api, workGroupRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => {
      const uses = await listRouteUses(q, account, "workgroup");
      return (await listWorkGroups(q, account)).map((row) => show(row, uses));
    }),
  );
  handle(api, workGroupRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.workGroupId)),
  );
  handle(api, workGroupRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      await refuseUnknownContacts(q, call.account, call.body);
      const id = await insertWorkGroup(q, call.account, call.body);
      if (id === null) throw nameTaken(call.body);
      return auditAndShow(q, call, "workGroup.create", id, null);
    }),
  );
  handle(api, workGroupRoutes.update, async (call) => {
    const { db, account, params, body } = call;
    try {
      return await db.tx([account], async (q) => {
        await refuseUnknownContacts(q, account, body);
        const before = await findWorkGroup(q, account, params.workGroupId);
        if (before !== null && before.name.toLowerCase() !== body.name.toLowerCase())
          await refuseRouted(q, account, before.name, {
            where: "body.name",
            message: (by) =>
              `This group cannot be renamed: callers are routed to it by ${by}. Choose another group there first`,
          });
        if (!(await updateWorkGroup(q, account, params.workGroupId, body))) throw notFound("work group");
        return auditAndShow(q, call, "workGroup.update", params.workGroupId, before);
      });
    } catch (error) {
      if (codeOf(error) === "23505") throw nameTaken(body);
      throw error;
    }
  });
  handle(api, workGroupRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { workGroupId } = call.params;
      const usedBy = await lockWorkGroup(q, call.account, workGroupId);
      const group = await findWorkGroup(q, call.account, workGroupId);
      if (usedBy === null || group === null) throw notFound("work group");
      if (usedBy.length > 0)
        throw conflict(
          `The work group "${group.name}" is in use by the dispositions ${usedBy.map((key) => `"${key}"`).join(", ")}. Remove it there first`,
          "path.workGroupId",
          "work_group_in_use",
        );
      const rules = await listRulesOfGroup(q, call.account, workGroupId);
      if (rules.length > 0)
        throw conflict(
          `The work group "${group.name}" is in use by the assignment rules ${rules.map((name) => `"${name}"`).join(", ")}. Remove it there first`,
          "path.workGroupId",
          "work_group_in_use",
        );
      await refuseRouted(q, call.account, group.name, {
        where: "path.workGroupId",
        message: (by) => `The work group "${group.name}" is in use by ${by}. Remove it there first`,
      });
      await removeWorkGroup(q, call.account, workGroupId);
      await audit(q, call, "workGroup.delete", workGroupId, { name: group.name });
      return [{ id: workGroupId }];
    }),
  );
}

const nameTaken = ({ name }: WorkGroupDraft) =>
  conflict(`A work group named "${name}" already exists`, "body.name", "name_taken");

/** Workflows route callers to a group by its name, so a used name must not disappear. */
async function refuseRouted(
  q: Query,
  account: string,
  name: string,
  { where, message }: { where: string; message: (by: string) => string },
): Promise<void> {
  const tags = (await listRouteUses(q, account, "workgroup")).get(name.toLowerCase());
  if (tags === undefined) return;
  const named = `the ${tags.length === 1 ? "workflow" : "workflows"} ${tags.map((tag) => `"${tag}"`).join(", ")}`;
  throw conflict(message(named), where, "work_group_in_use");
}

async function refuseUnknownContacts(q: Query, account: string, { members }: WorkGroupDraft): Promise<void> {
  const [stranger] = await listUnknownUsers(
    q,
    account,
    members.map(({ userId }) => userId),
  );
  if (stranger === undefined) return;
  const place = members.findIndex(({ userId }) => userId === stranger);
  throw invalid(`${stranger} is not a user of this account`, `body.members[${place}].userId`, "not_a_user");
}

async function auditAndShow(q: Query, call: Call, action: string, id: string, before: WorkGroupRow | null) {
  const row = await findWorkGroup(q, call.account, id);
  if (!row) throw notFound("work group");
  const about = { named: row.name };
  if (before === null) await audit(q, call, action, id, listed(row));
  else await auditChange(q, call, action, id, { about, before: listed(before), after: listed(row) });
  return [show(row, await listRouteUses(q, call.account, "workgroup"))];
}

/** The editable fields of a work group for the audit log, with its members by name and in order. */
const listed = ({ workGroupId: _, members, created: __, usedBy: ___, ...row }: WorkGroupRow) => ({
  ...row,
  members: members.map(({ name, weight }) => `${name} (${weight})`),
});

async function findShown(q: Query, account: string, workGroupId: string): Promise<WorkGroup[]> {
  const row = await findWorkGroup(q, account, workGroupId);
  if (!row) throw notFound("work group");
  return [show(row, await listRouteUses(q, account, "workgroup"))];
}

const show = (row: WorkGroupRow, uses: ReadonlyMap<string, string[]>): WorkGroup => ({
  ...row,
  created: row.created.toISOString(),
  routedBy: uses.get(row.name.toLowerCase()) ?? [],
});

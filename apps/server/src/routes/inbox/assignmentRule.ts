import { type AssignmentRule, assignmentRuleRoutes } from "@trunkline/contract/inbox/assignmentRule.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { findWorkGroup } from "../../store/agents/workGroup.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  type AssignmentRuleDraft,
  type AssignmentRuleRow,
  findAssignmentRule,
  insertAssignmentRule,
  listAssignmentRules,
  orderAssignmentRules,
  removeAssignmentRule,
  updateAssignmentRule,
} from "../../store/inbox/assignmentRule.ts";
import { findNumber } from "../../store/numbers/number.ts";
import { findCampaign } from "../../store/workflows/campaign.ts";

/** Rules that assign conversations of the inbox (decision 0099). */
export function registerAssignmentRule(api: Api): void {
  handle(api, assignmentRuleRoutes.list, ({ db, account }) => db.tx([account], (q) => listAssignmentRules(q, account)));
  handle(api, assignmentRuleRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const draft = await checked(q, call.account, call.body);
      const ruleId = await insertAssignmentRule(q, call.account, draft);
      const row = await needRule(q, call.account, ruleId);
      await audit(q, call, "assignmentRule.create", ruleId, listed(row));
      return [row];
    }),
  );
  handle(api, assignmentRuleRoutes.order, (call) => call.db.tx([call.account], (q) => order(q, call)));
  handle(api, assignmentRuleRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const before = await needRule(q, call.account, call.params.ruleId);
      await updateAssignmentRule(q, call.account, before.ruleId, await checked(q, call.account, call.body));
      const row = await needRule(q, call.account, before.ruleId);
      const change = { about: { named: row.name }, before: listed(before), after: listed(row) };
      await auditChange(q, call, "assignmentRule.update", row.ruleId, change);
      return [row];
    }),
  );
  handle(api, assignmentRuleRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { ruleId, name } = await needRule(q, call.account, call.params.ruleId);
      await removeAssignmentRule(q, call.account, ruleId);
      await audit(q, call, "assignmentRule.delete", ruleId, { name });
      return [{ id: ruleId }];
    }),
  );
}

async function order(q: Query, call: Call & { body: { ruleIds: string[] } }): Promise<AssignmentRule[]> {
  const rows = await listAssignmentRules(q, call.account);
  const asked = call.body.ruleIds.map((ruleId) => ruleId.toLowerCase());
  const known = new Set(rows.map(({ ruleId }) => ruleId));
  if (asked.some((ruleId) => !known.has(ruleId))) throw notFound("assignment rule");
  await orderAssignmentRules(q, call.account, [...new Set([...asked, ...known])]);
  const ordered = await listAssignmentRules(q, call.account);
  await audit(q, call, "assignmentRule.order", call.account, { rules: ordered.map(({ name }) => name) });
  return ordered;
}

async function needRule(q: Query, account: string, ruleId: string): Promise<AssignmentRuleRow> {
  const row = await findAssignmentRule(q, account, ruleId);
  if (row === null) throw notFound("assignment rule");
  return row;
}

/** A rule names only what the account has. */
async function checked(q: Query, account: string, body: AssignmentRuleDraft): Promise<AssignmentRuleDraft> {
  const { name, isOn, method, number, campaignId, workGroupId, keywords } = body;
  if ((await findWorkGroup(q, account, workGroupId)) === null)
    throw invalid("This work group does not exist. Choose another one", "body.workGroupId", "no_work_group");
  if (number !== null && (await findNumber(q, account, number)) === null)
    throw invalid(`${number} is not a number of this account`, "body.number");
  if (campaignId !== null && (await findCampaign(q, account, campaignId)) === null)
    throw invalid("This workflow does not exist. Choose another one", "body.campaignId", "no_workflow");
  return { name, isOn, method, number, campaignId, workGroupId, keywords, tag: body.tag || null };
}

/** The editable fields of a rule for the audit log, by name. */
const listed = ({ ruleId: _, campaignId: __, workGroupId: ___, ...row }: AssignmentRuleRow) => row;

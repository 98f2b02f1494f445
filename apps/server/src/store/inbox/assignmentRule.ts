import type { AssignmentMethod } from "@trunkline/contract/inbox/assignmentRule.ts";
import { textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** What is written of a rule. */
export interface AssignmentRuleDraft {
  name: string;
  isOn: boolean;
  number: string | null;
  campaignId: string | null;
  tag: string | null;
  keywords: readonly string[];
  workGroupId: string;
  method: AssignmentMethod;
}

/** A rule that assigns conversations, with the names of what it names. */
export interface AssignmentRuleRow extends AssignmentRuleDraft {
  ruleId: string;
  keywords: string[];
  campaignName: string | null;
  workGroupName: string;
}

const select = `select r.rule_id "ruleId", r.name, r.is_on "isOn", r.number, r.campaign_id "campaignId", p.name "campaignName",
    r.tag, r.keywords, r.work_group_id "workGroupId", g.name "workGroupName", r.method
  from assignment_rule r
  join work_group g on g.account_id = r.account_id and g.work_group_id = r.work_group_id
  left join campaign p on p.account_id = r.account_id and p.campaign_id = r.campaign_id and p.deleted is null
  where r.account_id = $1`;

/** The account's rules in their order. */
export const listAssignmentRules = (q: Query, account: string): Promise<AssignmentRuleRow[]> =>
  q.rows(`${select} order by r.position, r.rule_id`, [account]);

/** One rule, or null. */
export const findAssignmentRule = (q: Query, account: string, ruleId: string): Promise<AssignmentRuleRow | null> =>
  q.one(`${select} and r.rule_id = $2`, [account, ruleId]);

const valuesOf = (draft: AssignmentRuleDraft): unknown[] => [
  draft.name,
  draft.isOn,
  draft.number,
  draft.campaignId,
  draft.tag,
  textArray(draft.keywords),
  draft.workGroupId,
  draft.method,
];

/** Creates a rule behind all others, and returns its id. */
export async function insertAssignmentRule(q: Query, account: string, draft: AssignmentRuleDraft): Promise<string> {
  const ruleId = newId();
  await q.run(
    `insert into assignment_rule (account_id, rule_id, position, name, is_on, number, campaign_id, tag, keywords, work_group_id, method)
     select $1, $2, coalesce(max(position), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10 from assignment_rule where account_id = $1`,
    [account, ruleId, ...valuesOf(draft)],
  );
  return ruleId;
}

/** Writes a rule without its place. */
export const updateAssignmentRule = (
  q: Query,
  account: string,
  ruleId: string,
  draft: AssignmentRuleDraft,
): Promise<number> =>
  q.run(
    `update assignment_rule set name = $3, is_on = $4, number = $5, campaign_id = $6, tag = $7, keywords = $8,
       work_group_id = $9, method = $10 where account_id = $1 and rule_id = $2`,
    [account, ruleId, ...valuesOf(draft)],
  );

/** Writes the order of rules. */
export const orderAssignmentRules = (q: Query, account: string, ruleIds: readonly string[]): Promise<number> =>
  q.run(
    `update assignment_rule r set position = u.n from unnest($2::uuid[]) with ordinality u (id, n)
     where r.account_id = $1 and r.rule_id = u.id`,
    [account, ruleIds],
  );

/** Removes a rule. */
export const removeAssignmentRule = (q: Query, account: string, ruleId: string): Promise<number> =>
  q.run("delete from assignment_rule where account_id = $1 and rule_id = $2", [account, ruleId]);

/** The names of the rules of a work group. */
export const listRulesOfGroup = async (q: Query, account: string, workGroupId: string): Promise<string[]> =>
  (
    await q.rows<{ name: string }>(
      "select name from assignment_rule where account_id = $1 and work_group_id = $2 order by position",
      [account, workGroupId],
    )
  ).map(({ name }) => name);

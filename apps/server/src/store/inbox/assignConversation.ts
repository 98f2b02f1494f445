import type { AssignmentMethod } from "@trunkline/contract/inbox/assignmentRule.ts";
import { plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { DueConversation } from "./dueConversation.ts";

/** A conversation that no one has, and the rule that fits it. */
export interface FittedConversation extends DueConversation {
  ruleId: string;
  ruleName: string;
  workGroupId: string;
  workGroupName: string;
  method: AssignmentMethod;
}

const words = (text: string): string => `' ' || lower(regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g')) || ' '`;

/** Holds the rules of accounts until the transaction ends, so that their turns have one writer, with who was last. */
export const lockTurns = (
  q: Query,
  accountIds: readonly string[],
): Promise<{ ruleId: string; lastUser: string | null }[]> =>
  q.rows(
    {
      name: "assignment.turns",
      text: `select rule_id "ruleId", last_user "lastUser" from assignment_rule where account_id = any ($1::uuid[])
        order by account_id, rule_id for update`,
    },
    [accountIds],
  );

/**
 * Of due conversations those that wait for a person and have none, each with the first rule that fits its newest
 * unanswered text. They are locked until the transaction ends, in the order of their keys.
 */
export const listFitted = (q: Query, due: readonly DueConversation[]): Promise<FittedConversation[]> =>
  q.rows(
    {
      name: "assignment.fitted",
      text: `select v.account_id "accountId", v.contact_id "contactId", r.rule_id "ruleId", r.name "ruleName",
          r.work_group_id "workGroupId", g.name "workGroupName", r.method
        from unnest($1::uuid[], $2::uuid[]) u (a, c)
        join conversation v on v.account_id = u.a and v.contact_id = u.c
        join contact t on t.account_id = v.account_id and t.contact_id = v.contact_id
        left join membership s on s.account_id = v.account_id and s.user_id = v.assigned_to
        left join message m on m.account_id = v.account_id and m.message_id = v.unanswered_ids[cardinality(v.unanswered_ids)]
        cross join lateral (
          select r.* from assignment_rule r where r.account_id = v.account_id and r.is_on
            and (r.number is null or r.number = v.number)
            and (r.campaign_id is null or r.campaign_id = m.campaign_id)
            and (r.tag is null or exists (select from unnest(t.tags) x where lower(x) = lower(r.tag)))
            and (r.keywords = '{}' or exists (select from unnest(r.keywords) k where strpos(${words("m.body")}, ${words("k")}) > 0))
          order by r.position, r.rule_id limit 1) r
        join work_group g on g.account_id = r.account_id and g.work_group_id = r.work_group_id
        where v.status = 'open' and v.unanswered_ids <> '{}' and s.user_id is null
        order by v.account_id, v.contact_id for update of v`,
    },
    [plainColumn(due, (one) => one.accountId), plainColumn(due, (one) => one.contactId)],
  );

/** A member of a work group who may use the inbox. */
export interface GroupMember {
  workGroupId: string;
  userId: string;
  /** Open conversations that the user has. */
  open: number;
}

/** The members of work groups who may use the inbox, in the order of the group. */
export const listInboxMembers = (
  q: Query,
  accountIds: readonly string[],
  workGroupIds: readonly string[],
): Promise<GroupMember[]> =>
  q.rows(
    {
      name: "assignment.members",
      text: `select w.work_group_id "workGroupId", w.user_id "userId",
          (select count(*)::int from conversation v where v.account_id = w.account_id and v.assigned_to = w.user_id and v.status = 'open') open
        from work_group_member w
        join membership s on s.account_id = w.account_id and s.user_id = w.user_id
          and (s.role in ('owner', 'administrator') or s.role = 'member' and 'inbox-use' = any (s.privileges))
        where w.account_id = any ($1::uuid[]) and w.work_group_id = any ($2::uuid[])
        order by w.work_group_id, w.position`,
    },
    [accountIds, workGroupIds],
  );

/** Who gets a conversation; null: no member of the group may use the inbox. */
export interface Assignment extends FittedConversation {
  userId: string | null;
}

/** Assigns conversations by rules and notes why. */
export const writeAssignments = (q: Query, assignments: readonly Assignment[]): Promise<number> =>
  q.run(
    {
      name: "assignment.write",
      text: `update conversation v set assigned_to = u.w, work_group_id = u.g,
          assigned_because = jsonb_build_object('rule', u.n, 'workGroup', u.gn, 'method', u.m)
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[]) u (a, c, w, g, n, gn, m)
        where v.account_id = u.a and v.contact_id = u.c`,
    },
    [
      plainColumn(assignments, (one) => one.accountId),
      plainColumn(assignments, (one) => one.contactId),
      plainColumn(assignments, (one) => one.userId),
      plainColumn(assignments, (one) => one.workGroupId),
      textArray(assignments.map((one) => one.ruleName)),
      textArray(assignments.map((one) => one.workGroupName)),
      plainColumn(assignments, (one) => one.method),
    ],
  );

/** Notes who had the last turn of each rule. */
export const writeTurns = (
  q: Query,
  turns: readonly { accountId: string; ruleId: string; userId: string }[],
): Promise<number> =>
  q.run(
    {
      name: "assignment.turn",
      text: `update assignment_rule r set last_user = u.w from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u (a, r, w)
        where r.account_id = u.a and r.rule_id = u.r`,
    },
    [
      plainColumn(turns, (one) => one.accountId),
      plainColumn(turns, (one) => one.ruleId),
      plainColumn(turns, (one) => one.userId),
    ],
  );

import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { statementsWhere } from "../contacts/statements.ts";
import type { Query } from "../database.ts";
import { nameOf } from "../workflows/approvedBy.ts";

/** A request to start a run for many contacts (decision 0102). */
export interface RunApprovalRow {
  state: "waiting" | "approved" | "declined";
  /** The run is for more contacts than this. */
  above: number;
  /** Null: a schedule whose author is not known. */
  authorId: string | null;
  author: string;
  created: Date;
  decided: Date | null;
  decidedBy: string | null;
  reason: string | null;
}

/** The request of the run `b` as JSON, or null; SQL for a list of runs. */
export const runApprovalJson = `(select jsonb_build_object('state', r.state, 'above', r.above, 'authorId', r.author_id,
    'author', coalesce(${nameOf("u", "k")}, ''), 'created', r.created, 'decided', r.decided,
    'decidedBy', case when r.decided_by is not null then ${nameOf("du", "dk")} end, 'reason', r.reason)
  from run_approval r
  left join auth_user u on u.user_id = r.author_id
  left join api_key k on k.account_id = r.account_id and k.api_key_id = r.author_id
  left join auth_user du on du.user_id = r.decided_by
  left join api_key dk on dk.account_id = r.account_id and dk.api_key_id = r.decided_by
  where r.account_id = b.account_id and r.batch_id = b.batch_id)`;

/** What decides whether a run may start by itself. Keeps the run from other starts until the transaction ends; null: there is no such run. */
export const lockStart = (
  q: Query,
  account: string,
  batchId: string,
): Promise<{ hasStarted: boolean; state: RunApprovalRow["state"] | null; author: string | null } | null> =>
  q.one(
    `select b.enrolment <> 'none' "hasStarted", r.state,
       case when s.created_by ~ '^[0-9a-f-]{36}$' then s.created_by end author
     from batch b left join run_approval r on r.account_id = b.account_id and r.batch_id = b.batch_id
     left join schedule s on s.account_id = b.account_id and s.schedule_id = b.schedule_id
     where b.account_id = $1 and b.batch_id = $2 for update of b`,
    [account, batchId],
  );

/** Whether a run that has not started is for more contacts than this. */
export async function isForMoreThan(q: Query, account: string, batchId: string, above: number): Promise<boolean> {
  const picked = await q.one<{ statements: Statement[] | null }>(
    `select coalesce(a.statements, b.selection -> 'statements') statements
     from batch b left join audience a on a.account_id = b.account_id and a.audience_id = (b.selection ->> 'audienceId')::uuid
     where b.account_id = $1 and b.batch_id = $2`,
    [account, batchId],
  );
  if (picked === null) return false;
  const selected =
    picked.statements === null
      ? { text: "from batch_contact c where c.account_id = $1 and c.batch_id = $2", values: [batchId] }
      : selectedBy(picked.statements);
  const limit = `$${selected.values.length + 2}`;
  const row = await q.one<{ count: number }>(
    `select count(*)::int count from (select ${selected.text} limit ${limit}) counted`,
    [account, ...selected.values, above + 1],
  );
  return (row?.count ?? 0) > above;
}

function selectedBy(statements: readonly Statement[]): { text: string; values: unknown[] } {
  const { text, values } = statementsWhere(statements, 2);
  return { text: `from contact c where c.account_id = $1 and c.archived is null and ${text}`, values };
}

/** Asks for the approval of a run, again if it was declined. */
export const askRunApproval = (
  q: Query,
  account: string,
  batchId: string,
  { above, author }: { above: number; author: string | null },
): Promise<number> =>
  q.run(
    `insert into run_approval (account_id, batch_id, above, author_id) values ($1, $2, $3, $4)
     on conflict (account_id, batch_id) do update set above = excluded.above, author_id = excluded.author_id, state = 'waiting',
       created = now(), decided = null, decided_by = null, reason = null where run_approval.state = 'declined'`,
    [account, batchId, above, author],
  );

/** Decides a waiting request. */
export const decideRunApproval = (
  q: Query,
  account: string,
  batchId: string,
  { state, by, reason }: { state: "approved" | "declined"; by: string; reason?: string },
): Promise<number> =>
  q.run(
    `update run_approval set state = $3, decided = now(), decided_by = $4, reason = $5
     where account_id = $1 and batch_id = $2 and state = 'waiting'`,
    [account, batchId, state, by, reason ?? null],
  );

/** Runs that wait for approval by a user other than this one, the oldest first. */
export const listAwaitedRuns = (
  q: Query,
  account: string,
  userId: string,
  limit: number,
): Promise<{ batchId: string; campaignId: string; displayName: string; above: number; author: string }[]> =>
  q.rows(
    `select b.batch_id "batchId", b.campaign_id "campaignId", b.display_name "displayName", r.above, ${nameOf("u", "k")} author
     from run_approval r join batch b on b.account_id = r.account_id and b.batch_id = r.batch_id and b.status = 'not_started'
     left join auth_user u on u.user_id = r.author_id
     left join api_key k on k.account_id = r.account_id and k.api_key_id = r.author_id
     where r.account_id = $1 and r.state = 'waiting' and r.author_id is distinct from $2
     order by r.created limit $3`,
    [account, userId, limit],
  );

/** A run whose start was asked for, or null. */
export const findAwaitedRun = (
  q: Query,
  account: string,
  batchId: string,
): Promise<{
  campaignId: string;
  displayName: string;
  above: number;
  authorId: string | null;
  author: string;
} | null> =>
  q.one(
    `select b.campaign_id "campaignId", b.display_name "displayName", r.above, r.author_id "authorId",
       case when r.author_id is null then '' else ${nameOf("u", "k")} end author
     from run_approval r join batch b on b.account_id = r.account_id and b.batch_id = r.batch_id
     left join auth_user u on u.user_id = r.author_id
     left join api_key k on k.account_id = r.account_id and k.api_key_id = r.author_id
     where r.account_id = $1 and r.batch_id = $2`,
    [account, batchId],
  );

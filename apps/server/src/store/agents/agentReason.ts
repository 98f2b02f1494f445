import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** Why agents are away (decision 0100). */
export interface AgentReasonRow {
  reasonId: string;
  name: string;
  isWork: boolean;
  archived: boolean;
}

const columns = `reason_id "reasonId", name, is_work "isWork", archived is not null archived`;

/** The reasons of an account in their order, then the archived ones by name. */
export const listAgentReasons = (q: Query, account: string): Promise<AgentReasonRow[]> =>
  q.rows(
    `select ${columns} from agent_reason where account_id = $1
     order by archived is not null, case when archived is null then position end, lower(name), reason_id`,
    [account],
  );

/** One reason, or null; it stays as it is until the transaction ends. */
export const lockAgentReason = (q: Query, account: string, reasonId: string): Promise<AgentReasonRow | null> =>
  q.one(`select ${columns} from agent_reason where account_id = $1 and reason_id = $2 for update`, [account, reasonId]);

/** Adds a reason as the last one and returns its id; null when there is one of this name, whatever its case. */
export async function insertAgentReason(
  q: Query,
  account: string,
  { name, isWork }: Pick<AgentReasonRow, "name" | "isWork">,
): Promise<string | null> {
  const row = await q.one<{ id: string }>(
    `insert into agent_reason (account_id, reason_id, name, position, is_work)
     select $1::uuid, $2::uuid, $3::text, coalesce(max(position), 0) + 1, $4::boolean from agent_reason where account_id = $1::uuid
     on conflict (account_id, lower(name)) where archived is null do nothing returning reason_id id`,
    [account, newId(), name, isWork],
  );
  return row?.id ?? null;
}

/** Whether another reason that is not archived has this name. */
export const hasAgentReasonNamed = async (
  q: Query,
  account: string,
  { reasonId, name }: Pick<AgentReasonRow, "reasonId" | "name">,
): Promise<boolean> =>
  (await q.one(
    "select from agent_reason where account_id = $1 and lower(name) = lower($2) and archived is null and reason_id <> $3",
    [account, name, reasonId],
  )) !== null;

/** Writes a reason. One that is restored becomes the last one. */
export const updateAgentReason = (q: Query, account: string, row: AgentReasonRow): Promise<number> =>
  q.run(
    `update agent_reason r set name = $3, is_work = $4, archived = case when $5 then coalesce(r.archived, now()) end,
       position = case when r.archived is not null and not $5
         then (select coalesce(max(position), 0) + 1 from agent_reason where account_id = $1) else r.position end
     where r.account_id = $1 and r.reason_id = $2`,
    [account, row.reasonId, row.name, row.isWork, row.archived],
  );

/** Puts reasons in an order; the others follow as they were. */
export const orderAgentReasons = (q: Query, account: string, reasonIds: readonly string[]): Promise<number> =>
  q.run(
    `update agent_reason r set position = o.position from (
       select a.reason_id, row_number() over (order by u.place nulls last, a.position, a.reason_id)::int position
       from agent_reason a left join unnest($2::uuid[]) with ordinality u (reason_id, place) on u.reason_id = a.reason_id
       where a.account_id = $1 and a.archived is null) o
     where r.account_id = $1 and r.reason_id = o.reason_id and r.position <> o.position`,
    [account, plainArray(reasonIds)],
  );

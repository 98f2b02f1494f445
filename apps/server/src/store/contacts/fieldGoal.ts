import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { columnOfField } from "./contactColumns.ts";

/**
 * SQL for the value of the goal's field over the contact `c` and the goal `g`. Custom fields have lower-case names. Each WHEN
 * is a condition of its own, because Citus passes on `case … when value` with a condition in place of the value.
 */
const fieldValue = `case ${[...columnOfField]
  .map(([field, column]) => `when lower(g.goal->>'field') = '${field.toLowerCase()}' then c.${column}`)
  .join(" ")} else c.extdata->>lower(g.goal->>'field') end`;

/**
 * SQL that records which journeys of the contacts have their goal's value: contacts is a query of account_id and contact_id,
 * at the SQL of the time, null before a change. A journey is recorded once, so that who had the value before never counts.
 */
const recordSql = (contacts: string, at: string): string =>
  `insert into conversion (account_id, journey_id, at)
   select j.account_id, j.journey_id, ${at}
   from (${contacts}) u
   join contact c on c.account_id = u.account_id and c.contact_id = u.contact_id
   join journey j on j.account_id = c.account_id and j.contact_id = c.contact_id
   join (select v.account_id, v.campaign_id, v.version, v.settings->'goal' goal from workflow_version v
     where v.settings->'goal'->>'kind' = 'field') g
     on g.account_id = j.account_id and g.campaign_id = j.campaign_id and g.version = j.version
   where j.starts_at <= now() and j.starts_at + (g.goal->>'windowHours')::int * interval '1 hour' > now()
     and lower(btrim(${fieldValue})) = lower(btrim(g.goal->>'value'))
   order by j.account_id, j.journey_id
   on conflict do nothing`;

const hasFieldGoal = `exists (select from workflow_version v where v.account_id = a.account_id and v.settings->'goal'->>'kind' = 'field')`;
const given = "select u.account_id, u.contact_id from unnest($1::uuid[], $2::uuid[]) u (account_id, contact_id)";

interface ContactKey {
  accountId: string;
  contactId: string;
}

/**
 * Changes contacts, and counts those who reach their workflow's goal by it: one statement before the change and one after
 * it, and neither where no workflow of the accounts has such a goal (decision 0092).
 */
export async function countingFieldGoals<T>(
  q: Query,
  contacts: readonly ContactKey[],
  change: () => Promise<T>,
): Promise<T> {
  const accounts = [...new Set(contacts.map(({ accountId }) => accountId))];
  if (!(await anyFieldGoal(q, accounts))) return change();
  const values = [plainArray(contacts.map((one) => one.accountId)), plainArray(contacts.map((one) => one.contactId))];
  await q.run({ name: "goal.before", text: recordSql(given, "null") }, values);
  const answer = await change();
  await q.run({ name: "goal.after", text: recordSql(given, "now()") }, values);
  return answer;
}

/** Whether a workflow of the accounts has or had a contact field's value as its goal. */
export const anyFieldGoal = async (q: Query, accounts: readonly string[]): Promise<boolean> =>
  (
    await q.one<{ any: boolean }>(
      {
        name: "goal.any",
        text: `select coalesce(bool_or(${hasFieldGoal}), false) "any" from unnest($1::uuid[]) a (account_id)`,
      },
      [plainArray(accounts)],
    )
  )?.any ?? false;

/** SQL of the same for the contacts of an import, `$1` being the account: before and after they are changed. */
export const importGoals = (contacts: string) => ({
  before: recordSql(contacts, "null"),
  after: recordSql(contacts, "now()"),
});

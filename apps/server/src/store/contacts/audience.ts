import type { Audience } from "@trunkline/contract/contacts/audience.ts";
import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { statementsWhere } from "./statements.ts";

/** A saved audience with the runs, schedules and workflows that need it (decision 0095; decision 0104). */
export interface AudienceRow {
  audienceId: string;
  name: string;
  statements: Statement[];
  usedBy: Audience["usedBy"];
  created: Date;
  updated: Date;
}

// A run keeps the statements that it started with; one that has ended, or was stopped after its start, needs no audience.
const select = `with asked as materialized (
      select distinct w.campaign_id, w.name, x #>> '{}' audience_id
      from (
        select c.account_id, c.campaign_id, c.name, v.definition from campaign c
        join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
        where c.account_id = $1 and c.deleted is null
        union
        select c.account_id, c.campaign_id, c.name, v.definition from batch b
        join campaign c on c.account_id = b.account_id and c.campaign_id = b.campaign_id
        join workflow_version v on v.account_id = b.account_id and v.campaign_id = b.campaign_id and v.version = b.version
        where b.account_id = $1 and b.status in ('running', 'paused')) w
      cross join lateral jsonb_path_query(w.definition::jsonb, 'lax $.nodes[*].conditions[*].statements[*].audienceId') x
      where strpos(w.definition, '"audienceId"') > 0)
  select a.audience_id "audienceId", a.name, a.statements, a.created, a.updated,
    coalesce((select jsonb_agg(jsonb_build_object('kind', 'run', 'id', b.batch_id, 'campaignId', b.campaign_id,
        'name', b.display_name) order by b.batch_id)
      from batch b where b.account_id = a.account_id and b.selection ? 'audienceId'
        and b.selection ->> 'audienceId' = a.audience_id::text
        and (b.enrolment = 'none' or b.status in ('running', 'paused'))), '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('kind', 'schedule', 'id', s.schedule_id, 'campaignId', s.campaign_id,
        'name', s.request ->> 'displayName') order by s.schedule_id)
      from schedule s where s.account_id = a.account_id and s.request ? 'audienceId'
        and s.request ->> 'audienceId' = a.audience_id::text and s.status >= 0), '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('kind', 'workflow', 'id', k.campaign_id, 'campaignId', k.campaign_id,
        'name', k.name) order by k.campaign_id)
      from asked k where lower(k.audience_id) = a.audience_id::text), '[]') "usedBy"
  from audience a where a.account_id = $1`;

/** The account's audiences by name. */
export const listAudiences = (q: Query, account: string): Promise<AudienceRow[]> =>
  q.rows(`${select} order by lower(a.name), a.audience_id`, [account]);

/** So many audiences are evaluated in one statement. */
const audiencesAtOnce = 50;

type Evaluated = Pick<AudienceRow, "audienceId" | "name" | "statements">;

/** The places of those audiences in the list that each of these contacts is in. All contacts are read in one statement, by their index. */
async function listPlaces(
  q: Query,
  account: string,
  contactIds: readonly string[],
  audiences: readonly Evaluated[],
): Promise<Map<string, number[]>> {
  const places = new Map<string, number[]>();
  for (let from = 0; from < audiences.length; from += audiencesAtOnce) {
    const values: unknown[] = [account, plainArray(contactIds)];
    const tests = audiences.slice(from, from + audiencesAtOnce).map(({ statements }, index) => {
      const where = statementsWhere(statements, values.length + 1);
      values.push(...where.values);
      return `case when ${where.text} then ${from + index} end`;
    });
    const rows = await q.rows<{ id: string; places: number[] }>(
      `select c.contact_id id, array_remove(array[${tests.join(", ")}], null) places from contact c
       where c.account_id = $1 and c.contact_id = any ($2::uuid[])`,
      values,
    );
    for (const row of rows) places.set(row.id, [...(places.get(row.id) ?? []), ...row.places]);
  }
  return places;
}

/** The audiences that a contact is in, by name. */
export async function listAudiencesOf(
  q: Query,
  account: string,
  contactId: string,
): Promise<{ audienceId: string; name: string }[]> {
  const all = await q.rows<Evaluated>(
    `select audience_id "audienceId", name, statements from audience where account_id = $1 order by lower(name), audience_id`,
    [account],
  );
  const within = new Set((await listPlaces(q, account, [contactId], all)).get(contactId));
  return all.filter((_, place) => within.has(place)).map(({ audienceId, name }) => ({ audienceId, name }));
}

/** Who of these contacts is in which of these audiences. Audiences that the account does not have are missing. */
export async function listMembers(
  q: Query,
  account: string,
  audienceIds: readonly string[],
  contactIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const members = new Map<string, Set<string>>();
  if (audienceIds.length === 0 || contactIds.length === 0) return members;
  const all = await q.rows<Evaluated>(
    `select audience_id "audienceId", name, statements from audience where account_id = $1 and audience_id = any ($2::uuid[])`,
    [account, audienceIds],
  );
  for (const { audienceId } of all) members.set(audienceId, new Set());
  for (const [contactId, within] of await listPlaces(q, account, contactIds, all))
    for (const place of within) members.get(all[place]?.audienceId ?? "")?.add(contactId);
  return members;
}

/** The ids among these that are audiences of the account. They cannot be deleted until the transaction ends. */
export async function lockAudiences(q: Query, account: string, audienceIds: readonly string[]): Promise<Set<string>> {
  if (audienceIds.length === 0) return new Set();
  const rows = await q.rows<{ audienceId: string }>(
    `select audience_id "audienceId" from audience where account_id = $1 and audience_id::text = any ($2::text[])
     order by audience_id for key share`,
    [account, audienceIds.map((id) => id.toLowerCase())],
  );
  return new Set(rows.map(({ audienceId }) => audienceId));
}

/** One audience, or null. */
export const findAudience = (q: Query, account: string, audienceId: string): Promise<AudienceRow | null> =>
  q.one(`${select} and a.audience_id = $2`, [account, audienceId]);

/** The audience of this name, ignoring case, or null. */
export const findAudienceNamed = (q: Query, account: string, name: string): Promise<Evaluated | null> =>
  q.one(
    'select audience_id "audienceId", name, statements from audience where account_id = $1 and lower(name) = lower($2)',
    [account, name],
  );

/** Holds an audience until the transaction ends: `use` against its deletion, `change` against every use. False if there is none. */
export async function lockAudience(
  q: Query,
  account: string,
  audienceId: string,
  how: "use" | "change",
): Promise<boolean> {
  const mode = how === "use" ? "key share" : "update";
  const row = await q.one(`select from audience where account_id = $1 and audience_id = $2 for ${mode}`, [
    account,
    audienceId,
  ]);
  return row !== null;
}

/** Creates an audience. Null if the account has one of this name, ignoring case. */
export async function insertAudience(
  q: Query,
  account: string,
  { name, statements }: { name: string; statements: readonly Statement[] },
): Promise<string | null> {
  const audienceId = newId();
  const made = await q.run(
    `insert into audience (account_id, audience_id, name, statements) values ($1, $2, $3, $4)
     on conflict (account_id, lower(name)) do nothing`,
    [account, audienceId, name, JSON.stringify(statements)],
  );
  return made === 0 ? null : audienceId;
}

/** Writes the name and the statements of an audience. */
export const updateAudience = (
  q: Query,
  account: string,
  audienceId: string,
  { name, statements }: { name: string; statements: readonly Statement[] },
): Promise<number> =>
  q.run("update audience set name = $3, statements = $4, updated = now() where account_id = $1 and audience_id = $2", [
    account,
    audienceId,
    name,
    JSON.stringify(statements),
  ]);

/** Removes an audience. The caller has checked that nothing needs it. */
export const removeAudience = (q: Query, account: string, audienceId: string): Promise<number> =>
  q.run("delete from audience where account_id = $1 and audience_id = $2", [account, audienceId]);

import type { Audience } from "@trunkline/contract/contacts/audience.ts";
import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { statementsWhere } from "./statements.ts";

/** A saved audience with the runs and schedules that need it (decision 0095). */
export interface AudienceRow {
  audienceId: string;
  name: string;
  statements: Statement[];
  usedBy: Audience["usedBy"];
  created: Date;
  updated: Date;
}

// A run keeps the statements that it started with; one that has ended, or was stopped after its start, needs no audience.
const select = `select a.audience_id "audienceId", a.name, a.statements, a.created, a.updated,
    coalesce((select jsonb_agg(jsonb_build_object('kind', 'run', 'id', b.batch_id, 'campaignId', b.campaign_id,
        'name', b.display_name) order by b.batch_id)
      from batch b where b.account_id = a.account_id and b.selection ? 'audienceId'
        and b.selection ->> 'audienceId' = a.audience_id::text
        and (b.enrolment = 'none' or b.status in ('running', 'paused'))), '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('kind', 'schedule', 'id', s.schedule_id, 'campaignId', s.campaign_id,
        'name', s.request ->> 'displayName') order by s.schedule_id)
      from schedule s where s.account_id = a.account_id and s.request ? 'audienceId'
        and s.request ->> 'audienceId' = a.audience_id::text and s.status >= 0), '[]') "usedBy"
  from audience a where a.account_id = $1`;

/** The account's audiences by name. */
export const listAudiences = (q: Query, account: string): Promise<AudienceRow[]> =>
  q.rows(`${select} order by lower(a.name), a.audience_id`, [account]);

/** So many audiences are evaluated in one statement. */
const audiencesAtOnce = 50;

/** The audiences that a contact is in, by name. Each is evaluated for this one contact, by its index. */
export async function listAudiencesOf(
  q: Query,
  account: string,
  contactId: string,
): Promise<{ audienceId: string; name: string }[]> {
  const all = await q.rows<Pick<AudienceRow, "audienceId" | "name" | "statements">>(
    `select audience_id "audienceId", name, statements from audience where account_id = $1 order by lower(name), audience_id`,
    [account],
  );
  const within = new Set<number>();
  for (let from = 0; from < all.length; from += audiencesAtOnce) {
    const values: unknown[] = [account, contactId];
    const tests = all.slice(from, from + audiencesAtOnce).map(({ statements }, index) => {
      const where = statementsWhere(statements, values.length + 1);
      values.push(...where.values);
      return `case when ${where.text} then ${from + index} end`;
    });
    const row = await q.one<{ places: number[] }>(
      `select array_remove(array[${tests.join(", ")}], null) places from contact c where c.account_id = $1 and c.contact_id = $2`,
      values,
    );
    for (const place of row?.places ?? []) within.add(place);
  }
  return all.filter((_, place) => within.has(place)).map(({ audienceId, name }) => ({ audienceId, name }));
}

/** One audience, or null. */
export const findAudience = (q: Query, account: string, audienceId: string): Promise<AudienceRow | null> =>
  q.one(`${select} and a.audience_id = $2`, [account, audienceId]);

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

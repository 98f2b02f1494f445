import type { Query } from "../database.ts";

/** A row of the audit as its link vouches for it: text that says the same in every version of the database. */
const writtenText = `jsonb_build_array(a.audit_id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  a.actor, a.action, a.target, a.outcome, a.data)::text`;

/** What a link's hash is made of. */
interface Linked {
  account: string;
  position: number;
  /** Hash of the link before; null for the first. */
  previous: Buffer | null;
  auditId: string;
  /** The row; null when it is gone. */
  text: string | null;
}

/** Makes the hash of a link under a key that the database does not hold. */
export type LinkHash = (link: Linked) => Buffer;

/** Rows that wait to be linked, by account. */
export const listUnlinked = (q: Query, most: number): Promise<{ account: string; auditIds: string[] }[]> =>
  q.rows(
    `select account_id account, array_agg(audit_id order by audit_id) "auditIds"
     from (select account_id, audit_id from audit_queue order by account_id, audit_id limit $1) waiting group by account_id`,
    [most],
  );

/** Links rows of one account to its chain; one process at a time does it. Returns how many. */
export async function linkAudit(
  q: Query,
  account: string,
  auditIds: readonly string[],
  hashOf: LinkHash,
): Promise<number> {
  const turn = await q.one<{ mine: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('audit ' || $1::text, 0)) mine",
    [account],
  );
  if (!turn?.mine) return 0;
  const rows = await q.rows<{ auditId: string; text: string | null }>(
    `with taken as (delete from audit_queue where account_id = $1 and audit_id = any ($2::uuid[]) returning audit_id)
     select t.audit_id "auditId", case when a.audit_id is null then null else ${writtenText} end as text
     from taken t left join audit a on a.account_id = $1 and a.audit_id = t.audit_id order by t.audit_id`,
    [account, auditIds],
  );
  const last = await findHead(q, account);
  let { position, hash: previous } = last;
  const links = rows.map(({ auditId, text }) => {
    position += 1;
    const hash = hashOf({ account, position, previous, auditId, text });
    previous = hash;
    return { position, auditId, hash };
  });
  return q.run(
    `insert into audit_link (account_id, position, audit_id, hash)
     select $1, * from unnest($2::bigint[], $3::uuid[], $4::bytea[])`,
    [account, links.map((link) => link.position), links.map((link) => link.auditId), links.map((link) => link.hash)],
  );
}

/** The newest link of an account; position 0 where there is none. */
export async function findHead(q: Query, account: string): Promise<{ position: number; hash: Buffer | null }> {
  const row = await q.one<{ position: number; hash: Buffer }>(
    "select position::int, hash from audit_link where account_id = $1 order by position desc limit 1",
    [account],
  );
  return row ?? { position: 0, hash: null };
}

/** Links after a position with the rows that they vouch for, and the hash of the one at it. */
export async function listLinks(q: Query, account: string, after: number, most: number) {
  const before = await q.one<{ hash: Buffer }>("select hash from audit_link where account_id = $1 and position = $2", [
    account,
    after,
  ]);
  const links = await q.rows<{ position: number; auditId: string; hash: Buffer; text: string | null; at: Date | null }>(
    `select l.position::int, l.audit_id "auditId", l.hash, case when a.audit_id is null then null else ${writtenText} end as text, a.at
     from audit_link l left join audit a on a.account_id = l.account_id and a.audit_id = l.audit_id
     where l.account_id = $1 and l.position > $2 order by l.position limit $3`,
    [account, after, most],
  );
  return { previous: before?.hash ?? null, links };
}

/** How many rows there are, how many are linked, and how many wait for it: of one moment. */
export async function countAudit(
  q: Query,
  account: string,
): Promise<{ rows: number; linked: number; waiting: number }> {
  const counts = await q.one<{ rows: number; linked: number; waiting: number }>(
    `select (select count(*) from audit where account_id = $1)::int "rows",
            (select count(*) from audit_link where account_id = $1)::int linked,
            (select count(*) from audit_queue where account_id = $1)::int waiting`,
    [account],
  );
  return counts!;
}

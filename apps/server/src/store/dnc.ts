import { type Channel, dncBits } from "@trunkline/workflow/parts/dnc.ts";
import { plainArray, textArray } from "./arrays.ts";
import type { Query } from "./database.ts";

/** Who said it: the contact by text or by key press, or somebody else for it. */
export type DncSource = "reply" | "key" | "api" | "page" | "import" | "node";

/** One number that must not be contacted any more, or may be again. */
export interface DncChange {
  accountId: string;
  phone: string;
  types: readonly Channel[];
  source: DncSource;
  reason?: string | null;
}

const bits = `bit_or(case type when 'call' then ${dncBits.call} when 'sms' then ${dncBits.sms} else ${dncBits.rcs} end)::smallint`;
// what the contact itself refused, nobody else lifts (decisions, STOP)
const own = "('reply', 'key')";
const input = `select distinct on (a, p, t) a, p, t, s, r from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) u (a, p, t, s, r)`;

/** Stops numbers: the list, the contacts' bits and the consent history change together. Answers how many entries are new. */
export const addDnc = (q: Query, changes: readonly DncChange[]): Promise<number> =>
  change(
    q,
    changes,
    `insert into dnc as d (account_id, phone, type, source, reason) select a, p, t, s, r from (${input}) i
     on conflict (account_id, phone, type) do update set source = excluded.source, reason = excluded.reason, created = now()
       where d.source not in ${own} and excluded.source in ${own}
     returning account_id, phone, type, source, reason`,
    "out",
    "c.dnc | b.bits",
  );

/**
 * Allows numbers again. What the contact itself refused goes only when the contact itself (source reply or key) says so,
 * and that is all that goes then: a number that the account stopped for reasons of its own stays stopped.
 */
export const liftDnc = (q: Query, changes: readonly DncChange[]): Promise<number> =>
  change(
    q,
    changes,
    `delete from dnc d using (${input}) i where d.account_id = i.a and d.phone = i.p and d.type = i.t
       and (d.source in ${own}) = (i.s in ${own})
     returning d.account_id, d.phone, d.type, i.s source, i.r reason`,
    "in",
    "c.dnc & ~b.bits",
  );

async function change(
  q: Query,
  changes: readonly DncChange[],
  write: string,
  action: "out" | "in",
  newBits: string,
): Promise<number> {
  const rows = changes.flatMap((one) => one.types.map((type) => ({ ...one, type })));
  if (rows.length === 0) return 0;
  const answer = await q.one<{ changed: number }>(
    {
      name: `dnc.${action}`,
      text: `with done as (${write}),
        told as (insert into consent (account_id, consent_id, phone, type, action, source, reason)
          select account_id, trunkline_uuid7(), phone, type, '${action}', source, reason from done),
        marked as (update contact c set dnc = ${newBits}
          from (select account_id, phone, ${bits} bits from done group by account_id, phone) b
          where c.account_id = b.account_id and c.phone = b.phone)
        select count(*)::int changed from done`,
    },
    [
      plainArray(rows.map((row) => row.accountId)),
      textArray(rows.map((row) => row.phone)),
      plainArray(rows.map((row) => row.type)),
      plainArray(rows.map((row) => row.source)),
      textArray(rows.map((row) => row.reason ?? null)),
    ],
  );
  return answer?.changed ?? 0;
}

/** The bits of a number as the list says. */
export async function findDncBits(q: Query, account: string, phone: string): Promise<number> {
  const row = await q.one<{ bits: number | null }>(
    `select ${bits} bits from dnc where account_id = $1 and phone = $2`,
    [account, phone],
  );
  return row?.bits ?? 0;
}

const sync = (phones: string): string => `update contact c set dnc = b.bits
  from (select p.phone, coalesce((select ${bits} from dnc d where d.account_id = $1 and d.phone = p.phone), 0)::smallint bits
    from (${phones}) p) b
  where c.account_id = $1 and c.phone = b.phone and c.dnc <> b.bits`;

/**
 * Sets the bits of contacts whose numbers changed since an instant: a contact that was being made while its number was
 * stopped did not see it, and was not seen.
 */
export const syncDncSince = (q: Query, account: string, since: Date): Promise<number> =>
  q.run(
    sync(`select distinct phone from consent where account_id = $1
      and consent_id >= trunkline_first_id($2::timestamptz - interval '1 minute')`),
    [account, since],
  );

/** The same for one number. */
export const syncDncOf = (q: Query, account: string, phone: string): Promise<number> =>
  q.run(sync("select $2::text phone"), [account, phone]);

/** An entry of the account's do-not-contact list. */
export interface DncRow {
  phone: string;
  type: Channel;
  source: string;
  reason: string | null;
  created: Date;
}

/** What a list of entries begins with and is narrowed to. */
export interface DncFilter {
  phone?: string | undefined;
  type?: Channel | undefined;
  after?: { phone: string; type: string } | undefined;
  limit: number;
}

/** The account's list in the order of numbers, from behind an entry on. */
export const listDnc = (q: Query, account: string, { phone, type, after, limit }: DncFilter): Promise<DncRow[]> =>
  q.rows(
    `select phone, type, source, reason, created from dnc where account_id = $1
       and ($2::text is null or phone = $2) and ($3::text is null or type = $3)
       and ($4::text is null or (phone, type) > ($4, $5))
     order by phone, type limit $6`,
    [account, phone ?? null, type ?? null, after?.phone ?? null, after?.type ?? null, limit],
  );

/** A change of consent as the contact's history shows it. */
export interface ConsentRow {
  id: string;
  type: string;
  action: "out" | "in";
  source: string;
  reason: string | null;
  at: Date;
}

/** Changes of a number's consent, newest first, from before an id on. */
export const listConsent = (
  q: Query,
  account: string,
  phone: string,
  before: string | null,
  limit: number,
): Promise<ConsentRow[]> =>
  q.rows(
    `select consent_id id, type, action, source, reason, at from consent
     where account_id = $1 and phone = $2 and ($3::uuid is null or consent_id < $3) order by consent_id desc limit $4`,
    [account, phone, before, limit],
  );

import { type Channel, dncBits, refusedBits } from "@trunkline/workflow/parts/phone/dnc.ts";
import { plainArray, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type AccountEvent, publishEvents } from "../webhooks/webhookEvent.ts";
import { phoneRange } from "./phoneRange.ts";

/** The origin: the contact, by text or key press, or the account. */
type DncSource = "reply" | "key" | "api" | "page" | "import" | "node" | "disposition";

/** A number that must not be contacted from now on, or may be contacted again. */
export interface DncChange {
  accountId: string;
  phone: string;
  types: readonly Channel[];
  source: DncSource;
  reason?: string | null;
}

/** Whose stop an entry is; the other party's says nothing about it, and is not lifted with it. */
export type DncParty = "contact" | "account";

const bitsOf = (from: Record<Channel, number>): string =>
  `case when type = 'call' then ${from.call} when type = 'sms' then ${from.sms} else ${from.rcs} end`;
const bits = `bit_or(${bitsOf(dncBits)} | case when party = 'contact' then ${bitsOf(refusedBits)} else 0 end)::smallint`;
/** What the list says of a number, as the bits of a contact; SQL over an account and a phone. */
export const dncBitsOf = (account: string, phone: string): string =>
  `coalesce((select ${bits} from dnc d where d.account_id = ${account} and d.phone = ${phone}), 0)::smallint`;
const partyOf = "case when s in ('reply', 'key') then 'contact' else 'account' end";
const input = `select distinct on (a, p, t, ${partyOf}) a, p, t, s, r, ${partyOf} party
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) u (a, p, t, s, r)`;
const published = (
  action: "out" | "in",
): string => `insert into consent (account_id, consent_id, phone, type, action, source, reason)
  select account_id, trunkline_uuid7(), phone, type, '${action}', source, reason from done`;

/** How many entries each number got or lost, by `dncKey`; those that changed nothing are left out. */
export type DncChanged = ReadonlyMap<string, number>;

/** The key of a number in what `stopNumbers` and `liftNumbers` answer. */
export const dncKey = ({ accountId, phone }: Pick<DncChange, "accountId" | "phone">): string => `${accountId} ${phone}`;

const perNumber = 'select account_id "accountId", phone, count(*)::int changed from done group by account_id, phone';
type Changed = { accountId: string; phone: string; changed: number };
const changedOf = (rows: readonly Changed[]): DncChanged => new Map(rows.map((row) => [dncKey(row), row.changed]));
const sumOf = (changed: DncChanged): number => [...changed.values()].reduce((sum, count) => sum + count, 0);

/** Stops numbers and returns how many entries are new. */
export const addDnc = async (q: Query, changes: readonly DncChange[]): Promise<number> =>
  sumOf(await stopNumbers(q, changes));

/** Stops numbers: the list, the contacts' bits and the consent history change together. */
export async function stopNumbers(q: Query, changes: readonly DncChange[]): Promise<DncChanged> {
  if (changes.length === 0) return new Map();
  const rows = await q.rows<Changed>(
    {
      name: "dnc.out",
      text: `with done as (
          insert into dnc (account_id, phone, type, source, reason) select a, p, t, s, r from (${input}) i
          on conflict do nothing returning account_id, phone, type, source, reason, party),
        published as (${published("out")}),
        marked as (update contact c set dnc = c.dnc | b.bits
          from (select account_id, phone, ${bits} bits from done group by account_id, phone) b
          where c.account_id = b.account_id and c.phone = b.phone)
        ${perNumber}`,
    },
    columnsOf(changes),
  );
  return publishChanged(q, changes, changedOf(rows), "add");
}

async function publishChanged(
  q: Query,
  changes: readonly DncChange[],
  changed: DncChanged,
  action: "add" | "remove",
): Promise<DncChanged> {
  await publishEvents(
    q,
    changes.filter((change) => changed.has(dncKey(change))).map((change) => eventOf(change, action)),
  );
  return changed;
}

const eventOf = ({ accountId, phone, types, source }: DncChange, action: "add" | "remove"): AccountEvent => ({
  accountId,
  eventType: "dnc",
  data: { phone, type: types.join(","), action, source },
});

/** Allows numbers again and returns how many entries went. */
export const liftDnc = async (q: Query, changes: readonly DncChange[]): Promise<number> =>
  sumOf(await liftNumbers(q, changes));

/**
 * Allows numbers again, separately for each party: the contact's own opt-out is lifted only by the contact (source reply or
 * key), and the account's stop only by the account. The other party's stop stays.
 */
export async function liftNumbers(q: Query, changes: readonly DncChange[]): Promise<DncChanged> {
  if (changes.length === 0) return new Map();
  const columns = columnsOf(changes);
  const phones = columns.slice(0, 2);
  // locked first, so that the statement that sets the bits sees a concurrent change of the other party's entry
  await q.run(
    {
      name: "dnc.hold",
      text: `select from contact c, (select distinct a, p from unnest($1::uuid[], $2::text[]) u (a, p)) u
        where c.account_id = u.a and c.phone = u.p order by c.account_id, c.contact_id for update of c`,
    },
    phones,
  );
  const rows = await q.rows<Changed>(
    {
      name: "dnc.in",
      text: `with done as (
          delete from dnc d using (${input}) i
          where d.account_id = i.a and d.phone = i.p and d.type = i.t and d.party = i.party
          returning d.account_id, d.phone, d.type, i.s source, i.r reason),
        published as (${published("in")})
        ${perNumber}`,
    },
    columns,
  );
  if (rows.length > 0) await q.run({ name: "dnc.bits", text: sync("unnest($1::uuid[], $2::text[])") }, phones);
  return publishChanged(q, changes, changedOf(rows), "remove");
}

function columnsOf(changes: readonly DncChange[]): string[] {
  const rows = changes.flatMap((one) => one.types.map((type) => ({ ...one, type })));
  return [
    plainArray(rows.map((row) => row.accountId)),
    textArray(rows.map((row) => row.phone)),
    plainArray(rows.map((row) => row.type)),
    plainArray(rows.map((row) => row.source)),
    textArray(rows.map((row) => row.reason ?? null)),
  ];
}

/** The bits of a number as the list says. */
export async function findDncBits(q: Query, account: string, phone: string): Promise<number> {
  const row = await q.one<{ bits: number | null }>(
    `select ${bits} bits from dnc where account_id = $1 and phone = $2`,
    [account, phone],
  );
  return row?.bits ?? 0;
}

/** The same of many numbers, by `dncKey`; those that are not on the list are left out. */
export async function listDncBits(
  q: Query,
  numbers: readonly Pick<DncChange, "accountId" | "phone">[],
): Promise<Map<string, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await q.rows<{ accountId: string; phone: string; bits: number }>(
    {
      name: "dnc.bitsOf",
      text: `select d.account_id "accountId", d.phone, ${bits} bits from (select distinct a, p from unnest($1::uuid[], $2::text[]) u (a, p)) u
        join dnc d on d.account_id = u.a and d.phone = u.p group by d.account_id, d.phone`,
    },
    [plainArray(numbers.map((one) => one.accountId)), textArray(numbers.map((one) => one.phone))],
  );
  return new Map(rows.map((row) => [dncKey(row), row.bits]));
}

/** Sets the bits of the contacts behind rows of (account, phone) to what the list says. */
const sync = (numbers: string): string => `update contact c set dnc = b.bits
  from (select n.a, n.p, ${dncBitsOf("n.a", "n.p")} bits
    from (select distinct a, p from ${numbers} n (a, p)) n) b
  where c.account_id = b.a and c.phone = b.p and c.dnc <> b.bits`;

/**
 * Sets the bits of contacts whose numbers changed since an instant: a contact that was being made while its number was
 * stopped did not see it, and was not seen.
 */
export const syncDncSince = (q: Query, account: string, since: Date): Promise<number> =>
  q.run(
    sync(`(select account_id, phone from consent where account_id = $1
      and consent_id >= trunkline_first_id($2::timestamptz - interval '1 minute'))`),
    [account, since],
  );

/** The same for one number. */
export const syncDncOf = (q: Query, account: string, phone: string): Promise<number> =>
  q.run(sync("(values ($1::uuid, $2::text))"), [account, phone]);

/** An entry of the account's do-not-contact list. */
export interface DncRow {
  phone: string;
  type: Channel;
  party: DncParty;
  source: string;
  reason: string | null;
  created: Date;
}

/** What a list of entries begins with and is narrowed to. */
export interface DncFilter {
  phone?: string | undefined;
  /** How numbers begin. */
  begins?: string | undefined;
  phones?: readonly string[] | undefined;
  type?: Channel | undefined;
  after?: Pick<DncRow, "phone" | "type" | "party"> | undefined;
  limit: number;
}

/** The account's list in the order of numbers, from behind an entry on. */
export function listDnc(
  q: Query,
  account: string,
  { phone, begins = "", phones, type, after, limit }: DncFilter,
): Promise<DncRow[]> {
  const digits = begins.replace(/^\+/, "");
  const [from, below] = digits === "" ? [null, null] : phoneRange(digits);
  return q.rows(
    `select phone, type, party, source, reason, created from dnc where account_id = $1
       and ($2::text is null or phone = $2) and ($3::text is null or type = $3)
       and ($4::text is null or (phone, type, party) > ($4, $5, $6))
       and ($8::text is null or phone >= $8) and ($10::text is null or phone < $10) and ($9::text[] is null or phone = any ($9))
     order by phone, type, party limit $7`,
    [
      ...[account, phone ?? null, type ?? null, after?.phone ?? null, after?.type ?? null, after?.party ?? null, limit],
      ...[from, phones ?? null, below],
    ],
  );
}

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

import { plainArray, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";

/** Something that sends at a pace of its own: a number, or a whole connection. */
export interface Paced {
  accountId: string;
  /** `number +1…`, `carrier …` or `10dlc …`. */
  key: string;
  /** Segments that want to go out. */
  segments: number;
  perSecond: number;
}

/** Room in a bucket: this many segments at once, and the rest not before `nextInMs`. */
export interface PaceGrant {
  segments: number;
  nextInMs: number;
}

/** Tokens are leased for this long ahead, so that pacing holds across processes without a row per text. */
const leaseMs = 250;

/** The most segments that one lease grants at this pace. */
export const mostLeased = (perSecond: number): number => Math.max(1, Math.ceil((perSecond * leaseMs) / 1000));

/** Takes segments from buckets without asking whether they have room; fewer than none are given back. */
export async function chargePace(q: Query, charged: readonly Paced[]): Promise<void> {
  if (charged.length === 0) return;
  const sorted = [...charged].sort((a, b) => (a.key < b.key ? -1 : 1));
  await q.run(
    {
      name: "bucket.charge",
      text: `update bucket b set free_at = greatest(b.free_at, now()) + n * (1000 / p) * interval '1 millisecond'
        from unnest($1::uuid[], $2::text[], $3::float8[], $4::float8[]) u (a, k, n, p)
        where b.account_id = u.a and b.key = u.k`,
    },
    [
      plainArray(sorted.map((one) => one.accountId)),
      textArray(sorted.map((one) => one.key)),
      plainArray(sorted.map((one) => one.segments)),
      plainArray(sorted.map((one) => one.perSecond)),
    ],
  );
}

/** Leases segments to a sender from buckets: one row each, moved forward by what is taken. */
export async function leasePace(q: Query, paced: readonly Paced[]): Promise<Map<string, PaceGrant>> {
  const sorted = [...paced].sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await q.rows<{ accountId: string; key: string; taken: number; nextInMs: number }>(
    {
      name: "bucket.pace",
      text: `with asked as (select a, k, n, p from unnest($1::uuid[], $2::text[], $3::float8[], $4::float8[]) u (a, k, n, p)),
        made as (insert into bucket (account_id, key, free_at) select a, k, now() from asked on conflict do nothing),
        held as (select b.account_id, b.key, greatest(b.free_at, now()) free_at, asked.n, 1000 / asked.p each_ms
          from asked join bucket b on b.account_id = asked.a and b.key = asked.k order by b.account_id, b.key for update of b),
        leased as (select *, least(n, greatest(0, ceil((${leaseMs} - date_part('epoch', free_at - now()) * 1000) / each_ms))) taken from held)
        update bucket b set free_at = l.free_at + l.taken * l.each_ms * interval '1 millisecond'
        from leased l where b.account_id = l.account_id and b.key = l.key
        returning b.account_id as "accountId", b.key, l.taken,
          greatest(0, date_part('epoch', b.free_at - now()) * 1000 - ${leaseMs}) as "nextInMs"`,
    },
    [
      plainArray(sorted.map((one) => one.accountId)),
      textArray(sorted.map((one) => one.key)),
      plainArray(sorted.map((one) => one.segments)),
      plainArray(sorted.map((one) => one.perSecond)),
    ],
  );
  const grants = new Map(
    rows.map((row) => [`${row.accountId} ${row.key}`, { segments: row.taken, nextInMs: row.nextInMs }]),
  );
  // a bucket that has just been made is seen by the next transaction: a full lease until then
  return new Map(
    sorted.map((one) => [
      `${one.accountId} ${one.key}`,
      grants.get(`${one.accountId} ${one.key}`) ?? {
        segments: mostLeased(one.perSecond),
        nextInMs: leaseMs,
      },
    ]),
  );
}

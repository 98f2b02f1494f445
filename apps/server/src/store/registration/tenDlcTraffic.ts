import type { CarrierTerms, Network } from "@trunkline/carriers/registry/registry.ts";
import { plainArray, plainColumn, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { CarrierStates, TenDlcStatus } from "./tenDlcCampaign.ts";

/** The registration of a number that texts are sent from. */
export interface NumberRegistration {
  accountId: string;
  phone: string;
  id: string;
  brandId: string;
  status: TenDlcStatus;
  carriers: CarrierStates;
  /** None unless it is accepted: a filing that carries no traffic limits none. */
  terms: CarrierTerms[];
  /** Mock brands carry no traffic. */
  mock: boolean;
}

/** The 10DLC campaigns of these numbers, through the sets that they are in. */
export const listNumberRegistrations = (
  q: Query,
  numbers: readonly { accountId: string; phone: string }[],
): Promise<NumberRegistration[]> =>
  q.rows(
    {
      name: "tendlc.numbers",
      text: `select n.account_id "accountId", n.phone, c.tendlc_id id, c.brand_id "brandId", c.status, c.carriers, m.mock,
          case when c.status = 'ACCEPTED' and not m.mock then c.terms else '[]' end terms
        from unnest($1::uuid[], $2::text[]) u (a, p)
        join number_set_number n on n.account_id = u.a and n.phone = u.p
        join tendlc_campaign c on c.account_id = n.account_id and c.number_set_id = n.number_set_id and c.status <> 'EXPIRED'
        join brand b on b.account_id = c.account_id and b.brand_id = c.brand_id
        cross join lateral (select coalesce((b.details->>'mock')::boolean, false) mock) m`,
    },
    [plainColumn(numbers, ({ accountId }) => accountId), textArray(numbers.map(({ phone }) => phone))],
  );

/** Which of these accounts have a 10DLC campaign: the others are asked nothing further. */
export async function listRegisteredAccounts(q: Query, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await q.rows<{ accountId: string }>(
    {
      name: "tendlc.accounts",
      text: `select a "accountId" from unnest($1::uuid[]) u (a)
        where exists (select from tendlc_campaign c where c.account_id = a and c.status <> 'EXPIRED')`,
    },
    [plainArray(accountIds)],
  );
  return new Set(rows.map(({ accountId }) => accountId));
}

/** The networks of these numbers, according to look-ups. */
export async function listPhoneNetworks(
  q: Query,
  phones: readonly { accountId: string; phone: string }[],
): Promise<Map<string, Network>> {
  if (phones.length === 0) return new Map();
  const rows = await q.rows<{ accountId: string; phone: string; network: Network }>(
    {
      name: "tendlc.networks",
      text: `select n.account_id "accountId", n.phone, n.network from unnest($1::uuid[], $2::text[]) u (a, p)
        join phone_network n on n.account_id = u.a and n.phone = u.p`,
    },
    [plainColumn(phones, ({ accountId }) => accountId), textArray(phones.map(({ phone }) => phone))],
  );
  return new Map(rows.map(({ accountId, phone, network }) => [`${accountId} ${phone}`, network]));
}

/** Remembers the network of a number. */
export const putPhoneNetwork = (q: Query, account: string, phone: string, network: Network): Promise<number> =>
  q.run(
    `insert into phone_network (account_id, phone, network) values ($1, $2, $3)
     on conflict (account_id, phone) do update set network = excluded.network, at = now()`,
    [account, phone, network],
  );

/** A brand's day at one network. */
export interface BrandDay {
  accountId: string;
  brandId: string;
  network: Network;
  /** The day of the Pacific coast, ISO 8601. */
  day: string;
}

/** How much of these days is used; locked, so that no one else uses any of it until this transaction ends. */
export async function lockBrandDays(q: Query, days: readonly (BrandDay & { cap: number })[]): Promise<number[]> {
  const sorted = [...days].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const values = [
    plainColumn(sorted, ({ accountId }) => accountId),
    plainColumn(sorted, ({ brandId }) => brandId),
    textArray(sorted.map(({ network }) => network)),
    plainColumn(sorted, ({ day }) => day),
    plainColumn(sorted, ({ cap }) => cap),
  ];
  // an update locks the row, however it was made
  const rows = await q.rows<BrandDay & { segments: number }>(
    {
      name: "tendlc.days",
      text: `insert into brand_day as d (account_id, brand_id, network, day, cap)
        select a, b, n, y, c from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::int[]) u (a, b, n, y, c)
        on conflict (account_id, brand_id, network, day) do update set cap = excluded.cap
        returning account_id "accountId", brand_id "brandId", network, day::text, segments`,
    },
    values,
  );
  const used = new Map(rows.map((row) => [keyOf(row), row.segments]));
  return days.map((day) => used.get(keyOf(day)) ?? 0);
}

/** Adds what is about to be sent to the brands' days, and what must wait for the next one. */
export async function addBrandDays(
  q: Query,
  days: readonly (BrandDay & { segments: number; held: number })[],
): Promise<void> {
  if (days.length === 0) return;
  await q.run(
    {
      name: "tendlc.use",
      text: `update brand_day d set segments = d.segments + s, held = d.held + h
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::int[], $6::int[]) u (a, b, n, y, s, h)
        where d.account_id = a and d.brand_id = b and d.network = n and d.day = y`,
    },
    [
      plainColumn(days, ({ accountId }) => accountId),
      plainColumn(days, ({ brandId }) => brandId),
      textArray(days.map(({ network }) => network)),
      plainColumn(days, ({ day }) => day),
      plainColumn(days, ({ segments }) => segments),
      plainColumn(days, ({ held }) => held),
    ],
  );
}

/** How much of the carriers' caps of a brand is taken already. */
export interface BrandLoad {
  brandId: string;
  brandName: string;
  /** Segments of today, by network. */
  used: Partial<Record<Network, number>>;
  /** Segments that wait for the next day. */
  waiting: number;
}

/** What these brands have used of this day, and what waits for the next one, whichever run it is of. */
export const listBrandLoads = (
  q: Query,
  account: string,
  brandIds: readonly string[],
  day: string,
): Promise<BrandLoad[]> =>
  q.rows(
    `select b.brand_id "brandId", coalesce(b.details->>'displayName', '') "brandName",
       coalesce((select jsonb_object_agg(d.network, d.segments) from brand_day d
         where d.account_id = b.account_id and d.brand_id = b.brand_id and d.day = $3), '{}') used,
       coalesce(w.segments, 0)::int waiting
     from brand b
     left join (
       select c.brand_id, sum(m.segments) segments from message m
       join number_set_number n on n.account_id = m.account_id and n.phone = m.from_number
       join tendlc_campaign c on c.account_id = n.account_id and c.number_set_id = n.number_set_id and c.status = 'ACCEPTED'
       where m.account_id = $1 and m.state = 'queued' and m.reason = 'tendlc_day' group by c.brand_id
     ) w on w.brand_id = b.brand_id
     where b.account_id = $1 and b.brand_id = any ($2::uuid[])`,
    [account, brandIds, day],
  );

/** A brand's day at a carrier that caps it, as a report shows it. */
export interface BrandDayRow {
  day: string;
  brandId: string;
  brandName: string;
  network: Network;
  segments: number;
  /** Null for days from before caps were kept. */
  cap: number | null;
  held: number;
}

/** The days of brands at carriers that cap them, the latest first. */
export const listBrandDays = (
  q: Query,
  account: string,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<BrandDayRow[]> =>
  q.rows(
    `select d.day::text, d.brand_id "brandId", coalesce(b.details->>'displayName', '') "brandName", d.network,
       d.segments, d.cap, d.held
     from brand_day d join brand b on b.account_id = d.account_id and b.brand_id = d.brand_id
     where d.account_id = $1 and ($2::date is null or d.day >= $2::date) and ($3::date is null or d.day <= $3::date)
     order by d.day desc, "brandName", d.network limit 5000`,
    [account, from ?? null, to ?? null],
  );

const keyOf = ({ accountId, brandId, network, day }: BrandDay): string => `${accountId} ${brandId} ${network} ${day}`;

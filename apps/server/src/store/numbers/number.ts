import { carrierNameSql } from "../carriers/carrierConnection.ts";
import type { Query } from "../database.ts";
import { isIvrRoute, routesOfNumber } from "../routing/inboundRoute.ts";

/** The carriers of the numbers that a workflow sends and calls from. */
export const listCampaignCarriers = async (q: Query, account: string, campaignId: string): Promise<string[]> =>
  (
    await q.rows<{ carrier: string }>(
      `select distinct n.carrier from campaign c
       join number_set_number s on s.account_id = c.account_id and s.number_set_id = c.number_set_id
       join number n on n.account_id = s.account_id and n.phone = s.phone
       where c.account_id = $1 and c.campaign_id = $2`,
      [account, campaignId],
    )
  ).map(({ carrier }) => carrier);

/** A number of the account. */
export interface NumberRow {
  phone: string;
  carrier: string;
  connection: { connectionId: string; name: string } | null;
  label: string | null;
  created: Date;
  numberSets: { numberSetId: string; name: string }[];
  /** The route that answers it, and the set through which it does. */
  route: { routeTag: string; numberSet: string | null; ivr: boolean } | null;
  /** Outbound workflows that send from a set that holds it. */
  workflows: { campaignId: string; campaignName: string }[];
  /** What its delivery rate has come to; unknown until enough texts were decided on. */
  reputation: "unknown" | "good" | "low";
  reputationSince: Date | null;
}

const select = `select n.phone, n.carrier, n.label, n.created, n.reputation, n.reputation_since "reputationSince",
    (select jsonb_build_object('connectionId', c.connection_id, 'name', c.name) from carrier_connection c
      where c.account_id = n.account_id and ${carrierNameSql} = n.carrier) connection,
    coalesce((select jsonb_agg(jsonb_build_object('numberSetId', s.number_set_id, 'name', s.name) order by lower(s.name))
      from number_set_number i join number_set s on s.account_id = i.account_id and s.number_set_id = i.number_set_id
      where i.account_id = n.account_id and i.phone = n.phone), '[]') "numberSets",
    coalesce((select jsonb_agg(jsonb_build_object('campaignId', c.campaign_id, 'campaignName', c.name) order by lower(c.name))
      from campaign c where c.account_id = n.account_id and c.deleted is null and c.number_set_id in (
        select i.number_set_id from number_set_number i where i.account_id = n.account_id and i.phone = n.phone)), '[]') workflows,
    (select jsonb_build_object('routeTag', r.route_tag, 'numberSet', r.number_set, 'ivr', ${isIvrRoute})
      from ${routesOfNumber} r where r.phone = n.phone order by r.number_set nulls first limit 1) route
  from number n where n.account_id = $1`;

/** The account's numbers, newest first. */
export const listNumbers = (q: Query, account: string): Promise<NumberRow[]> =>
  q.rows(`${select} order by n.created desc, n.phone`, [account]);

/** One number of the account, or null. */
export const findNumber = (q: Query, account: string, phone: string): Promise<NumberRow | null> =>
  q.one(`${select} and n.phone = $2`, [account, phone]);

/** Those of the numbers that any account owns. */
export async function listUsedNumbers(q: Query, phones: readonly string[]): Promise<Set<string>> {
  const rows = await q.rows<{ phone: string }>("select phone from number_directory where phone = any ($1)", [phones]);
  return new Set(rows.map((row) => row.phone));
}

/** Which of the numbers are of this connection: nothing else that a carrier brings is the account's. */
export async function listNumbersOf(
  q: Query,
  account: string,
  carrier: string,
  phones: readonly string[],
): Promise<Set<string>> {
  const rows = await q.rows<{ phone: string }>(
    "select phone from number where account_id = $1 and carrier = $2 and phone = any ($3::text[])",
    [account, carrier, phones],
  );
  return new Set(rows.map((row) => row.phone));
}

/** Assigns a number to the account; false if it is assigned already. */
export async function insertNumber(
  q: Query,
  account: string,
  phone: string,
  { label, carrier = "simulated" }: { label: string | null; carrier?: string | undefined },
): Promise<boolean> {
  const free = await q.run("insert into number_directory (phone, account_id) values ($1, $2) on conflict do nothing", [
    phone,
    account,
  ]);
  if (free === 0) return false;
  await q.run("insert into number (account_id, phone, label, carrier) values ($1, $2, $3, $4)", [
    account,
    phone,
    label,
    carrier,
  ]);
  return true;
}

/** The carriers of the account's numbers. */
export const listNumberCarriers = async (q: Query, account: string): Promise<string[]> =>
  (await q.rows<{ carrier: string }>("select distinct carrier from number where account_id = $1", [account])).map(
    ({ carrier }) => carrier,
  );

/** Labels a number; false when it is not the account's. */
export const updateNumber = async (q: Query, account: string, phone: string, label: string | null): Promise<boolean> =>
  (await q.run("update number set label = $3 where account_id = $1 and phone = $2", [account, phone, label])) > 0;

/** Gives a number to another carrier. False if the account does not have it. */
export const updateNumberCarrier = async (
  q: Query,
  account: string,
  phone: string,
  carrier: string,
): Promise<boolean> =>
  (await q.run("update number set carrier = $3 where account_id = $1 and phone = $2", [account, phone, carrier])) > 0;

/** A set that holds a number, and a workflow that sends from the set. */
export interface NumberUse {
  numberSet: string;
  campaignName: string;
}

/** Where a number is sent from. Keeps its sets as they are until the transaction ends. */
export async function listNumberUses(q: Query, account: string, phone: string): Promise<NumberUse[]> {
  await q.run("select from number where account_id = $1 and phone = $2 for update", [account, phone]);
  return q.rows(
    `select s.name "numberSet", c.name "campaignName"
     from number_set_number i join number_set s on s.account_id = i.account_id and s.number_set_id = i.number_set_id
     join campaign c on c.account_id = s.account_id and c.number_set_id = s.number_set_id
     where i.account_id = $1 and i.phone = $2 and c.deleted is null order by lower(s.name), lower(c.name)`,
    [account, phone],
  );
}

/** Gives a number back; it leaves its sets. False when it is not the account's. */
export async function removeNumber(q: Query, account: string, phone: string): Promise<boolean> {
  const removed = await q.run("delete from number where account_id = $1 and phone = $2", [account, phone]);
  if (removed === 0) return false;
  await q.run("delete from number_outcome where account_id = $1 and phone = $2", [account, phone]);
  await q.run("delete from number_directory where phone = $1 and account_id = $2", [phone, account]);
  return true;
}

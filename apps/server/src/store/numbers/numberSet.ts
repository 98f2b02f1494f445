import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A named set of the account's numbers; several sets may hold the same number. */
export interface NumberSetRow {
  numberSetId: string;
  name: string;
  phoneNumbers: string[];
  created: Date;
  /** Workflows that send from it. */
  usedBy: { campaignId: string; campaignName: string }[];
  /** The route that answers its numbers. */
  routeTag: string | null;
  /** The 10DLC campaign that it is attached to. */
  campaignRegistry: {
    id: string;
    registryId: string | null;
    status: string;
    usecase: string;
    brandName: string;
  } | null;
}

const select = `select s.number_set_id "numberSetId", s.name, s.created,
    array(select i.phone from number_set_number i
      where i.account_id = s.account_id and i.number_set_id = s.number_set_id order by i.phone) "phoneNumbers",
    coalesce((select jsonb_agg(jsonb_build_object('campaignId', c.campaign_id, 'campaignName', c.name) order by lower(c.name))
      from campaign c where c.account_id = s.account_id and c.number_set_id = s.number_set_id and c.deleted is null), '[]') "usedBy",
    (select r.route_tag from route_number_set r
      where r.account_id = s.account_id and r.number_set_id = s.number_set_id) "routeTag",
    (select jsonb_build_object('id', t.tendlc_id, 'registryId', t.registry_id, 'status', t.status,
        'usecase', t.details->>'usecase', 'brandName', b.details->>'displayName')
      from tendlc_campaign t join brand b on b.account_id = t.account_id and b.brand_id = t.brand_id
      where t.account_id = s.account_id and t.number_set_id = s.number_set_id and t.status <> 'EXPIRED') "campaignRegistry"
  from number_set s where s.account_id = $1`;

/** The account's number sets, newest first. */
export const listNumberSets = (q: Query, account: string): Promise<NumberSetRow[]> =>
  q.rows(`${select} order by s.number_set_id desc`, [account]);

/** One number set, or null. */
export const findNumberSet = (q: Query, account: string, numberSetId: string): Promise<NumberSetRow | null> =>
  q.one(`${select} and s.number_set_id = $2`, [account, numberSetId]);

/** The id of the set of this name, whatever its case, or null. */
export async function findNumberSetNamed(q: Query, account: string, name: string): Promise<string | null> {
  const row = await q.one<{ id: string }>(
    "select number_set_id id from number_set where account_id = $1 and lower(name) = lower($2)",
    [account, name],
  );
  return row?.id ?? null;
}

/** Makes a number set and returns its id. */
export async function insertNumberSet(
  q: Query,
  account: string,
  { name, phoneNumbers }: { name: string; phoneNumbers: readonly string[] },
): Promise<string> {
  const id = newId();
  await q.run("insert into number_set (account_id, number_set_id, name) values ($1, $2, $3)", [account, id, name]);
  await putNumbers(q, account, id, phoneNumbers);
  return id;
}

/** Writes name and numbers of a set; false when there is none. */
export async function updateNumberSet(
  q: Query,
  account: string,
  { numberSetId, name, phoneNumbers }: { numberSetId: string; name: string; phoneNumbers: readonly string[] },
): Promise<boolean> {
  const found = await q.run("update number_set set name = $3 where account_id = $1 and number_set_id = $2", [
    account,
    numberSetId,
    name,
  ]);
  if (found === 0) return false;
  await q.run("delete from number_set_number where account_id = $1 and number_set_id = $2 and not phone = any ($3)", [
    account,
    numberSetId,
    phoneNumbers,
  ]);
  await putNumbers(q, account, numberSetId, phoneNumbers);
  return true;
}

async function putNumbers(q: Query, account: string, id: string, phoneNumbers: readonly string[]): Promise<void> {
  if (phoneNumbers.length === 0) return;
  await q.run(
    `insert into number_set_number (account_id, number_set_id, phone) select $1, $2, p from unnest($3::text[]) p
     on conflict do nothing`,
    [account, id, phoneNumbers],
  );
}

/** Those of the numbers that are not the account's. The others stay its own until the transaction ends. */
export async function listForeignNumbers(q: Query, account: string, phones: readonly string[]): Promise<string[]> {
  const own = await q.rows<{ phone: string }>(
    "select phone from number where account_id = $1 and phone = any ($2) order by phone for key share",
    [account, phones],
  );
  const owned = new Set(own.map((row) => row.phone));
  return phones.filter((phone) => !owned.has(phone));
}

/** Removes a set; false when there is none. */
export const removeNumberSet = async (q: Query, account: string, numberSetId: string): Promise<boolean> =>
  (await q.run("delete from number_set where account_id = $1 and number_set_id = $2", [account, numberSetId])) > 0;

/** Keeps a set as it is until the transaction ends; false when there is none. */
export const lockNumberSet = async (q: Query, account: string, numberSetId: string): Promise<boolean> =>
  (await q.one("select from number_set where account_id = $1 and number_set_id = $2 for update", [
    account,
    numberSetId,
  ])) !== null;

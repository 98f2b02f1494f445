import type { CarrierTerms, Network, OperationStatus } from "@trunkline/carriers/registry/registry.ts";
import type { TenDlcDetails } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

export type TenDlcStatus = "PENDING" | "DECLINED" | "ACCEPTED" | "EXPIRED";
type TenDlcWish = "file" | "update" | "remove";
export type CarrierStates = Partial<Record<Network, { status: OperationStatus; reason: string | null }>>;

/** A 10DLC campaign with what the registry and the carriers said about it. */
export interface TenDlcRow {
  id: string;
  brandId: string;
  brandName: string;
  brandRegistryId: string | null;
  details: TenDlcDetails;
  numberSetId: string;
  numberSetName: string;
  numbers: number;
  status: TenDlcStatus;
  registryId: string | null;
  reason: string | null;
  carriers: CarrierStates;
  terms: CarrierTerms[];
  /** Segments of the whole brand since midnight Pacific, by network. */
  used: Partial<Record<Network, number>>;
  wanted: TenDlcWish | null;
  problem: string | null;
  created: Date;
}

/** The day by which carriers count. */
const pacificDay = "(now() at time zone 'America/Los_Angeles')::date";

const select = `select c.tendlc_id id, c.brand_id "brandId", coalesce(b.details->>'displayName', '') "brandName",
    b.registry_id "brandRegistryId", c.details, c.number_set_id "numberSetId", coalesce(s.name, '') "numberSetName",
    (select count(*)::int from number_set_number n
      where n.account_id = c.account_id and n.number_set_id = c.number_set_id) numbers,
    c.status, c.registry_id "registryId", c.reason, c.carriers, c.terms,
    coalesce((select jsonb_object_agg(d.network, d.segments) from brand_day d
      where d.account_id = c.account_id and d.brand_id = c.brand_id and d.day = ${pacificDay}), '{}') used,
    c.wanted, c.problem, c.created
  from tendlc_campaign c
  join brand b on b.account_id = c.account_id and b.brand_id = c.brand_id
  left join number_set s on s.account_id = c.account_id and s.number_set_id = c.number_set_id
  where c.account_id = $1`;

/** The account's 10DLC campaigns, newest first. */
export const listTenDlcCampaigns = (q: Query, account: string): Promise<TenDlcRow[]> =>
  q.rows(`${select} order by c.tendlc_id desc`, [account]);

/** One 10DLC campaign, or null. */
export const findTenDlcCampaign = (q: Query, account: string, id: string): Promise<TenDlcRow | null> =>
  q.one(`${select} and c.tendlc_id = $2`, [account, id]);

/** Keeps a 10DLC campaign as it is until the transaction ends. */
export const lockTenDlcCampaign = async (q: Query, account: string, id: string): Promise<TenDlcRow | null> =>
  (await q.one("select from tendlc_campaign where account_id = $1 and tendlc_id = $2 for update", [account, id])) ===
  null
    ? null
    : findTenDlcCampaign(q, account, id);

/** The 10DLC campaign that a set is attached to, but for one that has ended. */
export const findTenDlcOfSet = (
  q: Query,
  account: string,
  numberSetId: string,
): Promise<{ id: string; status: TenDlcStatus; usecase: string; brandName: string; numberPool: boolean } | null> =>
  q.one(
    `select c.tendlc_id id, c.status, c.details->>'usecase' usecase, b.details->>'displayName' "brandName",
       (c.details->>'numberPool')::boolean "numberPool"
     from tendlc_campaign c join brand b on b.account_id = c.account_id and b.brand_id = c.brand_id
     where c.account_id = $1 and c.number_set_id = $2 and c.status <> 'EXPIRED'`,
    [account, numberSetId],
  );

/** The registered sets, other than this one, that one of these numbers is in. */
export const findRegisteredElsewhere = (
  q: Query,
  account: string,
  phones: readonly string[],
  numberSetId: string,
): Promise<{ phone: string; name: string } | null> =>
  q.one(
    `select n.phone, s.name from number_set_number n
     join number_set s on s.account_id = n.account_id and s.number_set_id = n.number_set_id
     join tendlc_campaign c on c.account_id = n.account_id and c.number_set_id = n.number_set_id and c.status <> 'EXPIRED'
     where n.account_id = $1 and n.phone = any ($2::text[]) and n.number_set_id <> $3 order by n.phone limit 1`,
    [account, phones, numberSetId],
  );

/** Files a 10DLC campaign and returns its id. A set that has one ends in 23505. */
export async function insertTenDlcCampaign(
  q: Query,
  account: string,
  { details, terms }: { details: TenDlcDetails; terms: readonly CarrierTerms[] },
): Promise<string> {
  const id = newId();
  await q.run(
    `insert into tendlc_campaign (account_id, tendlc_id, brand_id, details, number_set_id, terms, wanted)
     values ($1, $2, $3, $4, $5, $6, 'file')`,
    [account, id, details.brandId, JSON.stringify(details), details.numberSetId, JSON.stringify(terms)],
  );
  return id;
}

/** Writes what its people changed. */
export async function updateTenDlcCampaign(
  q: Query,
  account: string,
  id: string,
  { details, status }: { details: TenDlcDetails; status: TenDlcStatus },
): Promise<void> {
  await q.run(
    `update tendlc_campaign set details = $3, number_set_id = $4, status = $5, problem = null,
       reason = case when $5 = 'PENDING' then null else reason end,
       wanted = case when registry_id is null then 'file' else 'update' end, updated = now()
     where account_id = $1 and tendlc_id = $2`,
    [account, id, JSON.stringify(details), details.numberSetId, status],
  );
}

/** The account gives it up. It ends at once, and the registry is notified. */
export const expireTenDlcCampaign = (q: Query, account: string, id: string): Promise<number> =>
  q.run(
    `update tendlc_campaign set status = 'EXPIRED', wanted = case when registry_id is null then null else 'remove' end,
       problem = null, updated = now() where account_id = $1 and tendlc_id = $2`,
    [account, id],
  );

/** What the registry answered. */
export interface TenDlcAnswer {
  registryId: string | null;
  status: TenDlcStatus;
  reason: string | null;
  carriers: CarrierStates;
  terms: CarrierTerms[];
  wanted: TenDlcWish | null;
  problem: string | null;
}

/** Writes what the registry answered. */
export async function writeTenDlcAnswer(
  q: Query,
  account: string,
  id: string,
  { registryId, status, reason, carriers, terms, wanted, problem }: TenDlcAnswer,
): Promise<void> {
  await q.run(
    `update tendlc_campaign set registry_id = $3, status = $4, reason = $5, carriers = $6, terms = $7, wanted = $8,
       problem = $9, updated = now() where account_id = $1 and tendlc_id = $2`,
    [account, id, registryId, status, reason, JSON.stringify(carriers), JSON.stringify(terms), wanted, problem],
  );
}

/** The 10DLC campaigns of a brand that are not over: what changes of it changes what they may. */
export const listTenDlcOfBrand = (q: Query, account: string, brandId: string): Promise<{ id: string }[]> =>
  q.rows("select tendlc_id id from tendlc_campaign where account_id = $1 and brand_id = $2 and status <> 'EXPIRED'", [
    account,
    brandId,
  ]);

/** A template that workflows send from a number set. */
export interface SentTemplate {
  numberSetId: string;
  templateId: string;
  title: string;
  text: string;
  mediaUrl: string | null;
}

/** The templates that the newest versions of workflows send from these sets. */
export const listTemplatesOfSets = (
  q: Query,
  account: string,
  numberSetIds: readonly string[],
): Promise<SentTemplate[]> =>
  numberSetIds.length === 0
    ? Promise.resolve([])
    : q.rows(
        `select distinct c.number_set_id "numberSetId", t.template_id "templateId", t.title, t.text, t.media_url "mediaUrl"
         from campaign c
         join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
         cross join lateral jsonb_array_elements(coalesce(v.definition::jsonb->'nodes', '[]')) n
         join sms_template t on t.account_id = c.account_id and t.template_id::text = n->>'smsTemplateId'
         where c.account_id = $1 and c.number_set_id = any ($2::uuid[]) and c.deleted is null
         order by t.title limit 500`,
        [account, numberSetIds],
      );

/** The accepted 10DLC campaigns under which workflows send this template. */
export const listFilingsOfTemplate = (
  q: Query,
  account: string,
  templateId: string,
): Promise<{ id: string; brandName: string; details: TenDlcDetails }[]> =>
  q.rows(
    `select f.tendlc_id id, b.details->>'displayName' "brandName", f.details
     from tendlc_campaign f join brand b on b.account_id = f.account_id and b.brand_id = f.brand_id
     where f.account_id = $1 and f.status = 'ACCEPTED' and exists (
       select from campaign c
       join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
       cross join lateral jsonb_array_elements(coalesce(v.definition::jsonb->'nodes', '[]')) n
       where c.account_id = f.account_id and c.number_set_id = f.number_set_id and c.deleted is null
         and n->>'smsTemplateId' = $2)
     order by f.tendlc_id`,
    [account, templateId],
  );

/** Keeps a support notification. */
export async function insertSupportNotification(
  q: Query,
  account: string,
  { type, payload }: { type: string; payload: string },
): Promise<string> {
  const id = newId();
  await q.run("insert into support_notification (account_id, notification_id, type, payload) values ($1, $2, $3, $4)", [
    account,
    id,
    type,
    payload,
  ]);
  return id;
}

/** Support notifications, the latest first. */
export const listSupportNotifications = (
  q: Query,
  account: string,
): Promise<{ notificationId: string; type: string; payload: string }[]> =>
  q.rows(
    `select notification_id "notificationId", type, payload from support_notification where account_id = $1
     order by notification_id desc limit 200`,
    [account],
  );

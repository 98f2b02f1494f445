import type { BrandDetails, BrandStatus } from "@trunkline/contract/registration/brandFields.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A brand with what the registry said about it. */
export interface BrandRow {
  brandId: string;
  details: BrandDetails;
  /** Name of the user who submitted it last, which the registry asks for; null for a draft. */
  ipAddress: string | null;
  registryId: string | null;
  status: BrandStatus;
  score: number | null;
  vetting: "none" | "pending" | "done" | "failed";
  feedback: string[];
  wanted: BrandAction | null;
  problem: string | null;
  created: Date;
  /** 10DLC campaigns of it that are not over. */
  campaigns: number;
}

/** What is still to be sent to the registry for a brand. */
export type BrandAction = "file" | "update" | "vet";

// brands from before relationships existed have the default one, and older ones are registered nowhere else
const select = `select b.brand_id "brandId", '{"brandRelationship": "BASIC_ACCOUNT", "connectionId": "", "customerProfileSid": "", "trustProfileSid": ""}'::jsonb || b.details - 'ipAddress' details,
    b.details->>'ipAddress' "ipAddress", b.registry_id "registryId", b.status, b.score, b.vetting, b.feedback,
    b.wanted, b.problem, b.created,
    (select count(*)::int from tendlc_campaign c
      where c.account_id = b.account_id and c.brand_id = b.brand_id and c.status <> 'EXPIRED') campaigns
  from brand b where b.account_id = $1`;

/** The account's brands, newest first. */
export const listBrands = (q: Query, account: string): Promise<BrandRow[]> =>
  q.rows(`${select} order by b.brand_id desc`, [account]);

/** One brand, or null. */
export const findBrand = (q: Query, account: string, brandId: string): Promise<BrandRow | null> =>
  q.one(`${select} and b.brand_id = $2`, [account, brandId]);

/** Keeps a brand as it is until the transaction ends. */
export const lockBrand = async (q: Query, account: string, brandId: string): Promise<BrandRow | null> =>
  (await q.one("select from brand where account_id = $1 and brand_id = $2 for update", [account, brandId])) === null
    ? null
    : findBrand(q, account, brandId);

/** Makes a brand and returns its id. A reference that another brand has ends in 23505. */
export async function insertBrand(
  q: Query,
  account: string,
  { details, ipAddress = null, wanted }: Pick<BrandRow, "details" | "wanted"> & { ipAddress?: string | null },
): Promise<string> {
  const brandId = newId();
  await q.run(
    `insert into brand (account_id, brand_id, details, reference_id, status, wanted)
     values ($1, $2, $3, nullif($4, ''), $5, $6)`,
    [
      ...[account, brandId, keptOf(details, ipAddress), details.referenceId],
      ...[wanted === null ? "DRAFT" : "PENDING", wanted],
    ],
  );
  return brandId;
}

/** Writes what was changed of a brand by its people. */
export async function updateBrand(
  q: Query,
  account: string,
  brandId: string,
  { details, ipAddress, status, wanted }: Pick<BrandRow, "details" | "ipAddress" | "status" | "wanted">,
): Promise<void> {
  await q.run(
    `update brand set details = $3, reference_id = nullif($4, ''), status = $5, wanted = $6, problem = null, updated = now()
     where account_id = $1 and brand_id = $2`,
    [account, brandId, keptOf(details, ipAddress), details.referenceId, status, wanted],
  );
}

const keptOf = (details: BrandDetails, ipAddress: string | null): string =>
  JSON.stringify({ ...details, ...(ipAddress !== null && { ipAddress }) });

/** The registry's answer about a brand, or why it could not be reached. */
export interface BrandAnswer {
  registryId: string | null;
  status: BrandStatus;
  score: number | null;
  vetting: BrandRow["vetting"];
  feedback: string[];
  wanted: BrandAction | null;
  problem: string | null;
}

/** Writes what the registry answered. */
export async function writeBrandAnswer(
  q: Query,
  account: string,
  brandId: string,
  { registryId, status, score, vetting, feedback, wanted, problem }: BrandAnswer,
): Promise<void> {
  await q.run(
    `update brand set registry_id = $3, status = $4, score = $5, vetting = $6, feedback = $7, wanted = $8, problem = $9,
       updated = now() where account_id = $1 and brand_id = $2`,
    [account, brandId, registryId, status, score, vetting, feedback, wanted, problem],
  );
}

/** Orders what is sent to the registry next. */
export const setBrandAction = (q: Query, account: string, brandId: string, wanted: BrandAction): Promise<number> =>
  q.run(
    `update brand set wanted = $3, problem = null, vetting = case when $3 = 'vet' then 'pending' else vetting end,
       updated = now() where account_id = $1 and brand_id = $2`,
    [account, brandId, wanted],
  );

/** Removes a brand with its 10DLC campaigns, which have ended, and what happened to all of them. */
export async function removeBrand(q: Query, account: string, brandId: string): Promise<void> {
  for (const statement of [
    `delete from registration_event where account_id = $1 and (subject_id = $2 or subject_id in
       (select tendlc_id from tendlc_campaign where account_id = $1 and brand_id = $2))`,
    "delete from tendlc_campaign where account_id = $1 and brand_id = $2",
    "delete from brand_day where account_id = $1 and brand_id = $2",
    "delete from brand where account_id = $1 and brand_id = $2",
    "delete from registration_due where account_id = $1 and subject_id = $2",
  ])
    await q.run(statement, [account, brandId]);
}

import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { addReasonsSql, countEnrolment, countReasonsSql, lockFrequency } from "./enrolment.ts";

/** A contact that a node of one workflow enrols in another, or that a disposition enrols. */
export interface NodeEnrolment {
  accountId: string;
  /** The journey that asks; null: none does. */
  journeyId: string | null;
  contactId: string;
  campaignId: string;
  ignoresWindow: boolean;
}

/** More enrolments in a row than this are a loop of workflows (readings, Visits). */
const deepest = 10;

/**
 * Enrols contacts in the newest version of a workflow, in its batch for enrolments by nodes, which is made on demand.
 * Frequency holds; a contact that is under way in that batch is not enrolled twice.
 */
export async function enrolByNode(
  q: Query,
  group: readonly NodeEnrolment[],
  by: EnrolsBy = "node",
): Promise<EnrolledByNode | null> {
  const { accountId, campaignId, ignoresWindow } = group[0] as NodeEnrolment;
  const batch = await findNodeBatch(q, accountId, campaignId, ignoresWindow, by);
  if (batch === null) return null;
  if (batch.frequencyDays >= 0) await lockFrequency(q, accountId, campaignId);
  const row = await q.one<{ enrolled: number; filtered: number }>(
    `with asked as (
       select distinct on (u.c) u.c contact_id, coalesce(j.depth, -1) depth,
         case when p.contact_id is null or p.archived is not null then 'archived'
           when p.phone is null then 'no_phone'
           when j.depth >= ${deepest} then 'too_deep'
           when $6 >= 0 and exists (select from journey o where o.account_id = $1 and o.contact_id = u.c and o.campaign_id = $5
             and ($6 = 0 or o.starts_at > now() - $6 * interval '1 day')) then 'frequency'
           when exists (select from journey o where o.account_id = $1 and o.contact_id = u.c and o.batch_id = $4 and o.status < 3)
             then 'already_enrolled' end reason
       from unnest($2::uuid[], $3::uuid[]) u (j, c)
       left join journey j on j.account_id = $1 and j.journey_id = u.j
       left join contact p on p.account_id = $1 and p.contact_id = u.c
       order by u.c),
     let_in as materialized (select contact_id, depth, trunkline_uuid7() journey_id from asked where reason is null),
     made as (
       insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, due_at, starts_at, version, depth)
       select $1, journey_id, $4, $5, contact_id, now(), now(), $7, depth + 1 from let_in),
     before as materialized (
       select f.at from batch_filtered f join asked using (contact_id)
       where f.account_id = $1 and f.batch_id = $4 and asked.reason is not null),
     moved as (
       insert into report_change (account_id, quarter, campaign_id, filtered)
       select $1, date_bin('15 minutes', at, '2000-01-01Z'), $5, -count(*) from before group by 2),
     reported as (${countEnrolment("$1", "$5::uuid", "let_in", "asked where reason is not null")}),
     turned_away as (
       insert into batch_filtered (account_id, batch_id, contact_id, reason, at)
       select $1, $4, contact_id, reason, now() from asked where reason is not null
       on conflict (account_id, batch_id, contact_id) do update set reason = excluded.reason, at = now()),
     reasons as (select ${countReasonsSql("asked")} counts),
     noted as (update batch set enrolled = enrolled + (select count(*) from asked where reason is null), queued = queued + $8,
         filtered_by = ${addReasonsSql("filtered_by", "reasons.counts")}
       from reasons where account_id = $1 and batch_id = $4)
     select count(*) filter (where reason is null)::int enrolled, count(*) filter (where reason is not null)::int filtered
     from asked`,
    [
      accountId,
      plainArray(group.map((one) => one.journeyId)),
      plainArray(group.map((one) => one.contactId)),
      batch.batchId,
      campaignId,
      batch.frequencyDays,
      batch.version,
      group.length,
    ],
  );
  return { accountId, batchId: batch.batchId, enrolled: row?.enrolled ?? 0, filtered: row?.filtered ?? 0 };
}

export interface EnrolledByNode {
  accountId: string;
  batchId: string;
  enrolled: number;
  filtered: number;
}

/** What enrols besides people: nodes and keys of workflows, dispositions, or inbound workflows; each has its own batch. */
type EnrolsBy = "node" | "disposition" | "inbound";
const names: Record<EnrolsBy, string> = {
  node: "Enrolled by workflows",
  disposition: "Enrolled by dispositions",
  inbound: "Enrolled by inbound workflows",
};

/** Whom a batch turned away in this transaction, and why. */
export async function listTurnedAway(
  q: Query,
  { accountId, batchId }: { accountId: string; batchId: string },
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.rows<{ contactId: string; reason: string }>(
    `select contact_id "contactId", reason from batch_filtered
     where account_id = $1 and batch_id = $2 and contact_id = any ($3::uuid[]) and at = now()`,
    [accountId, batchId, plainArray(contactIds)],
  );
  return new Map(rows.map((row) => [row.contactId, row.reason]));
}

interface NodeBatch {
  batchId: string;
  version: number;
  frequencyDays: number;
}

/** Why a batch turned a contact away the last time. */
export async function findTurnedAway(
  q: Query,
  account: string,
  batchId: string,
  contactId: string,
): Promise<string | null> {
  const row = await q.one<{ reason: string }>(
    "select reason from batch_filtered where account_id = $1 and batch_id = $2 and contact_id = $3",
    [account, batchId, contactId],
  );
  return row?.reason ?? null;
}

/** The batch of the newest version; one transaction at a time makes it. */
async function findNodeBatch(
  q: Query,
  account: string,
  campaignId: string,
  ignoresWindow: boolean,
  by: EnrolsBy,
): Promise<NodeBatch | null> {
  const filters = JSON.stringify(by === "node" ? { ignoresWindow } : { ignoresWindow, by });
  const find = (): Promise<NodeBatch | null> =>
    q.one<NodeBatch>(
      // locked: what was turned away before is read by the statement that counts it
      `select b.batch_id as "batchId", b.version, coalesce((v.settings->>'frequencyDays')::int, -1) as "frequencyDays"
       from campaign c
       join batch b on b.account_id = c.account_id and b.campaign_id = c.campaign_id and b.version = c.version
         and b.kind = 'node' and b.filters = $3::jsonb
       join workflow_version v on v.account_id = c.account_id and v.campaign_id = c.campaign_id and v.version = c.version
       where c.account_id = $1 and c.campaign_id = $2 and c.deleted is null for no key update of b`,
      [account, campaignId, filters],
    );
  const found = await find();
  if (found !== null) return found;
  await q.run("select pg_advisory_xact_lock(hashtextextended($1, 8))", [`${account} ${campaignId}`]);
  const meanwhile = await find();
  if (meanwhile !== null) return meanwhile;
  await q.run(
    `with made as (
       insert into batch (account_id, batch_id, campaign_id, version, display_name, kind, status, period_ms, selection, filters,
         enrolment, enrol_from, started, created_by)
       select account_id, trunkline_uuid7(), campaign_id, version, $5, 'node', 'running', -1, '{}', $3::jsonb,
         'done', now(), now(), 'worker'
       from campaign where account_id = $1 and campaign_id = $2 and deleted is null and version > 0
       returning account_id, batch_id, campaign_id, version)
     insert into lane (account_id, batch_id, campaign_id, version, ignores_window)
     select account_id, batch_id, campaign_id, version, $4 from made`,
    [account, campaignId, filters, ignoresWindow, names[by]],
  );
  return find();
}

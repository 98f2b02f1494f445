import { dncMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { statementsWhere } from "../contacts/statements.ts";
import type { Query } from "../database.ts";
import { bulkClassSql } from "../journeys/journey.ts";
import type { EnrollingBatch } from "./batch.ts";

/** What one chunk of an enrolment did. */
export interface EnrolledChunk {
  looked: number;
  enrolled: number;
  filtered: number;
  /** The filtered by reason code. */
  filteredBy: Record<string, number>;
  /** The last contact that was looked at, whether it is selected or not. */
  cursor: string | null;
  /** No contacts come after it. */
  isLast: boolean;
}

/** Those that a batch selects, as SQL over `contact c`; parameters from `$1` account, `$2` batch. */
interface Selection {
  /** The table whose keys are read. */
  all: string;
  from: string;
  where: string;
  key: string;
  values: unknown[];
}

/** Picked contacts are in a table, under the id of what they are picked for. */
const ofBatch = { table: "batch_contact", id: "batch_id" } as const;

/** The selection of a batch, or of what picks contacts as a batch does. */
export function selectionOf(
  { selection }: Pick<EnrollingBatch, "selection">,
  picked: typeof ofBatch | { table: "dry_run_audience"; id: "dry_run_id" } = ofBatch,
): Selection {
  if (selection.contactIds)
    return {
      all: `${picked.table} s where s.account_id = $1 and s.${picked.id} = $2`,
      from: `${picked.table} s left join contact c on c.account_id = s.account_id and c.contact_id = s.contact_id`,
      where: `s.account_id = $1 and s.${picked.id} = $2`,
      key: "s.contact_id",
      values: [],
    };
  // without its statements, an audience would be everyone
  if (selection.audienceId !== undefined && selection.statements === undefined)
    throw new RangeError(`The statements of audience ${selection.audienceId} are unknown`);
  const condition = statementsWhere(selection.statements ?? [], 3);
  return {
    all: "contact c where c.account_id = $1 and $2::uuid is not null",
    from: "contact c",
    where: `c.account_id = $1 and $2::uuid is not null and c.archived is null and ${condition.text}`,
    key: "c.contact_id",
    values: [...condition.values],
  };
}

const firstKey = "'00000000-0000-0000-0000-000000000000'::uuid";
const lastKey = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";

/**
 * The last key of the next part of the scan; null where the rest fits into it. A query of its own: a bound that the same
 * statement finds is no condition of the index under row security, and each part would read everything that follows it.
 */
export async function findEdge(
  q: Query,
  account: string,
  id: string,
  { all, key }: Selection,
  { cursor, scanned }: { cursor: string | null; scanned: number },
): Promise<string | null> {
  const row = await q.one<{ at: string }>(
    `select ${key} at from ${all} and ${key} > coalesce($3::uuid, ${firstKey}) order by ${key} offset $4::int - 1 limit 1`,
    [account, id, cursor, scanned],
  );
  return row?.at ?? null;
}

/** The keys after a cursor up to the edge, as SQL. */
export const partSql = ({ key }: Selection, cursor: string, edge: string): string =>
  `${key} > coalesce(${cursor}::uuid, ${firstKey}) and ${key} <= coalesce(${edge}::uuid, ${lastKey})`;

/** Counts the next part of those that a batch selects, and notes how far it has come. True when all are counted. */
export async function countPart(
  q: Query,
  account: string,
  batchId: string,
  batch: EnrollingBatch,
  scanned: number,
): Promise<boolean> {
  const selection = selectionOf(batch);
  const { from, where, values } = selection;
  const at = (index: number): string => `$${3 + values.length + index}`;
  const edge = await findEdge(q, account, batchId, selection, { cursor: batch.countCursor, scanned });
  const row = await q.one<{ isCounted: boolean }>(
    `with part as (select count(*)::int count from ${from} where ${where} and ${partSql(selection, at(0), at(1))})
     update batch set queued = ${at(2)}::int + part.count, count_cursor = coalesce(${at(1)}::uuid, count_cursor),
       is_counted = ${at(1)}::uuid is null
     from part where account_id = $1 and batch_id = $2
     returning is_counted as "isCounted"`,
    [account, batchId, ...values, batch.countCursor, edge, batch.countCursor === null ? 0 : batch.queued],
  );
  return row?.isCounted ?? true;
}

/** Serialises enrollments into a workflow with a frequency cap: two batches at once would not see each other's contacts (invariant I9). */
export async function lockFrequency(q: Query, account: string, campaignId: string): Promise<void> {
  await q.run("select pg_advisory_xact_lock(hashtextextended($1, 7))", [`${account} ${campaignId}`]);
}

/** The reason for which a contact is turned away, as SQL: null lets it in. `recent`: it was in the workflow too recently (readings, Frequency). */
export const turnedAwaySql = (recent: string, mask: string): string => `case
    when c.contact_id is null or c.archived is not null then 'archived'
    when c.phone is null then 'no_phone'
    when c.dnc & ${mask}::int <> 0 then 'dnc'
    when ${recent} then 'frequency'
  end`;

/** Whether a contact's last journey in a workflow began too recently, as SQL over `journey j`. */
export const isRecentSql = (frequencyDays: string): string =>
  `(${frequencyDays}::int = 0 or j.starts_at > now() - ${frequencyDays}::int * interval '1 day')`;

/** Why a run turns a contact away, as SQL over `contact c`. */
export const reasonSql = (campaign: string, frequencyDays: string, mask: string): string =>
  turnedAwaySql(
    `${frequencyDays}::int >= 0 and exists (
      select from journey j where j.account_id = c.account_id and j.contact_id = c.contact_id and j.campaign_id = ${campaign}::uuid
        and ${isRecentSql(frequencyDays)})`,
    mask,
  );

/** How many rows of a query were turned away, by reason code, as SQL: a JSON object. */
export const countReasonsSql = (rows: string): string =>
  `(select coalesce(jsonb_object_agg(r.reason, r.n), '{}') from (select reason, count(*) n from ${rows} where reason is not null group by reason) r)`;

/** Two JSON objects of counts by reason code added up, as SQL. */
export const addReasonsSql = (counts: string, more: string): string => `case when ${more} = '{}' then ${counts} else (
    select jsonb_object_agg(reason, n) from (select reason, sum(n::bigint) n
      from (select * from jsonb_each_text(${counts}) union all select * from jsonb_each_text(${more})) a (reason, n) group by reason) r) end`;

/** The quarter of an hour of this transaction, as SQL: contacts that are turned away count in it. */
const thisQuarter = "date_bin('15 minutes', now(), '2000-01-01Z')";

/** SQL that adds journeys (rows with `journey_id`) and contacts that were turned away to the figures of reports. */
export const countEnrolment = (account: string, campaign: string, journeys: string, turnedAway: string): string =>
  `insert into report_change (account_id, quarter, campaign_id, enrolled, filtered)
   select ${account}, quarter, ${campaign}, sum(enrolled), sum(filtered) from (
     select trunkline_quarter((start || '-7000-8000-000000000000')::uuid) quarter, enrolled, 0 filtered from (
       select left(journey_id::text, 13) start, count(*) enrolled from ${journeys} group by 1) j
     union all select ${thisQuarter}, 0, count(*) from ${turnedAway}) f group by quarter having sum(enrolled + filtered) > 0`;

/** Enrols the next contacts of a selection in one statement: journeys, those turned away, and the cursor's new place. */
export async function enrolChunk(
  q: Query,
  account: string,
  batchId: string,
  batch: EnrollingBatch,
  limit: number,
  scanned: number,
): Promise<EnrolledChunk> {
  const selection = selectionOf(batch);
  const { from, where, key, values } = selection;
  const at = (index: number): string => `$${3 + values.length + index}`;
  const edge = await findEdge(q, account, batchId, selection, { cursor: batch.cursor, scanned });
  const row = await q.one<EnrolledChunk>(
    `with looked as (
       select ${key} contact_id, ${reasonSql(at(0), at(1), at(2))} reason
       from ${from} where ${where} and ${partSql(selection, at(3), at(8))}
       order by ${key} limit ${at(4)}),
     let_in as materialized (
       select contact_id, row_number() over (order by contact_id) - 1 n, trunkline_uuid7() journey_id from looked where reason is null),
     made as (
       insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, due_at, starts_at, version, class)
       select $1, journey_id, $2, ${at(0)}::uuid, contact_id, starts, starts, ${at(5)}, ${bulkClassSql("n")}
       from (select contact_id, journey_id, n, now() + (${at(6)}::float8 + n * ${at(7)}::float8) * interval '1 millisecond' starts
         from let_in order by n) l),
     turned_away as (
       insert into batch_filtered (account_id, batch_id, contact_id, reason, at)
       select $1, $2, contact_id, reason, now() from looked where reason is not null),
     reported as (${countEnrolment("$1", `${at(0)}::uuid`, "let_in", "looked where reason is not null")})
     select count(*)::int looked, count(*) filter (where reason is null)::int enrolled,
       count(*) filter (where reason is not null)::int filtered, ${countReasonsSql("looked")} "filteredBy",
       case when count(*) < ${at(4)} then coalesce(${at(8)}::uuid, max(contact_id::text)::uuid)
         else max(contact_id::text)::uuid end as cursor,
       count(*) < ${at(4)} and ${at(8)}::uuid is null as "isLast"
     from looked`,
    [
      account,
      batchId,
      ...values,
      batch.campaignId,
      batch.frequencyDays,
      dncMask(batch.filters.dnc ?? []),
      batch.cursor,
      limit,
      batch.version,
      batch.periodMs > 0 ? batch.periodMs * batch.enrolled - batch.sinceStartMs : 0,
      Math.max(0, batch.periodMs),
      edge,
    ],
  );
  return row ?? { looked: 0, enrolled: 0, filtered: 0, filteredBy: {}, cursor: null, isLast: true };
}

/** Notes how far an enrolment has come. */
export async function updateEnrolment(q: Query, account: string, batchId: string, chunk: EnrolledChunk): Promise<void> {
  await q.run(
    `update batch set enrolled = enrolled + $3, enrol_cursor = coalesce($4, enrol_cursor),
       filtered_by = ${addReasonsSql("filtered_by", "$6::jsonb")}, enrolment = case when $5 then 'done' else enrolment end
     where account_id = $1 and batch_id = $2`,
    [account, batchId, chunk.enrolled, chunk.cursor, chunk.isLast, JSON.stringify(chunk.filteredBy)],
  );
  if (chunk.isLast)
    await q.run("update lane set enrolling = false where account_id = $1 and batch_id = $2", [account, batchId]);
}

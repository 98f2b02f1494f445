import { dncMask } from "@trunkline/workflow/parts/dnc.ts";
import type { EnrollingBatch } from "./batch.ts";
import type { Query } from "./database.ts";
import { bulkClassSql } from "./journey.ts";
import { statementsWhere } from "./statements.ts";

/** What one chunk of an enrolment did. */
export interface EnrolledChunk {
  looked: number;
  enrolled: number;
  filtered: number;
  /** The last contact that was looked at. */
  cursor: string | null;
}

/** Those that a batch selects, as SQL over `contact c`; parameters from `$1` account, `$2` batch. */
function selectionOf(batch: EnrollingBatch): { from: string; where: string; key: string; values: unknown[] } {
  if (batch.selection.contactIds)
    return {
      from: "batch_contact s left join contact c on c.account_id = s.account_id and c.contact_id = s.contact_id",
      where: "s.account_id = $1 and s.batch_id = $2",
      key: "s.contact_id",
      values: [],
    };
  const condition = statementsWhere(batch.selection.statements ?? [], 3);
  return {
    from: "contact c",
    where: `c.account_id = $1 and $2::uuid is not null and c.archived is null and ${condition.text}`,
    key: "c.contact_id",
    values: [...condition.values],
  };
}

/** How many contacts a batch selects. */
export async function countSelection(
  q: Query,
  account: string,
  batchId: string,
  batch: EnrollingBatch,
): Promise<number> {
  const { from, where, values } = selectionOf(batch);
  const row = await q.one<{ count: number }>(`select count(*)::int count from ${from} where ${where}`, [
    account,
    batchId,
    ...values,
  ]);
  return row?.count ?? 0;
}

/** Serialises enrolments into a workflow with a frequency cap: two batches at once would both see nobody (invariant I9). */
export async function lockFrequency(q: Query, account: string, campaignId: string): Promise<void> {
  await q.run("select pg_advisory_xact_lock(hashtextextended($1, 7))", [`${account} ${campaignId}`]);
}

/** The reason for which a contact is turned away, as SQL: null lets it in. `recent`: it was in the workflow too recently (decisions, Frequency). */
export const turnedAwaySql = (recent: string, mask: string): string => `case
    when c.contact_id is null or c.archived is not null then 'archived'
    when c.phone is null then 'no_phone'
    when c.dnc & ${mask}::int <> 0 then 'dnc'
    when ${recent} then 'frequency'
  end`;

/** Whether a contact's last journey in a workflow began too recently, as SQL over `journey j`. */
export const isRecentSql = (frequencyDays: string): string =>
  `(${frequencyDays}::int = 0 or j.starts_at > now() - ${frequencyDays}::int * interval '1 day')`;

const reasonSql = (campaign: string, frequencyDays: string, mask: string): string =>
  turnedAwaySql(
    `${frequencyDays}::int >= 0 and exists (
      select from journey j where j.account_id = c.account_id and j.contact_id = c.contact_id and j.campaign_id = ${campaign}::uuid
        and ${isRecentSql(frequencyDays)})`,
    mask,
  );

/** Enrols the next contacts of a selection in one statement: journeys, those turned away, and the cursor's new place. */
export async function enrolChunk(
  q: Query,
  account: string,
  batchId: string,
  batch: EnrollingBatch,
  limit: number,
): Promise<EnrolledChunk> {
  const { from, where, key, values } = selectionOf(batch);
  const at = (index: number): string => `$${3 + values.length + index}`;
  const row = await q.one<EnrolledChunk>(
    `with looked as (
       select ${key} contact_id, ${reasonSql(at(0), at(1), at(2))} reason
       from ${from} where ${where} and ${key} > coalesce(${at(3)}::uuid, '00000000-0000-0000-0000-000000000000')
       order by ${key} limit ${at(4)}),
     let_in as (select contact_id, row_number() over (order by contact_id) - 1 n from looked where reason is null),
     made as (
       insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, due_at, starts_at, version, class)
       select $1, trunkline_uuid7(), $2, ${at(0)}::uuid, contact_id, starts, starts, ${at(5)}, ${bulkClassSql("n")}
       from (select contact_id, n, now() + (${at(6)}::float8 + n * ${at(7)}::float8) * interval '1 millisecond' starts
         from let_in order by n) l),
     turned_away as (
       insert into batch_filtered (account_id, batch_id, contact_id, reason)
       select $1, $2, contact_id, reason from looked where reason is not null)
     select count(*)::int looked, count(*) filter (where reason is null)::int enrolled,
       count(*) filter (where reason is not null)::int filtered,
       (select contact_id from looked order by contact_id desc limit 1) as cursor
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
    ],
  );
  return row ?? { looked: 0, enrolled: 0, filtered: 0, cursor: null };
}

/** Notes how far an enrolment has come; `done` when the selection is used up. */
export async function updateEnrolment(
  q: Query,
  account: string,
  batchId: string,
  chunk: EnrolledChunk,
  done: boolean,
  queued: number | null,
): Promise<void> {
  await q.run(
    `update batch set enrolled = enrolled + $3, enrol_cursor = coalesce($4, enrol_cursor), queued = coalesce($5, queued),
       enrolment = case when $6 then 'done' else enrolment end
     where account_id = $1 and batch_id = $2`,
    [account, batchId, chunk.enrolled, chunk.cursor, queued, done],
  );
  if (done)
    await q.run("update lane set enrolling = false where account_id = $1 and batch_id = $2", [account, batchId]);
}

import type { DncType } from "@trunkline/workflow/engine/effects.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { journeyClass } from "../journeys/journey.ts";
import { newId } from "../newId.ts";
import { notify, userOf } from "../notifications/notify.ts";
import { publishBatchStatus } from "../webhooks/webhookEvent.ts";
import { cancelQueue } from "./cancelQueue.ts";
import { closeLane, type Lane, openLane } from "./lane.ts";

/** The contacts of a batch: those named, those picked for its schedule, those for whom every statement is true, or those of an audience. */
type Selection =
  | { contactIds: readonly string[] }
  | { contactsOf: string }
  | { statements: readonly Statement[] }
  | { audienceId: string };

/** A batch to be made (spec 2 §3.10). */
export interface NewBatch {
  campaignId: string;
  version: number;
  displayName: string;
  /** Between two starts; -1 or 0: all at once (Auto). */
  periodMs: number;
  dncFilter: readonly DncType[];
  selection: Selection;
  createdBy: string;
  /** The schedule that makes it, and whether it comes late. */
  schedule?: { scheduleId: string; late: boolean };
}

/** Makes a batch that has not started. Contacts that the account does not have are counted: the caller refuses them. */
export async function insertBatch(
  q: Query,
  account: string,
  batch: NewBatch,
): Promise<{ batchId: string; unknownContacts: number }> {
  const batchId = newId();
  const named = "contactIds" in batch.selection ? [...new Set(batch.selection.contactIds)] : null;
  const picked = named !== null || "contactsOf" in batch.selection;
  await q.run(
    `insert into batch (account_id, batch_id, campaign_id, version, display_name, period_ms, selection, filters, created_by,
       schedule_id, late)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      account,
      batchId,
      batch.campaignId,
      batch.version,
      batch.displayName,
      Math.max(-1, batch.periodMs),
      JSON.stringify(picked ? { contactIds: true } : batch.selection),
      JSON.stringify({ dnc: batch.dncFilter }),
      batch.createdBy,
      batch.schedule?.scheduleId ?? null,
      batch.schedule?.late ?? false,
    ],
  );
  if ("contactsOf" in batch.selection)
    await q.run(
      `insert into batch_contact (account_id, batch_id, contact_id)
       select account_id, $2, contact_id from schedule_contact where account_id = $1 and schedule_id = $3`,
      [account, batchId, batch.selection.contactsOf],
    );
  if (named === null) return { batchId, unknownContacts: 0 };
  const known = await q.run(
    `insert into batch_contact (account_id, batch_id, contact_id)
     select $1, $2, contact_id from contact where account_id = $1 and contact_id = any ($3::uuid[])`,
    [account, batchId, plainArray(named)],
  );
  return { batchId, unknownContacts: named.length - known };
}

/** The selection with the statements that its audience has now, which the batch keeps from its start on, as SQL over `batch b`. */
const startedSelection = `case when b.enrolment = 'none' and b.selection ? 'audienceId' then b.selection || (
    select jsonb_build_object('statements', a.statements) from audience a
    where a.account_id = b.account_id and a.audience_id = (b.selection ->> 'audienceId')::uuid) else b.selection end`;

/**
 * Starts a batch, or continues a paused or stopped one. Timers that passed fire now, and windows are checked again
 * (readings, Pause and stop). False if it runs already or is done.
 */
export async function startBatch(q: Query, account: string, batchId: string): Promise<boolean> {
  const before = await q.one<{ status: string }>(
    "select status from batch where account_id = $1 and batch_id = $2 for update",
    [account, batchId],
  );
  const batch = await q.one<{ enrolment: string; paced: boolean }>(
    `update batch b set status = 'running', started = coalesce(b.started, now()), finished = null, selection = ${startedSelection},
       enrolment = case when b.enrolment = 'none' then 'going' else b.enrolment end, enrol_from = coalesce(b.enrol_from, now())
     where b.account_id = $1 and b.batch_id = $2 and b.status in ('not_started', 'paused', 'stopped')
     returning b.enrolment, b.period_ms > 0 and b.enrolled > 0 as paced`,
    [account, batchId],
  );
  if (batch === null) return false;
  if (batch.paced) await spaceStarts(q, account, batchId);
  // what a stop had not cancelled yet, or what came after it, is cancelled now: nothing that was stopped goes out
  if (before?.status === "stopped") await cancelQueue(q, account, batchId, 2_000_000);
  await openLane(q, { accountId: account, batchId, enrolling: batch.enrolment === "going", cancelling: false });
  await publishBatchStatus(q, account, batchId);
  return true;
}

/**
 * Moves the starts that passed during a pause behind those that are still to come, and contacts that are not enrolled yet
 * behind them. However long the pause, starts keep their distance (readings, Rate). Starts swap places instead of all moving
 * up, so that a long batch is not rewritten.
 */
const spaceStarts = (q: Query, account: string, batchId: string): Promise<number> =>
  q.run(
    `with pace as (select period_ms * interval '1 millisecond' period from batch where account_id = $1 and batch_id = $2),
       free as (select coalesce(max(due_at) + (select period from pace), now()) as at from journey
         where account_id = $1 and batch_id = $2 and class >= 2 and due_at >= now()),
       late as (select journey_id, row_number() over (order by due_at, journey_id) - 1 as n from journey
         where account_id = $1 and batch_id = $2 and class >= 2 and due_at < now()),
       moved as (update journey j set due_at = free.at + l.n * p.period, starts_at = free.at + l.n * p.period
         from late l, free, pace p
         where j.account_id = $1 and j.journey_id = l.journey_id returning 1)
     update batch b set enrol_from = free.at + (select count(*) from moved) * p.period - b.enrolled * p.period
     from free, pace p where b.account_id = $1 and b.batch_id = $2`,
    [account, batchId],
  );

/**
 * Changes the rate of a batch that is not done: what has not begun yet begins one new period apart from now on, and what
 * is yet to be enrolled behind it. False when there is no such batch, or it is done.
 */
export async function repaceBatch(q: Query, account: string, batchId: string, periodMs: number): Promise<boolean> {
  // held first, so that the next statement sees whatever an enrolment has just made
  const held = await q.one(
    "select from batch where account_id = $1 and batch_id = $2 and status <> 'done' for update",
    [account, batchId],
  );
  if (held === null) return false;
  await q.run(
    `with waiting as (select journey_id, row_number() over (order by due_at, journey_id) as n from journey
         where account_id = $1 and batch_id = $2 and class >= ${journeyClass.bulk} and due_at is not null),
       moved as (update journey j set due_at = now() + w.n * $4::float8 * interval '1 millisecond',
           starts_at = now() + w.n * $4::float8 * interval '1 millisecond'
         from waiting w where j.account_id = $1 and j.journey_id = w.journey_id and j.class >= ${journeyClass.bulk}
         returning 1)
     update batch b set period_ms = $3, enrol_from = case when b.enrol_from is null then null
       else now() + ((select count(*) from moved) + 1 - b.enrolled) * $4::float8 * interval '1 millisecond' end
     where b.account_id = $1 and b.batch_id = $2`,
    [account, batchId, periodMs, Math.max(0, periodMs)],
  );
  return true;
}

/**
 * Freezes every journey of a batch. `pause` holds its queued texts, `stop` cancels them (readings, Pause and stop).
 * Nothing is claimed or submitted by a transaction that begins after this commits.
 */
export async function stopBatch(q: Query, account: string, batchId: string, mode: "pause" | "stop"): Promise<boolean> {
  const from = mode === "pause" ? ["running"] : ["running", "paused", "not_started"];
  const changed = await q.run(
    `update batch set status = $3 where account_id = $1 and batch_id = $2 and status = any ($4::text[])`,
    [account, batchId, mode === "pause" ? "paused" : "stopped", plainArray(from)],
  );
  if (changed === 0) return false;
  await publishBatchStatus(q, account, batchId);
  if (mode === "pause") await closeLane(q, account, batchId);
  else await openLane(q, { accountId: account, batchId, enrolling: false, cancelling: true });
  return true;
}

/** Stops every batch of a workflow that is being deleted. */
export async function stopCampaignBatches(q: Query, account: string, campaignId: string): Promise<void> {
  await q.run(
    `with stopped as (update batch set status = 'stopped'
       where account_id = $1 and campaign_id = $2 and status in ('running', 'paused') returning batch_id, version)
     insert into lane (account_id, batch_id, campaign_id, version, cancelling) select $1, batch_id, $2, version, true from stopped
     on conflict (account_id, batch_id) do update set enrolling = false, cancelling = true`,
    [account, campaignId],
  );
}

/** A batch as enrolment needs it. */
export interface EnrollingBatch {
  campaignId: string;
  version: number;
  periodMs: number;
  selection: { statements?: Statement[]; contactIds?: true; audienceId?: string };
  filters: { dnc?: DncType[] };
  frequencyDays: number;
  enrolled: number;
  /** Selected contacts that have been counted. */
  queued: number;
  cursor: string | null;
  /** Milliseconds since the first start was due; the n-th is due n periods later. */
  sinceStartMs: number;
  /** All that it selects are counted; until then `countCursor` is the last contact that was. */
  isCounted: boolean;
  countCursor: string | null;
}

/** Claims a batch for the next chunk of its enrollment; null if another worker has it, or there is nothing to enroll. */
export function claimEnrolment(q: Query, account: string, batchId: string): Promise<EnrollingBatch | null> {
  return q.one<EnrollingBatch>(
    {
      name: "batch.enrol.claim",
      text: `select b.campaign_id as "campaignId", b.version, b.period_ms as "periodMs", b.selection, b.filters,
          coalesce((v.settings->>'frequencyDays')::int, -1) as "frequencyDays", b.enrolled, b.queued, b.enrol_cursor as cursor,
          date_part('epoch', now() - b.enrol_from) * 1000 as "sinceStartMs", 
          b.is_counted or (b.count_cursor is null and b.queued > 0) as "isCounted", b.count_cursor as "countCursor"
        from batch b
        join workflow_version v on v.account_id = b.account_id and v.campaign_id = b.campaign_id and v.version = b.version
        where b.account_id = $1 and b.batch_id = $2 and b.status = 'running' and b.enrolment = 'going'
        for update of b skip locked`,
    },
    [account, batchId],
  );
}

/** Marks the running batches among these that have nothing left to do as done. A batch that is locked is left for later. */
export async function finishBatches(q: Query, lanes: readonly Lane[]): Promise<number> {
  const done = await q.rows<FinishedBatch>(
    {
      name: "batch.finish",
      text: `with counted as materialized (
          select b.account_id, b.batch_id from unnest($1::uuid[], $2::uuid[]) l(account_id, batch_id)
            join batch b on b.account_id = l.account_id and b.batch_id = l.batch_id
          where b.status = 'running' and b.enrolment = 'done' and b.kind <> 'node'
            and (select coalesce(sum(c.done + c.failed), 0) >= b.enrolled from batch_count c
              where c.account_id = b.account_id and c.batch_id = b.batch_id)
          for update of b skip locked),
        finished as (update batch b set status = 'done', finished = now() from counted c
          where b.account_id = c.account_id and b.batch_id = c.batch_id
          returning b.account_id, b.batch_id, b.campaign_id, b.display_name, b.enrolled, b.created_by, b.schedule_id)
        select f.account_id as "accountId", f.batch_id as "batchId", f.campaign_id as "campaignId", f.display_name as "displayName",
          f.enrolled, coalesce(s.created_by, f.created_by) as "createdBy"
        from finished f left join schedule s on s.account_id = f.account_id and s.schedule_id = f.schedule_id`,
    },
    [plainArray(lanes.map(({ accountId }) => accountId)), plainArray(lanes.map(({ batchId }) => batchId))],
  );
  for (const one of done) {
    await closeLane(q, one.accountId, one.batchId);
    await publishBatchStatus(q, one.accountId, one.batchId);
    await notifyFinished(q, one);
  }
  return done.length;
}

interface FinishedBatch {
  accountId: string;
  batchId: string;
  campaignId: string;
  displayName: string;
  enrolled: number;
  createdBy: string | null;
}

/** A run for a single contact, such as a test for one's own phone, is no news. */
async function notifyFinished(q: Query, run: FinishedBatch): Promise<void> {
  if (run.enrolled <= 1) return;
  await notify(
    q,
    run.accountId,
    {
      kind: "run",
      tone: "done",
      sentence: `The run “${run.displayName}” has finished for ${run.enrolled.toLocaleString("en-US")} contacts`,
      path: `/enrollments/batch/${run.campaignId}/${run.batchId}`,
    },
    { author: userOf(run.createdBy), privilege: "workflow-run" },
  );
}

/** True while a batch runs, and no start or stop takes effect until this transaction ends. */
export async function hasOpenJourneys(q: Query, account: string, batchId: string): Promise<boolean> {
  const row = await q.one<{ status: string }>(
    "select status from batch where account_id = $1 and batch_id = $2 for share",
    [account, batchId],
  );
  return row?.status === "running";
}

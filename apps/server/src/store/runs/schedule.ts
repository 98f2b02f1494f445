import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import type { Missed, Slot } from "@trunkline/workflow/parts/time/schedule.ts";
import { plainArray, textArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import type { RunSearch } from "./runSearch.ts";

/** What the batch of a schedule is made of (spec 2 §3.9, createBatchRequest). */
interface ScheduleRequest {
  displayName: string;
  periodMs: number;
  start: boolean;
  filters: { dnc: ("call" | "sms" | "rcs" | "all")[] };
  /** Without statements and an audience, the contacts were picked. */
  statements?: Statement[] | undefined;
  audienceId?: string | undefined;
}

/** What people decide about a schedule. */
export interface ScheduleFields {
  /** 1 scheduled, 0 paused, -1 cancelled, -2 over (spec 2 §4.7). */
  status: number;
  timezoneId: number;
  dayOfWeek: number | null;
  /** HH:mm. */
  timeOfDay: string | null;
  expire: Date | null;
  missed: Missed;
  request: ScheduleRequest;
}

/** A schedule as it is stored. */
export interface ScheduleRow extends ScheduleFields {
  campaignId: string;
  campaignName: string;
  scheduleId: string;
  recurring: boolean;
  /** How many were picked; null: by statements. */
  contacts: number | null;
  audienceName: string | null;
  nextSlot: string | null;
  nextAt: Date | null;
  /** The last slot that came, when one did. */
  lastAt: Date | null;
  lastDueAt: Date | null;
  lastOutcome: "fired" | "skipped" | "failed" | null;
  lastLate: boolean | null;
  lastBatchId: string | null;
  lastReason: string | null;
}

const columns = `s.campaign_id "campaignId", c.name "campaignName", s.schedule_id "scheduleId", s.status, s.recurring,
  s.timezone_id "timezoneId", s.day_of_week "dayOfWeek", s.time_of_day "timeOfDay", s.expire, s.missed, s.request, s.contacts,
  a.name "audienceName", s.next_slot "nextSlot", s.next_at "nextAt", f.at "lastAt", f.due_at "lastDueAt", f.outcome "lastOutcome", f.late "lastLate",
  f.batch_id "lastBatchId", f.reason "lastReason"`;
const joins = `join campaign c on c.account_id = s.account_id and c.campaign_id = s.campaign_id
  left join audience a on a.account_id = s.account_id and a.audience_id = (s.request ->> 'audienceId')::uuid
  left join lateral (
    select f.at, f.due_at, f.outcome, f.late, f.batch_id, f.reason from schedule_firing f
    where f.account_id = s.account_id and f.schedule_id = s.schedule_id order by f.slot desc limit 1) f on true`;

/** Which schedules are listed. */
export interface ScheduleFilter {
  campaignId?: string | undefined;
  recurring?: boolean | undefined;
  /** Cancelled ones too. */
  cancelled: boolean;
  /** One-time schedules whose run was made too. */
  fired: boolean;
  search?: RunSearch | undefined;
}

/** Schedules of an account, newest first, from before the id `before` back to `since` and with it. */
export const listSchedules = (
  q: Query,
  account: string,
  { campaignId, recurring, cancelled, fired, search }: ScheduleFilter,
  { limit, before, since }: { limit: number; before?: string | undefined; since?: string | undefined },
): Promise<ScheduleRow[]> =>
  q.rows(
    `select ${columns} from schedule s ${joins}
     where s.account_id = $1 and ($2::uuid is null or s.schedule_id < $2) and ($3::uuid is null or s.campaign_id = $3)
       and ($4::boolean is null or s.recurring = $4) and ($5 or s.status <> -1) and ($10 or s.recurring or f.batch_id is null) and ($7::uuid is null or s.schedule_id >= $7)
       and ($8::text is null or position(lower($8) in lower(s.request ->> 'displayName')) > 0 or s.campaign_id = any ($9::uuid[]))
     order by s.schedule_id desc limit $6`,
    [
      account,
      before ?? null,
      campaignId ?? null,
      recurring ?? null,
      cancelled,
      limit,
      since ?? null,
      search?.text ?? null,
      plainArray(search?.campaignIds ?? []),
      fired,
    ],
  );

/** One schedule of a workflow, or null. */
export const findSchedule = (
  q: Query,
  account: string,
  campaignId: string,
  scheduleId: string,
): Promise<ScheduleRow | null> =>
  q.one(
    `select ${columns} from schedule s ${joins} where s.account_id = $1 and s.campaign_id = $2 and s.schedule_id = $3`,
    [account, campaignId, scheduleId],
  );

/** The contacts that were picked for these schedules, by schedule. */
export async function listScheduleContacts(
  q: Query,
  account: string,
  scheduleIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (scheduleIds.length === 0) return new Map();
  const rows = await q.rows<{ scheduleId: string; contactIds: string[] }>(
    `select schedule_id "scheduleId", array_agg(contact_id::text order by contact_id) "contactIds" from schedule_contact
     where account_id = $1 and schedule_id = any ($2::uuid[]) group by schedule_id`,
    [account, plainArray(scheduleIds)],
  );
  return new Map(rows.map(({ scheduleId, contactIds }) => [scheduleId, contactIds]));
}

/** Holds a schedule until the transaction ends: an edit and a firing wait for each other. */
export const lockSchedule = (q: Query, account: string, scheduleId: string): Promise<number> =>
  q.run("select from schedule where account_id = $1 and schedule_id = $2 for update", [account, scheduleId]);

/** Makes a schedule; its next slot and its contacts are written by their own statements. */
export async function insertSchedule(
  q: Query,
  account: string,
  schedule: ScheduleFields & { campaignId: string; recurring: boolean; createdBy: string },
): Promise<string> {
  const scheduleId = newId();
  await q.run(
    `insert into schedule (account_id, schedule_id, campaign_id, status, recurring, timezone_id, day_of_week, time_of_day, expire,
       missed, request, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      account,
      scheduleId,
      schedule.campaignId,
      schedule.status,
      schedule.recurring,
      schedule.timezoneId,
      schedule.dayOfWeek,
      schedule.timeOfDay,
      schedule.expire,
      schedule.missed,
      JSON.stringify(schedule.request),
      schedule.createdBy,
    ],
  );
  return scheduleId;
}

/** Writes what people decide about a schedule. */
export const updateSchedule = (q: Query, account: string, scheduleId: string, to: ScheduleFields): Promise<number> =>
  q.run(
    `update schedule set status = $3, timezone_id = $4, day_of_week = $5, time_of_day = $6, expire = $7, missed = $8, request = $9
     where account_id = $1 and schedule_id = $2`,
    [
      account,
      scheduleId,
      to.status,
      to.timezoneId,
      to.dayOfWeek,
      to.timeOfDay,
      to.expire,
      to.missed,
      JSON.stringify(to.request),
    ],
  );

/** Replaces the picked contacts of a schedule, or removes them (`null`: by statements). Returns how many the account does not have. */
export async function replaceScheduleContacts(
  q: Query,
  account: string,
  scheduleId: string,
  contactIds: readonly string[] | null,
): Promise<number> {
  await q.run("delete from schedule_contact where account_id = $1 and schedule_id = $2", [account, scheduleId]);
  const named = [...new Set(contactIds ?? [])];
  const known = await q.run(
    `insert into schedule_contact (account_id, schedule_id, contact_id)
     select $1, $2, contact_id from contact where account_id = $1 and contact_id = any ($3::uuid[])`,
    [account, scheduleId, plainArray(named)],
  );
  await q.run("update schedule set contacts = $3 where account_id = $1 and schedule_id = $2", [
    account,
    scheduleId,
    contactIds === null ? null : known,
  ]);
  return named.length - known;
}

/** Writes the slot that a schedule waits for, and tells the workers; none: it waits for nothing. */
export async function updateNextSlot(
  q: Query,
  account: string,
  scheduleId: string,
  slot: Slot | undefined,
  waits: boolean,
): Promise<void> {
  const at = slot === undefined ? null : new Date(slot.atMs);
  await q.run("update schedule set next_slot = $3, next_at = $4 where account_id = $1 and schedule_id = $2", [
    account,
    scheduleId,
    slot?.name ?? null,
    at,
  ]);
  if (waits && at !== null)
    await q.run(
      `insert into schedule_due (account_id, schedule_id, due_at) values ($1, $2, $3)
       on conflict (account_id, schedule_id) do update set due_at = excluded.due_at`,
      [account, scheduleId, at],
    );
  else await q.run("delete from schedule_due where account_id = $1 and schedule_id = $2", [account, scheduleId]);
}

/** Whether a slot has come already: an edit does not bring it again. */
export const hasFired = async (q: Query, account: string, scheduleId: string, slot: string): Promise<boolean> =>
  (await q.one("select from schedule_firing where account_id = $1 and schedule_id = $2 and slot = $3", [
    account,
    scheduleId,
    slot,
  ])) !== null;

/** The workflow of these schedules is gone: they have ended. */
export async function endSchedules(q: Query, account: string, campaignId: string): Promise<void> {
  await q.run(
    `with ended as (update schedule set status = -2, next_slot = null, next_at = null
       where account_id = $1 and campaign_id = $2 and status >= 0 returning schedule_id)
     delete from schedule_due d using ended e where d.account_id = $1 and d.schedule_id = e.schedule_id`,
    [account, campaignId],
  );
}

/** A schedule that waits until an instant. */
export interface WaitingSchedule {
  accountId: string;
  scheduleId: string;
}

/** The schedules of all accounts that are due, the longest waiting first. */
export const listDueSchedules = (q: Query, at: Date | null, limit: number): Promise<WaitingSchedule[]> =>
  q.rows(
    {
      name: "schedule.due",
      text: `select account_id "accountId", schedule_id "scheduleId" from schedule_due
        where due_at <= coalesce($1, now()) order by due_at limit $2`,
    },
    [at, limit],
  );

/** A schedule as firing needs it. */
export interface FiringSchedule extends ScheduleFields {
  campaignId: string;
  /** The workflow's newest version; 0: never saved, null: it is gone. */
  version: number | null;
  contacts: number | null;
  nextSlot: string | null;
  nextAt: Date | null;
  recurring: boolean;
  now: Date;
}

/** Claims a schedule for this transaction; null if another worker has it, or it is not scheduled or does not exist. */
export const claimSchedule = (q: Query, account: string, scheduleId: string): Promise<FiringSchedule | null> =>
  q.one(
    {
      name: "schedule.claim",
      text: `select s.campaign_id "campaignId", case when c.deleted is null then c.version end as version, s.status, s.recurring,
          s.timezone_id "timezoneId", s.day_of_week "dayOfWeek", s.time_of_day "timeOfDay", s.expire, s.missed, s.request, s.contacts,
          s.next_slot "nextSlot", s.next_at "nextAt", now() as now
        from schedule s join campaign c on c.account_id = s.account_id and c.campaign_id = s.campaign_id
        where s.account_id = $1 and s.schedule_id = $2 and s.status = 1
        for update of s skip locked`,
    },
    [account, scheduleId],
  );

/** What became of a slot. */
export interface Firing {
  slot: Slot;
  outcome: "fired" | "skipped" | "failed";
  late: boolean;
}

/** Stores the outcomes of slots and returns the new ones; the others had been decided before. */
export async function insertFirings(
  q: Query,
  account: string,
  scheduleId: string,
  firings: readonly Firing[],
): Promise<Set<string>> {
  const rows = await q.rows<{ slot: string }>(
    `insert into schedule_firing (account_id, schedule_id, slot, due_at, outcome, late)
     select $1, $2, s, d, o, l from unnest($3::text[], $4::timestamptz[], $5::text[], $6::boolean[]) u (s, d, o, l)
     on conflict do nothing returning slot`,
    [
      account,
      scheduleId,
      textArray(firings.map(({ slot }) => slot.name)),
      firings.map(({ slot }) => new Date(slot.atMs)),
      textArray(firings.map(({ outcome }) => outcome)),
      firings.map(({ late }) => late),
    ],
  );
  return new Set(rows.map((row) => row.slot));
}

/** The outcome of a firing: the run, or why there is none. */
export const updateFiring = (
  q: Query,
  account: string,
  scheduleId: string,
  slot: string,
  { batchId = null, reason = null }: { batchId?: string | null; reason?: string | null },
): Promise<number> =>
  q.run(
    `update schedule_firing set batch_id = $4, reason = $5, outcome = case when $5::text is null then outcome else 'failed' end
     where account_id = $1 and schedule_id = $2 and slot = $3`,
    [account, scheduleId, slot, batchId, reason],
  );

/** A one-time run has started, or an expiry has passed, so the schedule is finished. */
export const endSchedule = (q: Query, account: string, scheduleId: string): Promise<number> =>
  q.run("update schedule set status = -2 where account_id = $1 and schedule_id = $2", [account, scheduleId]);

/** A slot that a schedule waits for. */
export interface WaitingSlot {
  accountId: string;
  scheduleId: string;
  timezoneId: number;
  status: number;
  nextSlot: string;
  nextAt: Date;
}

/** The waiting slots of accounts, locked until the transaction ends, to be calculated again with this program's zone rules. */
export const listNextSlots = (q: Query, accounts: readonly string[]): Promise<WaitingSlot[]> =>
  q.rows(
    `select account_id "accountId", schedule_id "scheduleId", timezone_id "timezoneId", status, next_slot "nextSlot", next_at "nextAt"
     from schedule where account_id = any ($1::uuid[]) and status >= 0 and next_slot is not null
     order by account_id, schedule_id for update`,
    [plainArray(accounts)],
  );

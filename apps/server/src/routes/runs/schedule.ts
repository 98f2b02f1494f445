import { oneWayProblem, waysOf } from "@trunkline/contract/runs/batch.ts";
import {
  defaultZones,
  listedContacts,
  type Schedule,
  scheduleRoutes,
  scheduleStatus,
} from "@trunkline/contract/runs/schedule.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { epochDayOf } from "@trunkline/workflow/parts/time/calendar.ts";
import { instantOnDay } from "@trunkline/workflow/parts/time/clock.ts";
import { parseInstant, parseLocalDateTime } from "@trunkline/workflow/parts/time/instant.ts";
import {
  nextSlot,
  type Recurrence,
  readRecurrence,
  type Slot,
  slotAfter,
  slotName,
} from "@trunkline/workflow/parts/time/schedule.ts";
import { formatTime, parseTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import type { z } from "zod";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { findSchedules } from "../../store/runs/runFind.ts";
import {
  findSchedule,
  hasFired,
  insertSchedule,
  listScheduleContacts,
  lockSchedule,
  replaceScheduleContacts,
  type ScheduleFields,
  type ScheduleRow,
  updateNextSlot,
  updateSchedule,
} from "../../store/runs/schedule.ts";
import { createdOf } from "../createdOf.ts";
import { readIdCursor, showFound } from "../idCursor.ts";
import { checkRun, needRunnable, refuseUnknownContacts } from "./checkedRun.ts";

type Body = Omit<z.infer<typeof scheduleRoutes.update.body & object>, "campaignId">;
const yearMs = 366 * 86_400_000;
/** Tolerance for a user who chooses the current minute. */
const thisMinuteMs = 60_000;

/** Scheduled runs, once and recurring (spec 2 §7.4, §4.7). */
export function registerSchedule(api: Api): void {
  handle(api, scheduleRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const filter = {
        campaignId: query.campaignId,
        recurring: query.recurring === undefined ? undefined : query.recurring === "true",
        cancelled: query.cancelled === "true",
        fired: query.fired === "true",
        search: query.search,
      };
      const page = { limit: query.limit, before: readIdCursor(query.cursor) };
      const found = await findSchedules(q, account, filter, page);
      return showFound({ ...found, rows: await showAll(q, account, found.rows, listedContacts) }, (row) => row);
    }),
  );
  handle(api, scheduleRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) =>
      showAll(q, account, [await needSchedule(q, account, params)], Number.POSITIVE_INFINITY),
    ),
  );
  registerChanges(api);
}

function registerChanges(api: Api): void {
  handle(api, scheduleRoutes.create, async (call) => {
    const answer = await call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      await needRunnable(q, account, params.campaignId);
      refuseOtherCampaign(body, params.campaignId);
      const recurring = body.recurring ?? (body.dayOfWeek ?? body.timeOfDay) != null;
      const fields = await checkFields(q, account, { ...body, recurring });
      const slot = recurring
        ? await firstSlot(q, account, null, fields)
        : instantSlot(checkInstant(body.nextScheduled, fields.timezoneId), fields.timezoneId);
      const eventId = await insertSchedule(q, account, {
        ...fields,
        campaignId: params.campaignId,
        recurring,
        createdBy: call.actor.id,
      });
      const { contactIds } = body.createBatchRequest;
      refuseUnknownContacts(
        await replaceScheduleContacts(q, account, eventId, contactIds ?? null),
        "body.createBatchRequest",
      );
      await updateNextSlot(q, account, eventId, slot, true);
      await audit(q, call, "schedule.create", eventId, { name: fields.request.displayName });
      return showOne(q, account, { ...params, eventId });
    });
    call.wakeUp();
    return answer;
  });
  handle(api, scheduleRoutes.update, async (call) => {
    const answer = await call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      await lockSchedule(q, account, params.eventId);
      const row = await needSchedule(q, account, params);
      if (row.status === scheduleStatus.over) {
        throw conflict("This schedule has ended and cannot be changed. Create a new one to run the workflow again.");
      }
      if (body.status === scheduleStatus.over) {
        throw invalid("status must be 1 (scheduled), 0 (paused) or -1 (cancelled)", "body.status");
      }
      refuseOtherCampaign(body, params.campaignId);
      if (body.recurring !== undefined && body.recurring !== row.recurring) {
        throw invalid("A schedule cannot change between once and recurring. Create a new one", "body.recurring");
      }
      const kept = keptAudience(row, body);
      const createBatchRequest = { ...body.createBatchRequest, ...kept };
      const fields = await checkFields(q, account, { ...body, createBatchRequest, recurring: row.recurring });
      await updateContacts(q, account, row, body);
      // Selected contacts that the request omits stay unchanged.
      const statements =
        fields.request.statements ?? (waysOf(body.createBatchRequest) === 0 ? row.request.statements : undefined);
      await updateSchedule(q, account, row.scheduleId, { ...fields, request: { ...fields.request, statements } });
      const slot = await slotOfEdit(q, account, row, fields, body);
      await updateNextSlot(q, account, row.scheduleId, slot, fields.status === scheduleStatus.scheduled);
      const after = await needSchedule(q, account, params);
      await auditChange(q, call, `schedule.${actionOf(row.status, fields.status)}`, row.scheduleId, {
        about: { name: fields.request.displayName },
        before: listed(row),
        after: listed(after),
      });
      return showOne(q, account, params);
    });
    call.wakeUp();
    return answer;
  });
}

/** The audience of a schedule, if the request names no recipients: it may have been deleted since the schedule was cancelled. */
const keptAudience = ({ request: { audienceId } }: ScheduleRow, { createBatchRequest }: Body) =>
  audienceId !== undefined && waysOf(createBatchRequest) === 0 ? { audienceId } : {};

/** The editable fields of a schedule for the audit log. */
const listed = ({
  recurring,
  timezoneId,
  dayOfWeek,
  timeOfDay,
  expire,
  missed,
  request,
  contacts,
  nextAt,
}: ScheduleRow) => ({
  timezoneId,
  dayOfWeek,
  timeOfDay,
  expire,
  missed,
  contacts,
  // For a recurring one it is computed from the other fields.
  ...(recurring ? {} : { nextAt }),
  ...request,
});

const actionOf = (was: number, is: number): string => {
  if (was === is) return "update";
  return is === scheduleStatus.cancelled ? "cancel" : is === scheduleStatus.paused ? "pause" : "unpause";
};

async function updateContacts(q: Query, account: string, row: ScheduleRow, body: Body): Promise<void> {
  const { contactIds } = body.createBatchRequest;
  const ways = waysOf(body.createBatchRequest);
  if (ways > 1) throw invalid(oneWayProblem(body.createBatchRequest), "body.createBatchRequest.contactIds");
  if (ways === 0) return;
  const unknown = await replaceScheduleContacts(q, account, row.scheduleId, contactIds ?? null);
  refuseUnknownContacts(unknown, "body.createBatchRequest");
}

/** Validates a schedule before anything is saved. */
async function checkFields(q: Query, account: string, body: Body & { recurring: boolean }): Promise<ScheduleFields> {
  const timezoneId = body.timezoneId ?? (body.recurring ? defaultZones.recurring : defaultZones.once);
  const zone = zoneOf(timezoneId);
  if (zone === undefined) {
    throw invalid("timezoneId must be an id from GET /v4/timezone/", "body.timezoneId", "unknown_timezone");
  }
  const { displayName, periodMs, start, filters, statements, audienceId } = body.createBatchRequest;
  const selection = await checkRun(q, account, { periodMs, statements, audienceId }, "body.createBatchRequest");
  const request = { displayName, periodMs, start, filters, statements: statements && selection.statements, audienceId };
  const { status, missed } = body;
  if (!body.recurring) {
    for (const name of ["dayOfWeek", "timeOfDay", "expire"] as const) {
      if (body[name] != null)
        throw invalid(`${name} is only for recurring runs, and this one runs once`, `body.${name}`);
    }
    return { status, timezoneId, missed, request, dayOfWeek: null, timeOfDay: null, expire: null };
  }
  if (body.dayOfWeek == null) throw invalid("Choose at least one day", "body.dayOfWeek");
  if (body.timeOfDay == null) throw invalid("Time must be HH:mm", "body.timeOfDay");
  const timeOfDay = formatTime(parseTime(body.timeOfDay) ?? 0).slice(0, 5);
  return { status, timezoneId, missed, request, dayOfWeek: body.dayOfWeek, timeOfDay, expire: readExpire(body, zone) };
}

function refuseOtherCampaign(body: Body, campaignId: string): void {
  const named = body.createBatchRequest.campaignId;
  if (named == null || named === campaignId) return;
  throw invalid("campaignId must be the one in the URL", "body.createBatchRequest.campaignId");
}

/** An instant. A date means the end of that day in the schedule's zone (wire reading 26). */
function readExpire({ expire }: Body, zone: string): Date | null {
  if (expire == null || expire === "") return null;
  const day = typeof expire === "string" ? epochDayOf(expire) : undefined;
  const ms = day === undefined ? readInstant(expire, zone) : instantOnDay(day + 1, 0, zone) - 1;
  if (ms !== undefined) return new Date(ms);
  throw invalid(
    "expire must be an instant such as 2027-03-12T23:59:59-05:00, or a date such as 2027-03-12",
    "body.expire",
  );
}

const latestMs = Date.UTC(9999, 0, 1);
/** Epoch milliseconds, an instant with offset, or a local date and time in a zone. */
function readInstant(value: string | number | null | undefined, zone: string): number | undefined {
  if (value == null) return undefined;
  const local = typeof value === "string" ? parseLocalDateTime(value) : undefined;
  const ms = local
    ? instantOnDay(local.epochDay, local.secondOfDay, zone)
    : typeof value === "number" || /^\d{10,14}$/.test(value)
      ? Number(value)
      : parseInstant(value);
  return ms !== undefined && ms > 0 && ms < latestMs ? ms : undefined;
}

/** An instant within the next year (spec 2 §9). */
function checkInstant(value: string | number | null | undefined, timezoneId: number): number {
  const ms = readInstant(value, zoneOf(timezoneId) ?? "Etc/UTC");
  if (ms === undefined) {
    throw invalid(
      "nextScheduled must be an instant with offset such as 2027-03-12T13:30:00-05:00",
      "body.nextScheduled",
    );
  }
  const now = Date.now();
  if (ms < now - thisMinuteMs) throw invalid("nextScheduled must not be in the past", "body.nextScheduled");
  if (ms > now + yearMs) throw invalid("nextScheduled must be at most one year ahead", "body.nextScheduled");
  return ms;
}

const instantSlot = (atMs: number, timezoneId: number): Slot => ({
  name: slotName(atMs, zoneOf(timezoneId) ?? "Etc/UTC"),
  atMs,
});

/** The next future slot. */
async function firstSlot(q: Query, account: string, eventId: string | null, fields: ScheduleFields): Promise<Slot> {
  const recurrence: Recurrence = readRecurrence(fields, zoneOf(fields.timezoneId) ?? "Etc/UTC");
  let slot = nextSlot(recurrence, Date.now());
  while (slot && eventId !== null && (await hasFired(q, account, eventId, slot.name)))
    slot = slotAfter(recurrence, slot);
  if (slot) return slot;
  throw invalid("Nothing would run because expire is before the next chosen day", "body.expire");
}

/**
 * The next slot of a schedule after an edit. It is recalculated if the timing changed. If only the rate or the contacts changed, a slot that is just due stays.
 */
async function slotOfEdit(
  q: Query,
  account: string,
  row: ScheduleRow,
  to: ScheduleFields,
  body: Body,
): Promise<Slot | undefined> {
  const waits = to.status === scheduleStatus.scheduled;
  const wakes = waits && row.status !== scheduleStatus.scheduled;
  const before =
    row.nextSlot === null || row.nextAt === null ? undefined : { name: row.nextSlot, atMs: row.nextAt.getTime() };
  if (row.recurring) {
    const same =
      row.timezoneId === to.timezoneId &&
      row.dayOfWeek === to.dayOfWeek &&
      row.timeOfDay === to.timeOfDay &&
      row.expire?.getTime() === to.expire?.getTime();
    return before !== undefined && same && !wakes ? before : firstSlot(q, account, row.scheduleId, to);
  }
  const asked = readInstant(body.nextScheduled, zoneOf(to.timezoneId) ?? "Etc/UTC");
  const moved = body.nextScheduled != null && asked !== before?.atMs;
  if (moved || before === undefined) return instantSlot(checkInstant(body.nextScheduled, to.timezoneId), to.timezoneId);
  if (wakes && before.atMs < Date.now() - thisMinuteMs) {
    throw conflict("The time of this run has passed. Choose another time", "body.nextScheduled");
  }
  return instantSlot(before.atMs, to.timezoneId);
}

async function needSchedule(
  q: Query,
  account: string,
  ids: { campaignId: string; eventId: string },
): Promise<ScheduleRow> {
  const row = await findSchedule(q, account, ids.campaignId, ids.eventId);
  if (!row) throw notFound("schedule");
  return row;
}

const showOne = async (q: Query, account: string, ids: { campaignId: string; eventId: string }): Promise<Schedule[]> =>
  showAll(q, account, [await needSchedule(q, account, ids)], listedContacts);

/** Schedules in wire form. More selected contacts than `most` are only counted. */
async function showAll(q: Query, account: string, rows: readonly ScheduleRow[], most: number): Promise<Schedule[]> {
  const named = rows.filter(({ contacts }) => contacts !== null && contacts <= most);
  const picked = await listScheduleContacts(
    q,
    account,
    named.map(({ scheduleId }) => scheduleId),
  );
  const namedIds = new Set(named.map(({ scheduleId }) => scheduleId));
  return rows.map((row) => show(row, namedIds.has(row.scheduleId) ? (picked.get(row.scheduleId) ?? []) : undefined));
}

/** A schedule in wire form with its listed contacts. */
function show(row: ScheduleRow, picked: string[] | undefined): Schedule {
  const { campaignId, campaignName, scheduleId, request, contacts, audienceName } = row;
  const { statements, ...rest } = request;
  return {
    campaignId,
    campaignName,
    eventId: scheduleId,
    status: row.status,
    recurring: row.recurring,
    timezoneId: row.timezoneId,
    nextScheduled: row.nextAt?.toISOString() ?? null,
    dayOfWeek: row.dayOfWeek,
    timeOfDay: row.timeOfDay,
    expire: row.expire?.toISOString() ?? null,
    missed: row.missed,
    createBatchRequest: {
      campaignId,
      ...rest,
      ...(contacts !== null
        ? { contactCount: contacts }
        : rest.audienceId === undefined
          ? { statements: statements ?? [] }
          : audienceName !== null && { audienceName }),
      ...(picked && { contactIds: picked }),
    },
    last: showLast(row),
    created: createdOf(scheduleId),
  };
}

function showLast(row: ScheduleRow): Schedule["last"] {
  if (row.lastOutcome === null) return null;
  return {
    dueAt: (row.lastDueAt ?? new Date(0)).toISOString(),
    at: (row.lastAt ?? new Date(0)).toISOString(),
    outcome: row.lastOutcome,
    late: row.lastLate ?? false,
    batchId: row.lastBatchId,
    reason: row.lastReason,
    reasonText: row.lastReason === null ? null : describeReason(row.lastReason),
  };
}

import type { MenuBook } from "@trunkline/workflow/voice/script.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import { plainArray, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { countCalls, countedOfCall } from "../reports/countChanges.ts";

/** A call by its key. */
export interface CallKey {
  accountId: string;
  callId: string;
}

/** A call as its events on the line read it, locked until the transaction ends. */
export interface LiveCall extends CallKey {
  session: CallSession | null;
  contactId: string | null;
  campaignId: string | null;
  journeyId: string | null;
  node: number | null;
  direction: "in" | "out";
  contactPhone: string;
  answeredMs: number | null;
  keys: string;
  durationSeconds: number | null;
}

/** Takes a call for this transaction. */
export const lockCall = (q: Query, { accountId, callId }: CallKey): Promise<LiveCall | null> =>
  q.one<LiveCall>(
    {
      name: "call.lock",
      text: `select account_id as "accountId", call_id as "callId", session, contact_id as "contactId", campaign_id as "campaignId",
          journey_id as "journeyId", node, direction, case direction when 'out' then to_number else from_number end as "contactPhone",
          date_part('epoch', answered) * 1000 as "answeredMs", keys, duration_seconds as "durationSeconds"
        from call where account_id = $1 and call_id = $2 for update`,
    },
    [accountId, callId],
  );

/** The name of the carrier that has a call. Null: there is no such call. */
export async function findCallCarrier(q: Query, { accountId, callId }: CallKey): Promise<string | null> {
  const row = await q.one<{ carrier: string }>(
    { name: "call.carrier", text: "select carrier from call where account_id = $1 and call_id = $2" },
    [accountId, callId],
  );
  return row?.carrier ?? null;
}

/** The caller became a contact during the call. */
export const linkCallContact = (q: Query, { accountId, callId }: CallKey, contactId: string): Promise<number> =>
  q.run("update call set contact_id = $3 where account_id = $1 and call_id = $2 and contact_id is null", [
    accountId,
    callId,
    contactId,
  ]);

/** The menus of a call's plan. */
export async function findCallMenus(q: Query, { accountId, callId }: CallKey): Promise<MenuBook | null> {
  const row = await q.one<{ menus: MenuBook | null }>(
    { name: "call.menus", text: "select plan -> 'menus' menus from call where account_id = $1 and call_id = $2" },
    [accountId, callId],
  );
  return row?.menus ?? null;
}

/** What an event on the line changed in a call. */
export interface CallChange {
  session: CallSession;
  line: "ringing" | "in_progress" | "completed" | "busy" | "no_answer" | "failed" | "cancelled" | "abandoned";
  /** Of a call in: `human` once a person took it. */
  answeredBy: string | null;
  /** The user or number that it was connected with first. */
  answeredByName: string | null;
  /** It was answered just now. */
  isAnswered: boolean;
  /** It ended just now, after so many seconds of talk. */
  endedAfterSeconds: number | null;
  recordingId: string | null;
  costMicros: number;
  reason: string | null;
}

/** Columns that reports count and `updateCall` changes. */
const changeable = [
  "line",
  "answered",
  "answered_by",
  "connected",
  "ended",
  "duration_seconds",
  "cost_micros",
  "reason",
];

/** Stores what an event on the line changed. */
export async function updateCall(q: Query, { accountId, callId }: CallKey, change: CallChange): Promise<void> {
  await q.run(
    {
      name: "call.update",
      text: `with o as materialized (
          select call_id, line, answered, answered_by, connected, ended, duration_seconds, cost_micros, reason from call
          where account_id = $1 and call_id = $2 for update),
        done as (
          update call c set session = $3::jsonb, line = $4, answered_by = coalesce($5, c.answered_by), updated = now(),
            answered = case when $6 then coalesce(c.answered, now()) else c.answered end,
            ended = case when $7::int is null then c.ended else coalesce(c.ended, now()) end,
            duration_seconds = coalesce($7, c.duration_seconds), keys = $8, recording_id = coalesce($9::uuid, c.recording_id),
            cost_micros = c.cost_micros + $10, reason = coalesce($11, c.reason),
            answered_by_name = coalesce(c.answered_by_name, $12::text),
            connected = case when $12::text is null then c.connected else coalesce(c.connected, now()) end
          from o where c.account_id = $1 and c.call_id = o.call_id returning ${countedOfCall})
        ${countCalls("done r join o using (call_id)", Object.fromEntries(changeable.map((column) => [column, `o.${column}`])))}`,
    },
    [
      accountId,
      callId,
      withoutNul(JSON.stringify(change.session)),
      change.line,
      change.answeredBy,
      change.isAnswered,
      change.endedAfterSeconds,
      change.session.keys,
      change.recordingId,
      change.costMicros,
      change.reason,
      change.answeredByName === null ? null : withoutNul(change.answeredByName),
    ],
  );
}

/** One thing that happened on a call. */
export interface CallEventRow {
  type: string;
  data: Record<string, unknown> | null;
}

/** Stores the events, in this order. */
export async function insertCallEvents(
  q: Query,
  { accountId, callId }: CallKey,
  events: readonly (CallEventRow & { eventId: string })[],
): Promise<void> {
  if (events.length === 0) return;
  await q.run(
    {
      name: "call.events",
      text: `insert into call_event (account_id, call_id, event_id, type, data)
        select $1, $2, i, t, d from unnest($3::uuid[], $4::text[], $5::jsonb[]) u (i, t, d)`,
    },
    [
      accountId,
      callId,
      plainArray(events.map((event) => event.eventId)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => (event.data === null ? null : withoutNul(JSON.stringify(event.data))))),
    ],
  );
}

/** Gives a call that came in its session, and the inbound workflow that routed it. */
export const startIncomingCall = (
  q: Query,
  { accountId, callId }: CallKey,
  session: CallSession,
  routeTag: string | null,
): Promise<number> =>
  q.run(
    `update call set session = $3::jsonb, line = 'ringing', carrier_ref = $2::text, submitted = now(), route_tag = $4
     where account_id = $1 and call_id = $2`,
    [accountId, callId, JSON.stringify(session), routeTag],
  );

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

/** The columns of a LiveCall over the table `call` named `c`, but those of its key and `direction`. */
export const liveCallColumns = `c.session, c.contact_id as "contactId", c.campaign_id as "campaignId", c.journey_id as "journeyId", c.node,
  case c.direction when 'out' then c.to_number else c.from_number end as "contactPhone",
  date_part('epoch', c.answered) * 1000 as "answeredMs", c.keys, c.duration_seconds as "durationSeconds"`;

/** Takes a call for this transaction. */
export const lockCall = (q: Query, { accountId, callId }: CallKey): Promise<LiveCall | null> =>
  q.one<LiveCall>(
    {
      name: "call.lock",
      text: `select c.account_id as "accountId", c.call_id as "callId", c.direction, ${liveCallColumns}
        from call c where c.account_id = $1 and c.call_id = $2 for update`,
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
  /** Only the session, the keys and the recording may differ from before: what reports count has not changed. */
  isQuiet: boolean;
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

/** The call with an event on its line, and what reports count of it. */
const changeText = `with o as materialized (
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
    from o where c.account_id = $1 and c.call_id = o.call_id returning ${countedOfCall})`;
const countText = countCalls(
  "done r join o using (call_id)",
  Object.fromEntries(changeable.map((column) => [column, `o.${column}`])),
);

/** Writes what happened on a call; `columns` are ids, types and data of the events. */
const eventsText = (columns: string): string => `insert into call_event (account_id, call_id, event_id, type, data)
  select $1::uuid, $2::uuid, i, t, d from unnest(${columns}) u (i, t, d)`;

/** Both in one statement. */
const stepText = `${changeText}, counted as (${countText}) ${eventsText("$13::uuid[], $14::text[], $15::jsonb[]")}`;

/** Stores what an event on the line changed, and the events that happened, in this order. A caller waits meanwhile, so the answer is not waited for. */
export async function updateCall(
  q: Query,
  key: CallKey,
  change: CallChange,
  events: readonly CallEventRow[] = [],
): Promise<void> {
  // on a cluster each is a statement of its own anyway
  if (events.length === 0 || q.only !== undefined) {
    await q.run({ name: "call.update", text: `${changeText} ${countText}` }, valuesOfChange(key, change));
    await insertCallEvents(q, key, events);
  } else if (change.isQuiet) await updateQuietly(q, key, change, events);
  else
    await q.runAhead({ name: "call.step", text: stepText }, [
      ...valuesOfChange(key, change),
      ...valuesOfEvents(events),
    ]);
}

/** Most keys: without the statement that counts, which costs several times as much. */
const updateQuietly = (
  q: Query,
  { accountId, callId }: CallKey,
  { session, recordingId }: CallChange,
  events: readonly CallEventRow[],
): Promise<void> =>
  q.runAhead(
    {
      name: "call.quietStep",
      text: `with done as (
          update call set session = $3::jsonb, keys = $4::text, recording_id = coalesce($5::uuid, recording_id), updated = now()
          where account_id = $1 and call_id = $2)
        ${eventsText("$6::uuid[], $7::text[], $8::jsonb[]")}`,
    },
    [accountId, callId, withoutNul(JSON.stringify(session)), session.keys, recordingId, ...valuesOfEvents(events)],
  );

const valuesOfChange = ({ accountId, callId }: CallKey, change: CallChange): (string | number | boolean | null)[] => [
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
];

const valuesOfEvents = (events: readonly CallEventRow[]): string[] => [
  plainArray(events.map((event) => event.eventId)),
  textArray(events.map((event) => event.type)),
  textArray(events.map((event) => (event.data === null ? null : withoutNul(JSON.stringify(event.data))))),
];

/** One thing that happened on a call. */
export interface CallEventRow {
  eventId: string;
  type: string;
  data: Record<string, unknown> | null;
}

/** Stores the events, in this order. */
export async function insertCallEvents(
  q: Query,
  { accountId, callId }: CallKey,
  events: readonly CallEventRow[],
): Promise<void> {
  if (events.length === 0) return;
  await q.run({ name: "call.events", text: eventsText("$3::uuid[], $4::text[], $5::jsonb[]") }, [
    accountId,
    callId,
    ...valuesOfEvents(events),
  ]);
}

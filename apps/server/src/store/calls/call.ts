import type { CallPlan, MenuBook } from "@trunkline/workflow/voice/script.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { SendLane } from "../messages/sendQueue.ts";
import { countCalls, countedOfCall } from "../reports/countChanges.ts";
import { type Write, writeTogether } from "../together.ts";

/** A call by its key. */
export interface CallKey {
  accountId: string;
  callId: string;
}

/** A call to be placed, as the transaction that decides on it writes it. */
export interface NewCall extends CallKey {
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  revision: number | null;
  direction: "in" | "out";
  from: string;
  to: string;
  plan: CallPlan;
  state: "queued" | "blocked" | "received";
  reason: string | null;
  carrier: string;
  openUntilMs: number | null;
}

/** Puts calls into the queue of their lane. */
export const callWrites = (rows: readonly NewCall[]): Write[] => {
  const incoming = rows.filter(({ direction }) => direction === "in");
  return rows.length === 0
    ? []
    : [
        {
          name: "calls",
          text: `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, node, revision, direction,
            from_number, to_number, plan, state, reason, carrier, open_until)
          select a, i, c, ca, b, j, n, r, d, f, t, p, st, re, cr, to_timestamp(o / 1000)
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[],
            $10::text[], $11::text[], $12::jsonb[], $13::text[], $14::text[], $15::text[], $16::float8[])
            u (a, i, c, ca, b, j, n, r, d, f, t, p, st, re, cr, o)`,
          values: [
            plainColumn(rows, (row) => row.accountId),
            plainColumn(rows, (row) => row.callId),
            plainColumn(rows, (row) => row.contactId),
            plainColumn(rows, (row) => row.campaignId),
            plainColumn(rows, (row) => row.batchId),
            plainColumn(rows, (row) => row.journeyId),
            plainColumn(rows, (row) => row.node),
            plainColumn(rows, (row) => row.revision),
            plainColumn(rows, (row) => row.direction),
            textArray(rows.map((row) => row.from)),
            textArray(rows.map((row) => row.to)),
            textArray(rows.map((row) => withoutNul(JSON.stringify(row.plan)))),
            plainColumn(rows, (row) => row.state),
            textArray(rows.map((row) => row.reason)),
            textArray(rows.map((row) => row.carrier)),
            plainColumn(rows, (row) => row.openUntilMs),
          ],
        },
        ...(incoming.length === 0 ? [] : [countIncoming(incoming)]),
      ];
};

const countIncoming = (rows: readonly NewCall[]): Write => ({
  name: "calls.in",
  text: `insert into report_change (account_id, quarter, campaign_id, number, carrier, node, channel, region, calls, calls_in)
    select a, q, c, t, cr, n, 'call', region, count(*), count(*)
    from (select u.*, trunkline_quarter(i) q, nullif(btrim(p.state), '') region
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::uuid[]) u (a, i, c, t, cr, n, co)
      left join contact p on p.account_id = u.a and p.contact_id = u.co) r
    group by a, q, c, t, cr, n, region`,
  values: [
    plainColumn(rows, (row) => row.accountId),
    plainColumn(rows, (row) => row.callId),
    plainColumn(rows, (row) => row.campaignId),
    textArray(rows.map((row) => row.to)),
    textArray(rows.map((row) => row.carrier)),
    plainColumn(rows, (row) => row.node),
    plainColumn(rows, (row) => row.contactId),
  ],
});

/** Stores calls by themselves. */
export async function insertCalls(q: Query, rows: readonly NewCall[]): Promise<void> {
  await writeTogether(q, callWrites(rows));
}

/** A queued call with everything that may stop it, read in the transaction that places it. */
export interface QueuedCall extends CallKey {
  /** Null: a user placed it. */
  batchId: string | null;
  journeyId: string | null;
  campaignId: string | null;
  node: number | null;
  from: string;
  to: string;
  plan: CallPlan;
  carrier: string;
  attempt: number;
  stopped: boolean;
  windowClosed: boolean;
  /** Its number has moved to another carrier since it was queued. */
  hasMoved: boolean;
}

/** Takes queued calls whose turn it is. A batch that does not run gives none, an account's own lane has no batch; the do-not-contact list is the truth. */
export function claimQueuedCalls(q: Query, lanes: readonly SendLane[]): Promise<QueuedCall[]> {
  return q.rows<QueuedCall>(
    {
      name: "call.claim",
      text: `select c.account_id as "accountId", c.call_id as "callId", c.batch_id as "batchId", c.journey_id as "journeyId",
          c.campaign_id as "campaignId", c.node, c.from_number as "from", c.to_number as "to", c.plan, c.carrier, c.attempt,
          exists (select from dnc d where d.account_id = c.account_id and d.phone = c.to_number and d.type = 'call') as stopped,
          c.open_until is not null and c.open_until <= now() as "windowClosed",
          exists (select from number n
            where n.account_id = c.account_id and n.phone = c.from_number and n.carrier <> c.carrier) as "hasMoved"
        from unnest($1::uuid[], $2::uuid[], $3::int[]) l (account_id, batch_id, quota)
        left join batch b on b.account_id = l.account_id and b.batch_id = l.batch_id
        cross join lateral (
          select * from call c
          where c.account_id = l.account_id and case when c.batch_id is null then c.account_id else c.batch_id end = l.batch_id and c.state = 'queued'
            and c.not_before <= now()
          order by c.not_before limit l.quota for update skip locked
        ) c
        where b.status = 'running' or l.batch_id = l.account_id`,
    },
    [
      plainColumn(lanes, (lane) => lane.accountId),
      plainColumn(lanes, (lane) => lane.batchId),
      plainColumn(lanes, (lane) => lane.quota),
    ],
  );
}

/** A change of state with its reason. */
export interface CallState extends CallKey {
  state: "queued" | "submitting" | "accepted" | "rejected" | "blocked" | "in_doubt" | "unknown" | "cancelled";
  reason: string | null;
  carrierRef?: string | null;
  /** The living call; made when it is handed over. */
  session?: CallSession;
  /** Not to be placed before this many milliseconds from now. */
  delayMs?: number;
}

/** A call that changed its state, and the journey that asked for it. */
export interface MovedCall extends CallKey {
  journeyId: string | null;
  node: number | null;
  state: string;
  reason: string | null;
  /** How the call itself went by now. */
  line: string | null;
}

const moved = `c.account_id as "accountId", c.call_id as "callId", c.journey_id as "journeyId", c.node, c.state, c.reason, c.line`;

/** Moves calls from one of the states `from` to another. Calls that are no longer in `from` are left unchanged; one that is queued again follows its number. */
export function moveCalls(
  q: Query,
  from: readonly ("queued" | "submitting" | "in_doubt")[],
  changes: readonly CallState[],
  worker: string | null,
): Promise<MovedCall[]> {
  if (changes.length === 0) return Promise.resolve([]);
  const update = `update call c set state = u.state, reason = coalesce(u.reason, case when u.state = 'accepted' then null else c.reason end),
          updated = now(), carrier_ref = coalesce(u.carrier_ref, c.carrier_ref), session = coalesce(u.session, c.session),
          carrier = case when u.state = 'queued'
            then coalesce((select n.carrier from number n where n.account_id = c.account_id and n.phone = c.from_number), c.carrier)
            else c.carrier end,
          not_before = case when u.delay_ms is null then c.not_before else now() + u.delay_ms * interval '1 millisecond' end,
          worker = case when u.state = 'submitting' then $6::uuid when u.state = 'in_doubt' then c.worker end,
          submitted = case when u.state = 'submitting' then now() else c.submitted end,
          line = case when u.state = 'accepted' then coalesce(c.line, 'ringing') else c.line end,
          attempt = c.attempt + (u.state = 'submitting')::int
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $7::float8[], $9::jsonb[])
          u (account_id, call_id, state, reason, carrier_ref, delay_ms, session)
        where c.account_id = u.account_id and c.call_id = u.call_id and c.state = any ($8::text[])`;
  return q.rows<MovedCall>(
    changes.some(({ state }) => state === "accepted")
      ? {
          name: "call.moveCounted",
          text: `with c as (${update} returning ${countedOfCall}, c.journey_id, c.reason),
            reported as (${countCalls("c r", { state: "'queued'" })})
            select ${moved} from c`,
        }
      : { name: "call.move", text: `${update} returning ${moved}` },
    [
      plainColumn(changes, (change) => change.accountId),
      plainColumn(changes, (change) => change.callId),
      plainColumn(changes, (change) => change.state),
      textArray(changes.map((change) => change.reason)),
      textArray(changes.map((change) => change.carrierRef ?? null)),
      worker,
      plainColumn(changes, (change) => change.delayMs ?? null),
      plainArray(from),
      textArray(changes.map((change) => (change.session ? withoutNul(JSON.stringify(change.session)) : null))),
    ],
  );
}

/** Cancels a part of a stopped batch's queue. */
export function cancelQueuedCalls(q: Query, accountId: string, batchId: string, limit: number): Promise<MovedCall[]> {
  return q.rows<MovedCall>(
    `with u as materialized (select call_id from call
       where account_id = $1 and case when batch_id is null then account_id else batch_id end = $2 and state = 'queued' order by not_before limit $3 for update)
     update call c set state = 'cancelled', reason = 'stopped', updated = now() from u
     where c.account_id = $1 and c.call_id = u.call_id returning ${moved}`,
    [accountId, batchId, limit],
  );
}

/** Takes a call back that was not placed yet; false when it was. */
export const cancelQueuedCall = async (q: Query, { accountId, callId }: CallKey): Promise<boolean> =>
  (await q.run(
    "update call set state = 'cancelled', updated = now() where account_id = $1 and call_id = $2 and state = 'queued'",
    [accountId, callId],
  )) > 0;

/** What a dead worker was placing is in doubt, never queued again. */
export async function doubtCallsOfDead(
  q: Query,
  accountIds: readonly string[],
  workers: readonly string[],
): Promise<void> {
  await q.run(
    `update call c set state = 'in_doubt', reason = 'in_doubt', updated = now()
     where c.account_id = any ($1::uuid[]) and c.worker = any ($2::uuid[]) and c.state = 'submitting'`,
    [plainArray(accountIds), plainArray(workers)],
  );
}

/** A call with an unknown result. */
export interface DoubtfulCall extends CallKey {
  carrier: string;
  ageMs: number;
}

/** Calls in doubt; with those that a living worker no longer knows of, such as after a broken commit. */
export const listDoubtfulCalls = (q: Query, accountIds: readonly string[], limit: number): Promise<DoubtfulCall[]> =>
  q.rows<DoubtfulCall>(
    `select c.account_id as "accountId", c.call_id as "callId", c.carrier,
       date_part('epoch', now() - coalesce(c.submitted, c.updated)) * 1000 as "ageMs"
     from unnest($1::uuid[]) a (account_id)
     cross join lateral (
       select * from call c where c.account_id = a.account_id
         and (c.state = 'in_doubt' or c.state = 'submitting' and c.submitted < now() - interval '2 minutes')
       limit $2) c`,
    [plainArray(accountIds), limit],
  );

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

/** Who calls became a contact while they talk. */
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
const changeable = ["line", "answered", "answered_by", "connected", "ended", "duration_seconds", "cost_micros"];

/** Stores what an event on the line changed. */
export async function updateCall(q: Query, { accountId, callId }: CallKey, change: CallChange): Promise<void> {
  await q.run(
    {
      name: "call.update",
      text: `with o as materialized (
          select call_id, line, answered, answered_by, connected, ended, duration_seconds, cost_micros from call
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

/** Writes what happened down, in this order. */
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

import type { CallbackState, QueueCallback } from "@trunkline/contract/agents/queueCallback.ts";
import type { Caller } from "@trunkline/workflow/distribution/offerCalls.ts";
import { plainArray, withoutNul } from "../arrays.ts";
import type { CallKey } from "../calls/call.ts";
import type { Query } from "../database.ts";
import { isDue, isForUser } from "./phone.ts";

/** Where callbacks are offered. */
export type CallbackKind = QueueCallback["kind"];

/** How callbacks are offered at a place. */
export interface CallbackRules {
  isOffered: boolean;
  attempts: number;
  retryMinutes: number;
  text: string;
}

/** The rules of a work group or live list; null if it does not exist. */
export const findCallbackRules = (
  q: Query,
  account: string,
  kind: CallbackKind,
  name: string,
): Promise<CallbackRules | null> =>
  q.one(
    `select coalesce(p.callback_offer, (a.settings->>'callbackOffer')::boolean, false) "isOffered",
       coalesce((a.settings->>'callbackAttempts')::int, 3) attempts,
       coalesce((a.settings->>'callbackMinutes')::int, 5) "retryMinutes", coalesce(a.settings->>'callbackText', '') text
     from account a join (
       select account_id, callback_offer from work_group
       where $2::text = 'workGroup' and account_id = $1 and lower(name) = lower($3)
       union all
       select account_id, callback_offer from live_list
       where $2::text = 'liveList' and account_id = $1 and list_name = $3) p on p.account_id = a.account_id
     where a.account_id = $1`,
    [account, kind, name],
  );

/** Writes whether a place offers callbacks. Null: as the account sets it. Left out, it stays as it is. */
export async function saveCallbackOffer(
  q: Query,
  account: string,
  kind: CallbackKind,
  name: string,
  { callbackOffer }: { callbackOffer?: boolean | null | undefined },
): Promise<void> {
  if (callbackOffer === undefined) return;
  await q.run(
    kind === "workGroup"
      ? "update work_group set callback_offer = $3 where account_id = $1 and lower(name) = lower($2)"
      : "update live_list set callback_offer = $3 where account_id = $1 and list_name = $2",
    [account, name, callbackOffer],
  );
}

/** A callback that is asked for. */
export interface NewCallback extends CallKey {
  callbackId: string;
  kind: CallbackKind;
  name: string;
  outCallId: string;
}

/** Stores a callback with the place that the caller had; null: the caller has asked for one there before, and keeps it. */
export const insertCallback = (
  q: Query,
  { accountId, callbackId, callId, kind, name, outCallId }: NewCallback,
): Promise<{ contactId: string | null; phone: string; ownNumber: string; since: Date; carrier: string } | null> =>
  q.one(
    `with asked as (
       insert into queue_callback (account_id, callback_id, call_id, contact_id, kind, name, phone, own_number, since, out_call_id)
       select t.account_id, $2, t.call_id, t.contact_id, $4, $5, t.from_number, t.to_number, coalesce(k.since, now()), $6
       from call t left join caller k on k.account_id = t.account_id and k.call_id = t.call_id
       where t.account_id = $1 and t.call_id = $3
       on conflict (account_id, kind, lower(name), phone) where state in ('waiting', 'dialing') do nothing
       returning contact_id, phone, own_number, since)
     select a.contact_id "contactId", a.phone, a.own_number "ownNumber", a.since, t.carrier
     from asked a join call t on t.account_id = $1 and t.call_id = $3`,
    [accountId, callbackId, callId, kind, name, outCallId],
  );

/** Lets the call of a callback wait until a user answers for it, among the callers of its place. */
export async function insertCallbackCaller(
  q: Query,
  { accountId, callId }: CallKey,
  {
    callbackId,
    kind,
    name,
    since,
    offering,
  }: { callbackId: string; kind: CallbackKind; name: string; since: Date; offering: Caller },
): Promise<void> {
  await q.run("update call set not_before = '9999-01-01' where account_id = $1 and call_id = $2", [accountId, callId]);
  await q.run(
    `insert into caller (account_id, call_id, kind, name, offering, since, callback_id) values ($1, $2, $3, $4, $5::jsonb, $6, $7)`,
    [accountId, callId, kind, name, JSON.stringify(offering), since, callbackId],
  );
}

/** Whether the call is that of a callback that waits for a user. */
export const isCallbackWaiting = async (q: Query, { accountId, callId }: CallKey): Promise<boolean> =>
  (await q.one(
    "select from caller where account_id = $1 and call_id = $2 and callback_id is not null and state = 'waiting'",
    [accountId, callId],
  )) !== null;

/** What is dialed for a callback. */
export interface AnsweredCallback {
  callbackId: string;
  phone: string;
  ownNumber: string;
  carrier: string;
}

/** Gives a callback to a user; null if it no longer waits. Its call is placed from now on. */
export const answerCallback = (
  q: Query,
  { accountId, callId }: CallKey,
  user: { userId: string; name: string },
  plan: object,
): Promise<AnsweredCallback | null> =>
  q.one(
    `with taken as (
       update caller set state = 'left' where account_id = $1 and call_id = $2 and state = 'waiting' and callback_id is not null
       returning callback_id),
     dialed as (
       update queue_callback b set state = 'dialing', attempts = b.attempts + 1, user_id = $3, user_name = $4 from taken t
       where b.account_id = $1 and b.callback_id = t.callback_id and b.state = 'waiting'
       returning b.callback_id, b.phone, b.own_number),
     placed as (
       update call c set not_before = now(), plan = $5::jsonb, updated = now() from dialed d
       where c.account_id = $1 and c.call_id = $2 and c.state = 'queued' returning c.carrier)
     select d.callback_id "callbackId", d.phone, d.own_number "ownNumber", p.carrier from dialed d, placed p`,
    [accountId, callId, user.userId, withoutNul(user.name), JSON.stringify(plan)],
  );

/** A callback that a worker must deal with. */
export interface DueCallback {
  accountId: string;
  callbackId: string;
  outCallId: string;
  kind: CallbackKind;
  name: string;
  contactId: string | null;
  phone: string;
  ownNumber: string;
  since: Date;
  attempts: number;
  mostAttempts: number;
  retryMinutes: number;
  /** What it has come to. */
  is: "talked" | "reached" | "failed" | "dnc" | "expired" | "place_gone" | "number_gone";
  /** The carrier of the number. Null: it is gone. */
  carrier: string | null;
}

/** A caller who was not reached within this time is not called any longer. */
const expiresAfter = "24 hours";
const isOpen = "b.state in ('waiting', 'dialing')";

function otherPartyOf(call: string): string {
  return `case when ${call}.direction = 'out' then ${call}.to_number else ${call}.from_number end`;
}

/** The caller of `b` has spoken with a user since they asked, by another call. */
const hasSpoken = `exists (select from call_offer o join call s on s.account_id = o.account_id and s.call_id = o.call_id
  where o.account_id = b.account_id and o.answered > b.asked and o.consulted_by is null and ${otherPartyOf("s")} = b.phone)`;

/** Callbacks whose call has ended, and those that can no longer be made. */
export const listDueCallbacks = (q: Query, accountIds: readonly string[]): Promise<DueCallback[]> =>
  q.rows(
    `select * from (
       select b.account_id "accountId", b.callback_id "callbackId", b.out_call_id "outCallId", b.kind, b.name, b.contact_id "contactId",
         b.phone, b.own_number "ownNumber", b.since, b.attempts, coalesce((c.settings->>'callbackAttempts')::int, 3) "mostAttempts",
         coalesce((c.settings->>'callbackMinutes')::int, 5) "retryMinutes", n.carrier,
         case
           when b.state = 'dialing' and exists (select from call_offer o where o.account_id = b.account_id and o.call_id = b.out_call_id
             and o.answered is not null) then 'talked'
           when b.state = 'dialing' and (t.call_id is null or t.ended is not null
             or t.state in ('rejected', 'blocked', 'cancelled', 'unknown'))
             then case when ${hasSpoken} then 'reached' else 'failed' end
           when b.state = 'dialing' then null
           when exists (select from dnc d where d.account_id = b.account_id and d.phone = b.phone and d.type = 'call') then 'dnc'
           when n.carrier is null then 'number_gone'
           when b.asked < now() - interval '${expiresAfter}' then 'expired'
           when b.kind = 'workGroup' and not exists (select from work_group g where g.account_id = b.account_id
             and lower(g.name) = lower(b.name)) then 'place_gone'
           when b.kind = 'liveList' and not exists (select from live_list l where l.account_id = b.account_id
             and l.list_name = b.name) then 'place_gone' end "is"
       from unnest($1::uuid[]) a (account_id)
       join queue_callback b on b.account_id = a.account_id and ${isOpen}
       join account c on c.account_id = b.account_id
       left join call t on t.account_id = b.account_id and t.call_id = b.out_call_id
       left join number n on n.account_id = b.account_id and n.phone = b.own_number) due
     where "is" is not null order by since limit 500`,
    [plainArray(accountIds)],
  );

/** Ends a callback; false if something else ended it, or began to dial it. Phones that ring for it stop. */
export async function endCallback(
  q: Query,
  { accountId, callbackId, attempts }: { accountId: string; callbackId: string; attempts: number },
  { state, reason }: { state: Extract<CallbackState, "done" | "gaveUp">; reason: QueueCallback["reason"] },
): Promise<boolean> {
  const ended = await q.one<{ outCallId: string }>(
    `update queue_callback b set state = $4, reason = $5, ended = now()
     where b.account_id = $1 and b.callback_id = $2 and b.attempts = $3 and ${isOpen} returning b.out_call_id "outCallId"`,
    [accountId, callbackId, attempts, state, reason],
  );
  if (ended === null) return false;
  await removeCallbackCallers(q, accountId, [ended.outCallId]);
  return true;
}

/**
 * Ends what a caller who has just been connected to a user still waits for: they called again, or were called. A callback
 * that is being dialed ends by its own call.
 */
export async function endReachedCallbacks(q: Query, { accountId, callId }: CallKey): Promise<void> {
  const ended = await q.rows<{ outCallId: string }>(
    `update queue_callback b set state = 'done', reason = 'reached', ended = now() from call t
     where t.account_id = $1 and t.call_id = $2 and b.account_id = $1 and b.state = 'waiting' and b.phone = ${otherPartyOf("t")}
     returning b.out_call_id "outCallId"`,
    [accountId, callId],
  );
  if (ended.length > 0)
    await removeCallbackCallers(
      q,
      accountId,
      ended.map(({ outCallId }) => outCallId),
    );
}

/** The calls of callbacks that no one answered for are not placed. */
async function removeCallbackCallers(q: Query, accountId: string, callIds: readonly string[]): Promise<void> {
  await q.run(
    `with gone as (
       update caller set state = 'left' where account_id = $1 and call_id = any ($2::uuid[]) and state = 'waiting'
         and callback_id is not null
       returning call_id),
     calls as (
       update call c set state = 'cancelled', updated = now() from gone
       where c.account_id = $1 and c.call_id = gone.call_id and c.state = 'queued')
     update call_offer o set state = 'over', ended = now() from gone
     where o.account_id = $1 and o.call_id = gone.call_id and o.state = 'ringing'`,
    [accountId, plainArray(callIds)],
  );
}

/** Lets a callback wait again, with the call of its next attempt; false if it is not being dialed any longer. */
export const retryCallback = async (
  q: Query,
  { accountId, callbackId, attempts }: { accountId: string; callbackId: string; attempts: number },
  { outCallId, dueMs }: { outCallId: string; dueMs: number },
): Promise<boolean> =>
  (await q.run(
    `update queue_callback set state = 'waiting', out_call_id = $4, due_at = to_timestamp($5::float8 / 1000)
     where account_id = $1 and callback_id = $2 and attempts = $3 and state = 'dialing'`,
    [accountId, callbackId, attempts, outCallId, dueMs],
  )) > 0;

/** A callback, as it is listed. */
export type CallbackRow = Omit<QueueCallback, "since" | "asked" | "due" | "ended"> & {
  since: Date;
  asked: Date;
  due: Date;
  ended: Date | null;
};

const select = `select b.callback_id "callbackId", b.call_id "callId", b.contact_id "contactId",
    nullif(concat_ws(' ', c.first_name, c.last_name), '') "contactName", b.phone, b.own_number "ownNumber", b.kind, b.name, b.since,
    b.asked, b.state, b.reason, b.attempts, case when b.attempts > 0 and b.state <> 'waiting' then b.out_call_id end "outCallId",
    b.user_name "userName", b.due_at due, b.ended,
    case b.state when 'waiting' then (select count(*)::int from queue_callback o where o.account_id = b.account_id
      and o.state = 'waiting' and o.kind = b.kind and lower(o.name) = lower(b.name) and (o.since, o.callback_id) <= (b.since, b.callback_id)) end position,
    case when b.state = 'waiting' and $2::uuid is not null then (select k.call_id from caller k where k.account_id = b.account_id
      and k.call_id = b.out_call_id and k.state = 'waiting' and ${isDue} and ${isForUser}) end "pickCallId"
  from queue_callback b left join contact c on c.account_id = b.account_id and c.contact_id = b.contact_id
  where b.account_id = $1`;

/** Callbacks, the newest first, and which of them a user can take. */
export const listCallbacks = (
  q: Query,
  account: string,
  userId: string | null,
  { state, isOpen: onlyOpen }: { state?: CallbackState | undefined; isOpen: boolean },
  { limit, before }: { limit: number; before: string | undefined },
): Promise<CallbackRow[]> =>
  q.rows(
    `${select} and ($3::uuid is null or b.callback_id < $3) and ($4::text is null or b.state = $4) and (not $5::boolean or ${isOpen})
     order by b.callback_id desc limit $6`,
    [account, userId, before ?? null, state ?? null, onlyOpen, limit],
  );

/** One callback, or null. */
export const findCallback = (q: Query, account: string, callbackId: string): Promise<CallbackRow | null> =>
  q.one(`${select} and b.callback_id = $3`, [account, null, callbackId]);

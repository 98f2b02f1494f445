import type { Caller } from "@trunkline/workflow/distribution/offerCalls.ts";
import type { DistributionSettings } from "@trunkline/workflow/distribution/settings.ts";
import { plainArray, withoutNul } from "../arrays.ts";
import type { CallKey } from "../calls/call.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import { findWrapUp } from "./wrapUp.ts";

/** What callers wait for. */
export type CallerKind = "queue" | "workGroup" | "liveList" | "person";

/** A caller who waits for users of the account. */
export interface CallerRow extends CallKey {
  kind: CallerKind;
  name: string;
  settings: Partial<DistributionSettings> | null;
  offering: Caller;
  /** The caller is not on the line: they are called back. */
  callbackId?: string | null;
}

const columns = `k.account_id "accountId", k.call_id "callId", k.kind, k.name, k.settings, k.offering, k.callback_id "callbackId"`;

/** Adds a call to the waiting callers, in an agent queue that is created if missing, and begins its stay there. A call that was handed on waits again. */
export const insertCaller = (q: Query, row: CallerRow): Promise<number> =>
  q.run(
    `with made as (
       insert into agent_queue (account_id, queue_id, name) select $1::uuid, $7::uuid, $4::text
       where $3::text in ('queue', 'workGroup') on conflict (account_id, lower(name)) do nothing),
     stays as (
       insert into queue_stay (account_id, stay_id, call_id, kind, name, route_tag)
       select $1::uuid, $8::uuid, $2::uuid, $3::text, $4::text,
         (select route_tag from call where account_id = $1::uuid and call_id = $2::uuid)
       where $3::text <> 'person')
     insert into caller (account_id, call_id, kind, name, settings, offering)
     values ($1::uuid, $2::uuid, $3::text, $4::text, $5::jsonb, $6::jsonb)
     on conflict (account_id, call_id) do update set kind = excluded.kind, name = excluded.name, settings = excluded.settings,
       offering = excluded.offering, state = 'waiting', since = now(), callback_id = null`,
    [
      row.accountId,
      row.callId,
      row.kind,
      row.name,
      row.settings === null ? null : JSON.stringify(row.settings),
      JSON.stringify(row.offering),
      newId(),
      newId(),
    ],
  );

/** Who ended the talk of a caller with a user: one of them, or the user by a transfer. */
export type EndedBy = "caller" | "agent" | "transfer";

/** The phone has the call, and is not that of a user who is only consulted. */
const hasCall = "state = 'talking' and consulted_by is null";

/** Removes a waiting caller and ends their stay; `continues`: the call does not end with it. Returns where the caller waited and whether a user had answered. */
export async function closeCaller(
  q: Query,
  { accountId, callId }: CallKey,
  { endedBy, continues, calledBack = false }: { endedBy: EndedBy | null; continues: boolean; calledBack?: boolean },
): Promise<{ kind: CallerKind; name: string; wasAnswered: boolean } | null> {
  const row = await q.one<{ kind: CallerKind; name: string; wasAnswered: boolean }>(
    `with old as materialized (select state from caller where account_id = $1 and call_id = $2 and state <> 'left' for update)
     update caller k set state = 'left' from old where k.account_id = $1 and k.call_id = $2
     returning k.kind, k.name, old.state = 'taken' "wasAnswered"`,
    [accountId, callId],
  );
  const wrapUp = await findWrapUp(q, accountId, row);
  await q.run(
    `update call_offer set state = 'over', ended = now(), default_outcome = case when ${hasCall} then $4::text end,
       wrap_until = case when ${hasCall} then now() + $3 * interval '1 second' end,
       wrapped = case when ${hasCall} then now() + $3 * interval '1 second' end
     where account_id = $1 and call_id = $2 and state in ('ringing', 'talking')`,
    [accountId, callId, wrapUp.seconds, wrapUp.outcome],
  );
  await q.run(
    `update queue_stay set left_wait = coalesce(left_wait, now()),
       called_back = $6::boolean,
       outcome = coalesce(outcome, case when $4::text = 'caller' then 'abandoned' when $5::boolean then 'released' else 'unanswered' end),
       ended = case when outcome = 'answered' then now() end, ended_by = $4::text,
       wrapped = case when outcome = 'answered' then now() + $3 * interval '1 second' end
     where account_id = $1 and call_id = $2 and (outcome is null or outcome = 'answered' and ended is null)`,
    [accountId, callId, wrapUp.seconds, endedBy, continues, calledBack],
  );
  return row;
}

/** Assigns a caller to a user, which counts for the queue and its stays; null if the caller no longer waits. */
export const answerCaller = (
  q: Query,
  { accountId, callId }: CallKey,
  user: { userId: string; name: string },
): Promise<{ kind: CallerKind; name: string } | null> =>
  q.one(
    `with taken as (
       update caller set state = 'taken' where account_id = $1 and call_id = $2 and state = 'waiting' returning kind, name),
     counted as (
       update agent_queue a set callers_taken = a.callers_taken + 1 from taken t
       where a.account_id = $1 and t.kind in ('queue', 'workGroup') and lower(a.name) = lower(t.name)),
     stays as (
       update queue_stay s set outcome = 'answered', left_wait = now(), answered_by = $3, answered_by_name = $4 from taken
       where s.account_id = $1 and s.call_id = $2 and s.outcome is null)
     select kind, name from taken`,
    [accountId, callId, user.userId, withoutNul(user.name)],
  );

/** Writes what was tried for a caller; false when something else happened meanwhile. */
export const saveOffering = async (q: Query, key: CallKey, before: Caller, after: Caller): Promise<boolean> =>
  (await q.run(
    `update caller set offering = $4::jsonb where account_id = $1 and call_id = $2 and state = 'waiting' and offering = $3::jsonb`,
    [key.accountId, key.callId, JSON.stringify(before), JSON.stringify(after)],
  )) > 0;

/** One caller who waits, or null. */
export const findWaitingCaller = (q: Query, { accountId, callId }: CallKey): Promise<CallerRow | null> =>
  q.one(`select ${columns} from caller k where k.account_id = $1 and k.call_id = $2 and k.state = 'waiting'`, [
    accountId,
    callId,
  ]);

const queueIsClosed = `not exists (select from agent_queue g
  where g.account_id = k.account_id and lower(g.name) = lower(k.name) and g.is_open)`;

/** The live list is empty or was deleted. */
const listIsEmpty = `not exists (select from live_list_member m where m.account_id = k.account_id and m.list_name = k.name)`;

/** Callers who wait for work groups, in order of arrival, and callers who wait where no one can answer any longer. */
export const listGroupCallers = (
  q: Query,
  accountIds: readonly string[],
): Promise<(CallerRow & { hasNoReceiver: boolean })[]> =>
  q.rows(
    `select ${columns}, case k.kind when 'liveList' then ${listIsEmpty} else ${queueIsClosed} end "hasNoReceiver"
     from unnest($1::uuid[]) a (account_id) cross join lateral (
       (select * from caller k where k.account_id = a.account_id and k.state = 'waiting' and k.kind = 'workGroup'
        order by k.since limit 1000)
       union all
       (select * from caller k where k.account_id = a.account_id and k.state = 'waiting' and k.kind = 'queue'
        and ${queueIsClosed} order by k.since limit 1000)
       union all
       (select * from caller k where k.account_id = a.account_id and k.state = 'waiting' and k.kind = 'liveList'
        and ${listIsEmpty} order by k.since limit 1000)) k`,
    [plainArray(accountIds)],
  );

/** A member of a work group, and what their phone does. */
export interface RungMember {
  workGroupId: string;
  groupName: string;
  userId: string;
  weight: number;
  isAway: boolean;
  isBusy: boolean;
  idleSinceMs: number;
}

/** A phone that was not open for this long does not ring. */
const phoneClosedAfter = "30 seconds";
const phoneOf = `coalesce(p.status, 'available') <> 'available' or p.seen is null or p.seen < now() - interval '${phoneClosedAfter}'`;

/** The members of work groups in their order, with whether they can be rung. */
export const listRungMembers = (q: Query, account: string, groupNames: readonly string[]): Promise<RungMember[]> =>
  q.rows(
    `select g.work_group_id "workGroupId", lower(g.name) "groupName", m.user_id "userId", m.weight, (${phoneOf}) "isAway",
       o.is_busy "isBusy", coalesce(date_part('epoch', o.ended) * 1000, 0)::float8 "idleSinceMs"
     from work_group g
     join work_group_member m on m.account_id = g.account_id and m.work_group_id = g.work_group_id
     left join agent_presence p on p.account_id = m.account_id and p.agent = 'user:' || m.user_id
     cross join lateral (select max(o.ended) ended, coalesce(bool_or(o.state <> 'over' or o.wrap_until > now()), false) is_busy
       from call_offer o where o.account_id = m.account_id and o.user_id = m.user_id
         and (o.state <> 'over' or o.ended > now() - interval '1 day')) o
     where g.account_id = $1 and lower(g.name) = any ($2::text[]) order by g.work_group_id, m.position`,
    [account, plainArray(groupNames)],
  );

/** A work group as its callers find it. */
export interface RungGroup extends DistributionSettings {
  workGroupId: string;
  groupName: string;
  lastRung: string | null;
  credits: Record<string, number>;
}

/** Work groups by name, whatever its case. */
export const listRungGroups = (q: Query, account: string, groupNames: readonly string[]): Promise<RungGroup[]> =>
  q.rows(
    `select work_group_id "workGroupId", lower(name) "groupName", distribution_type "distributionType",
       delay_next_call "delayNextCall", try_call_timeout "tryCallTimeout", max_dials "maxDials",
       max_wait_seconds "maxWaitSeconds", last_rung "lastRung", credits
     from work_group where account_id = $1 and lower(name) = any ($2::text[])`,
    [account, plainArray(groupNames)],
  );

/** Remembers where a group's distribution stands. */
export const saveGroupMemory = (
  q: Query,
  account: string,
  { workGroupId, lastRung, credits }: Pick<RungGroup, "workGroupId" | "lastRung"> & { credits: object },
): Promise<number> =>
  q.run("update work_group set last_rung = $3, credits = $4::jsonb where account_id = $1 and work_group_id = $2", [
    account,
    workGroupId,
    lastRung,
    JSON.stringify(credits),
  ]);

/**
 * Makes a user's phone ring, or talk at once; null: it does already, or the user is away. A user has one state: the
 * wrap-up of an earlier call ends with it.
 */
export async function insertOffer(
  q: Query,
  { accountId, callId }: CallKey,
  userId: string,
  { kind, name }: { kind: CallerKind; name: string },
  state: "ringing" | "talking",
): Promise<string | null> {
  const row = await q.one<{ id: string }>(
    `with offers as (
       insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state, answered)
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::text, $7::text, case when $7::text = 'talking' then now() end
       where $7::text = 'talking' or $5::text = 'person' or not exists (
         select from agent_presence where account_id = $1::uuid and agent = 'user:' || $4::text and status = 'away')
       on conflict (account_id, user_id) where state in ('ringing', 'talking') do nothing returning offer_id, state),
     wrapped as (
       update call_offer w set wrap_until = now(), wrapped = now() from offers
       where w.account_id = $1::uuid and w.user_id = $4::uuid and w.state = 'over' and w.wrap_until > now() returning w.call_id),
     wraps as (
       update queue_stay s set wrapped = now() from wrapped w
       where s.account_id = $1::uuid and s.call_id = w.call_id and s.answered_by = $4::uuid and s.wrapped > now()),
     stays as (
       update queue_stay s set offered = now() from offers o
       where s.account_id = $1::uuid and s.call_id = $3::uuid and s.outcome is null and s.offered is null and o.state = 'ringing')
     select offer_id id from offers`,
    [accountId, newId(), callId, userId, kind, name, state],
  );
  return row?.id ?? null;
}

/** A phone that waits for the call that its user placed. */
export interface PlacedOffer extends CallKey {
  offerId: string;
  userId: string;
  /** The user's name. */
  name: string;
  /** The user's own phone; null: none is set. */
  ringsAt: string | null;
  /** placing: not answered yet; over: it will not be answered. */
  is: "placing" | "answered" | "over";
}

/** Phones that wait for calls which their users placed. */
export const listPlacedOffers = (q: Query, accountIds: readonly string[]): Promise<PlacedOffer[]> =>
  q.rows(
    `select o.account_id "accountId", o.call_id "callId", o.offer_id "offerId", o.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name",
       (select p.rings_at from agent_presence p where p.account_id = o.account_id and p.agent = 'user:' || o.user_id) "ringsAt",
       case when t.ended is not null or t.state in ('rejected', 'blocked', 'cancelled', 'unknown') then 'over'
         when k.call_id is not null then 'answered' else 'placing' end "is"
     from unnest($1::uuid[]) a (account_id)
     join call_offer o on o.account_id = a.account_id and o.kind = 'person' and o.state = 'ringing'
     join call t on t.account_id = o.account_id and t.call_id = o.call_id
     join auth_user u on u.user_id = o.user_id
     left join caller k on k.account_id = o.account_id and k.call_id = o.call_id and k.state = 'waiting'`,
    [plainArray(accountIds)],
  );

/** The phones of a call are free again. */
export const endOffersOfCall = (q: Query, { accountId, callId }: CallKey): Promise<number> =>
  q.run(
    `update call_offer set state = 'over', ended = now() where account_id = $1 and call_id = $2
       and state in ('ringing', 'talking')`,
    [accountId, callId],
  );

/** Stops the phones of a call that ring, all or those of these users, but not that of `except`. */
export const stopRinging = (
  q: Query,
  { accountId, callId }: CallKey,
  { userIds = null, except = null }: { userIds?: readonly string[] | null; except?: string | null } = {},
): Promise<number> =>
  q.run(
    `update call_offer set state = 'over', ended = now() where account_id = $1 and call_id = $2 and state = 'ringing'
       and ($3::uuid[] is null or user_id = any ($3::uuid[])) and ($4::uuid is null or user_id <> $4)`,
    [accountId, callId, userIds === null ? null : plainArray(userIds), except],
  );

/** Phones of these users rang for a caller and were not answered: their time was over, or they declined. Returns how many. */
export async function missRinging(q: Query, key: CallKey, userIds: readonly string[]): Promise<number> {
  const missed = await stopRinging(q, key, { userIds });
  if (missed > 0)
    await q.run(
      "update queue_stay set missed = missed + $3 where account_id = $1 and call_id = $2 and outcome is null",
      [key.accountId, key.callId, missed],
    );
  return missed;
}

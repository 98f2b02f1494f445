import type { Consult } from "@trunkline/contract/agents/phone.ts";
import { plainArray, plainColumn, textArray } from "../arrays.ts";
import type { CallKey } from "../calls/call.ts";
import { userHasJoined } from "../calls/providerCall.ts";
import type { Query } from "../database.ts";
import { insertAgentState } from "./agentState.ts";
import type { CallerKind } from "./caller.ts";

/** A call on the phone that a user has in the browser. */
export interface OfferRow extends CallKey {
  offerId: string;
  kind: CallerKind;
  name: string;
  state: "ringing" | "talking" | "over";
  isHeld: boolean;
  /** The user answered, and their own phone still rings. */
  ringsOwnPhone: boolean;
  /** A supervisor who takes part. */
  supervisorName: string | null;
  supervisorMode: "listen" | "whisper" | "join" | null;
  at: Date;
  answered: Date | null;
  ended: Date | null;
  wrapUntil: Date | null;
  phone: string;
  direction: "in" | "out";
  contactId: string | null;
  contactName: string | null;
  isCallback: boolean;
  consult: Consult | null;
  consultedBy: string | null;
  /** The name of the carrier that has the call. */
  carrier: string;
}

/** The other side of a call `t`, whose contact is `c`. */
export const party = `case t.direction when 'out' then t.to_number else t.from_number end phone, t.direction, t.contact_id "contactId",
    nullif(concat_ws(' ', c.first_name, c.last_name), '') "contactName"`;
const offer = `select o.account_id "accountId", o.offer_id "offerId", o.call_id "callId", o.kind, o.name, o.state, o.is_held "isHeld",
    o.state = 'talking' and exists (select from provider_call p where p.account_id = o.account_id and p.call_id = o.call_id
      and p.line->'waits'->>'for' = 'queue' and not ${userHasJoined}) "ringsOwnPhone",
    o.supervisor_name "supervisorName", o.supervision "supervisorMode", o.at, o.answered, o.ended, o.wrap_until "wrapUntil", ${party},
    exists (select from caller k where k.account_id = o.account_id and k.call_id = o.call_id and k.callback_id is not null) "isCallback",
    o.consult, o.consulted_by "consultedBy", t.carrier
  from call_offer o join call t on t.account_id = o.account_id and t.call_id = o.call_id
  left join contact c on c.account_id = t.account_id and c.contact_id = t.contact_id
  where o.account_id = $1 and o.user_id = $2`;

/**
 * What a user's phone does, and the calls that are to be finished with, the newest first: until their wrap-up has ended, and
 * ten minutes longer if the contact still has no disposition for them.
 */
export const listOffers = (q: Query, account: string, userId: string): Promise<OfferRow[]> =>
  q.rows(
    `${offer} and (o.state <> 'over' or o.wrap_until > now() or o.wrap_until > now() - interval '10 minutes'
       and t.contact_id is not null and not exists (
         select from given_disposition g where g.account_id = o.account_id and g.call_id = o.call_id and g.at >= o.at))
     order by o.offer_id desc limit 10`,
    [account, userId],
  );

/** One call of a user's phone, or null. */
export const findOffer = (q: Query, account: string, userId: string, offerId: string): Promise<OfferRow | null> =>
  q.one(`${offer} and o.offer_id = $3`, [account, userId, offerId]);

/** Answers a ringing phone; false if it no longer rings. */
export const answerOffer = async (q: Query, account: string, offerId: string): Promise<boolean> =>
  (await q.run(
    `update call_offer set state = 'talking', answered = now() where account_id = $1 and offer_id = $2 and state = 'ringing'`,
    [account, offerId],
  )) > 0;

/** Puts the caller on hold, or takes them back. */
export const setOfferHold = (q: Query, account: string, offerId: string, isHeld: boolean): Promise<number> =>
  q.run(`update call_offer set is_held = $3 where account_id = $1 and offer_id = $2 and state = 'talking'`, [
    account,
    offerId,
    isHeld,
  ]);

/** The user is done with a call, and can be rung again: their wrap-up ends now. */
export const finishOffer = (q: Query, account: string, offerId: string): Promise<number> =>
  q.run(
    `with finished as (
       update call_offer set wrap_until = null, wrapped = least(wrapped, now())
       where account_id = $1 and offer_id = $2 and state = 'over' returning call_id, user_id)
     update queue_stay s set wrapped = now() from finished f
     where s.account_id = $1 and s.call_id = f.call_id and s.answered_by = f.user_id and s.wrapped > now()`,
    [account, offerId],
  );

/** Whether a caller `k` waits for the user $2: in agent queues for every user, otherwise for the members of the list or group. */
export const isForUser = `case k.kind
       when 'liveList' then exists (select from live_list_member m where m.account_id = k.account_id
         and m.list_name = k.name and m.user_id = $2)
       when 'workGroup' then exists (select from work_group_member m join work_group g
         on g.account_id = m.account_id and g.work_group_id = m.work_group_id
         where m.account_id = k.account_id and lower(g.name) = lower(k.name) and m.user_id = $2)
       else true end`;

/** A waiting caller, as users see them. */
export interface WaitingRow {
  callId: string;
  kind: CallerKind;
  name: string;
  since: Date;
  phone: string;
  contactId: string | null;
  contactName: string | null;
  isCallback: boolean;
}

/** Whether a caller `k` can be answered now: one who is called back waits between two attempts. */
export const isDue = `(k.callback_id is null or (k.offering->>'notBeforeMs')::float8 <= extract(epoch from now()) * 1000)`;

/** Who waits for this user: in agent queues, in their live lists and for their work groups; the longest first. */
export const listWaitingFor = (q: Query, account: string, userId: string, callId?: string): Promise<WaitingRow[]> =>
  q.rows(
    `select k.call_id "callId", k.kind, k.name, k.since, ${party}, k.callback_id is not null "isCallback"
     from caller k join call t on t.account_id = k.account_id and t.call_id = k.call_id
     left join contact c on c.account_id = t.account_id and c.contact_id = t.contact_id
     where k.account_id = $1 and k.state = 'waiting' and ($3::uuid is null or k.call_id = $3) and ${isDue} and ${isForUser}
     order by k.since limit 100`,
    [account, userId, callId ?? null],
  );

/** Says that a user's phone is open, and which connections' calls it takes in the browser; returns whether it was closed before. */
export async function openPhone(
  q: Query,
  account: string,
  userId: string,
  inBrowser?: readonly string[],
): Promise<{ wasClosed: boolean; status: string }> {
  const row = await q.one<{ wasClosed: boolean; status: string; silentSince: Date | null }>(
    `with old as materialized (select seen from agent_presence where account_id = $1 and agent = 'user:' || $2::text),
     opened as (insert into agent_presence (account_id, agent, status, seen, changed, in_browser)
     values ($1, 'user:' || $2::text, 'available', now(), now(), coalesce($3::uuid[], '{}'))
     on conflict (account_id, agent) do update set seen = now(),
       changed = case when agent_presence.seen is null or agent_presence.seen < now() - interval '30 seconds' then now()
         else agent_presence.changed end,
       in_browser = coalesce($3::uuid[], agent_presence.in_browser)
     returning status)
     select o.status, coalesce((select seen < now() - interval '30 seconds' from old), true) "wasClosed",
       (select seen + interval '30 seconds' from old where seen < now() - interval '30 seconds') "silentSince"
     from opened o`,
    [account, userId, inBrowser === undefined ? null : plainArray(inBrowser)],
  );
  // no worker was there to close the phone of a browser that died
  if (row?.silentSince) await insertAgentState(q, account, userId, { closedAt: row.silentSince });
  if (row?.wasClosed) await insertAgentState(q, account, userId);
  return row ?? { wasClosed: false, status: "available" };
}

/** The phone number or SIP address where a user takes calls that a browser cannot carry. */
export async function findOwnPhone(q: Query, account: string, userId: string): Promise<string | null> {
  const row = await q.one<{ at: string | null }>(
    "select rings_at at from agent_presence where account_id = $1 and agent = 'user:' || $2::text",
    [account, userId],
  );
  return row?.at ?? null;
}

/** Whether the user's open browser takes the calls of a connection with sound. */
export const isInBrowser = async (q: Query, account: string, userId: string, connectionId: string): Promise<boolean> =>
  (await q.run(
    `select from agent_presence where account_id = $1 and agent = 'user:' || $2::text
       and seen > now() - interval '30 seconds' and $3::uuid = any (in_browser)`,
    [account, userId, connectionId],
  )) > 0;

/** Stores where a user takes calls. Null: nowhere. */
export const saveOwnPhone = (q: Query, account: string, userId: string, at: string | null): Promise<number> =>
  q.run(
    `insert into agent_presence (account_id, agent, status, rings_at) values ($1, 'user:' || $2::text, 'available', $3)
     on conflict (account_id, agent) do update set rings_at = excluded.rings_at`,
    [account, userId, at],
  );

/** Says that a user's phone is closed. */
export async function closePhone(q: Query, account: string, userId: string): Promise<number> {
  const closed = await q.run(
    "update agent_presence set seen = null, changed = now(), in_browser = '{}' where account_id = $1 and agent = 'user:' || $2::text and seen is not null",
    [account, userId],
  );
  if (closed > 0) await insertAgentState(q, account, userId);
  return closed;
}

/** A phone that has said nothing for 30 seconds. */
export interface SilentPhone {
  accountId: string;
  userId: string;
  name: string;
}

/** Closes the phones of browsers that died, and answers whose they were. */
export async function closeSilentPhones(q: Query, accountIds: readonly string[]): Promise<SilentPhone[]> {
  const silent = await q.rows<{
    accountId: string;
    userId: string;
    changed: Date;
    isAway: boolean;
    reasonId: string | null;
  }>(
    `update agent_presence set seen = null, in_browser = '{}',
       changed = date_trunc('milliseconds', seen + interval '30 seconds')
     where account_id = any ($1::uuid[]) and seen < now() - interval '30 seconds' and agent like 'user:%'
     returning account_id "accountId", substr(agent, 6)::uuid "userId", changed, status = 'away' "isAway", reason_id "reasonId"`,
    [plainArray(accountIds)],
  );
  // nearly always none
  if (silent.length === 0) return [];
  await q.run(
    `insert into agent_state (account_id, state_id, user_id, at, is_open, is_away, reason_id)
     select a, trunkline_uuid7(), u, c, false, w, r from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::boolean[], $5::uuid[]) s (a, u, c, w, r)`,
    [
      plainColumn(silent, ({ accountId }) => accountId),
      plainColumn(silent, ({ userId }) => userId),
      textArray(silent.map(({ changed }) => changed.toISOString())),
      plainColumn(silent, ({ isAway }) => isAway),
      plainColumn(silent, ({ reasonId }) => reasonId),
    ],
  );
  return q.rows<SilentPhone>(
    `select s.a "accountId", u.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name"
     from unnest($1::uuid[], $2::uuid[]) s (a, u_id) join auth_user u on u.user_id = s.u_id`,
    [plainColumn(silent, ({ accountId }) => accountId), plainColumn(silent, ({ userId }) => userId)],
  );
}

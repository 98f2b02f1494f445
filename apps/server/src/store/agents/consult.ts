import type { Consult } from "@trunkline/contract/agents/phone.ts";
import { withoutNul } from "../arrays.ts";
import type { CallKey } from "../calls/call.ts";
import type { Query } from "../database.ts";
import type { WrapUpRules } from "./wrapUp.ts";

/** A user who may be consulted. */
export interface ConsultedUser {
  userId: string;
  name: string;
  /** Their phone is open, and they are available. */
  isOpen: boolean;
}

/** A user of the account, or null. */
export const findConsultedUser = (q: Query, account: string, userId: string): Promise<ConsultedUser | null> =>
  q.one(
    `select m.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name",
       coalesce(p.status = 'available' and p.seen > now() - interval '30 seconds', false) "isOpen"
     from membership m join auth_user u using (user_id)
     left join agent_presence p on p.account_id = m.account_id and p.agent = 'user:' || m.user_id
     where m.account_id = $1 and m.user_id = $2`,
    [account, userId],
  );

/** Writes whom a user consults on a call. Null: no one. */
export const saveConsult = (q: Query, account: string, offerId: string, consult: Consult | null): Promise<number> =>
  q.run("update call_offer set consult = $3::jsonb where account_id = $1 and offer_id = $2 and state = 'talking'", [
    account,
    offerId,
    consult === null ? null : withoutNul(JSON.stringify(consult)),
  ]);

/** Marks the phone of a user who was made to ring as that of someone who is consulted. */
export const markConsulted = (q: Query, account: string, offerId: string, by: string): Promise<number> =>
  q.run("update call_offer set consulted_by = $3 where account_id = $1 and offer_id = $2", [
    account,
    offerId,
    withoutNul(by),
  ]);

/** The consulted user has joined, or has left: then their phone is free. */
export async function moveConsult(q: Query, { accountId, callId }: CallKey, state: "talking" | "ended"): Promise<void> {
  await q.run(
    `update call_offer set consult = jsonb_set(consult, '{state}', to_jsonb($3::text))
     where account_id = $1 and call_id = $2 and state = 'talking' and consult is not null
       and ($3::text = 'ended' or consult->>'state' = 'ringing')`,
    [accountId, callId, state],
  );
  if (state === "ended") await endConsulted(q, { accountId, callId });
}

/** The phone of the user who is consulted on a call is free again. */
export const endConsulted = (q: Query, { accountId, callId }: CallKey): Promise<number> =>
  q.run(
    `update call_offer set state = 'over', ended = now() where account_id = $1 and call_id = $2
       and consulted_by is not null and state in ('ringing', 'talking')`,
    [accountId, callId],
  );

/**
 * A user leaves the contact to whom they consulted. Their part of the call has ended, and so has the stay in their queue. The
 * consulted user has the call from now on; another phone has it without a user.
 */
export const completeConsult = async (
  q: Query,
  { accountId, callId }: CallKey,
  offerId: string,
  wrapUp: WrapUpRules,
): Promise<boolean> =>
  (await q.run(
    `with left_by as (
       update call_offer set state = 'over', ended = now(), is_held = false, consult = null, default_outcome = $4::text,
         supervisor_id = null, supervisor_name = null, supervision = null,
         wrap_until = now() + $5 * interval '1 second', wrapped = now() + $5 * interval '1 second'
       where account_id = $1 and offer_id = $3 and state = 'talking' returning call_id, user_id),
     taken as (
       update call_offer o set consulted_by = null from left_by l
       where o.account_id = $1 and o.call_id = l.call_id and o.consulted_by is not null and o.state = 'talking'
       returning o.user_id),
     stays as (
       update queue_stay s set ended = now(), ended_by = 'transfer', wrapped = now() + $5 * interval '1 second' from left_by l
       where s.account_id = $1 and s.call_id = l.call_id and s.outcome = 'answered' and s.ended is null)
     update caller k set kind = 'person', name = coalesce((select user_id::text from taken), '') from left_by l
     where k.account_id = $1 and k.call_id = l.call_id and k.call_id = $2`,
    [accountId, callId, offerId, wrapUp.outcome, wrapUp.seconds],
  )) > 0;

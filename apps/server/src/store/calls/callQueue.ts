import type { CallPlan } from "@trunkline/workflow/voice/script.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import type { SendLane } from "../messages/sendQueue.ts";
import { countCalls, countedOfCall } from "../reports/countChanges.ts";
import type { CallKey } from "./call.ts";

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
          attempt = least(c.attempt + (u.state = 'submitting')::int, 32767)
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $7::float8[], $9::jsonb[])
          u (account_id, call_id, state, reason, carrier_ref, delay_ms, session)
        where c.account_id = u.account_id and c.call_id = u.call_id and c.state = any ($8::text[])`;
  return q.rows<MovedCall>(
    changes.some(({ state }) => state === "accepted" || state === "rejected" || state === "blocked")
      ? {
          name: "call.moveCounted",
          text: `with c as (${update} returning ${countedOfCall}, c.journey_id),
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

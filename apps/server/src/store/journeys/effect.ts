import type { QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type Write, writeTogether } from "../together.ts";

/** Something to be done in the world, as the transaction that decides on it writes it. */
export interface NewEffect {
  accountId: string;
  effectId: string;
  /** The lane that it waits in; null: the account's own (`openAccountLanes`). */
  batchId: string | null;
  campaignId: string | null;
  journeyId: string | null;
  contactId: string | null;
  node: number | null;
  revision: number | null;
  effect: QueuedEffect;
}

/** Puts effects into the queue of their lane. */
export const effectWrites = (rows: readonly NewEffect[]): Write[] =>
  rows.length === 0
    ? []
    : [
        {
          name: "effects",
          text: `insert into effect (account_id, effect_id, batch_id, campaign_id, journey_id, contact_id, node, revision,
            kind, payload)
          select a, e, b, c, j, p, n, r, k, d from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[],
            $6::uuid[], $7::int[], $8::int[], $9::text[], $10::jsonb[]) u (a, e, b, c, j, p, n, r, k, d)`,
          values: [
            plainColumn(rows, (row) => row.accountId),
            plainColumn(rows, (row) => row.effectId),
            plainColumn(rows, (row) => row.batchId),
            plainColumn(rows, (row) => row.campaignId),
            plainColumn(rows, (row) => row.journeyId),
            plainColumn(rows, (row) => row.contactId),
            plainColumn(rows, (row) => row.node),
            plainColumn(rows, (row) => row.revision),
            plainColumn(rows, (row) => row.effect.do),
            textArray(rows.map((row) => withoutNul(JSON.stringify(row.effect)))),
          ],
        },
      ];

/** Queues effects in a statement of their own. */
export async function insertEffects(q: Query, rows: readonly NewEffect[]): Promise<void> {
  await writeTogether(q, effectWrites(rows));
}

/** A lane of the queue of effects: a batch, or the account's own (its batch id is the account's). */
export interface EffectLane {
  accountId: string;
  batchId: string;
  quota: number;
}

/** An effect that a worker has taken. */
export interface ClaimedEffect extends Omit<NewEffect, "effect"> {
  kind: string;
  payload: QueuedEffect;
  /** Which try this is, from 1. With the worker it fences how the effect ends. */
  attempt: number;
}

/** Takes effects whose turn it is for a worker. A batch that does not run gives none. */
export function claimEffects(q: Query, lanes: readonly EffectLane[], worker: string): Promise<ClaimedEffect[]> {
  return q.rows<ClaimedEffect>(
    {
      name: "effect.claim",
      text: `with taken as materialized (
          select e.account_id, e.effect_id
          from unnest($1::uuid[], $2::uuid[], $3::int[]) l (account_id, batch_id, quota)
          left join batch b on b.account_id = l.account_id and b.batch_id = l.batch_id
          cross join lateral (
            select e.account_id, e.effect_id from effect e
            where e.account_id = l.account_id and case when e.batch_id is null then e.account_id else e.batch_id end = l.batch_id and e.state = 'queued'
              and e.not_before <= now()
            order by e.not_before limit l.quota for update skip locked
          ) e
          where b.status = 'running' or l.batch_id = l.account_id)
        update effect e set state = 'under_way', worker = $4::uuid, attempt = e.attempt + 1, started = now(), updated = now()
        from taken t where e.account_id = t.account_id and e.effect_id = t.effect_id
        returning e.account_id as "accountId", e.effect_id as "effectId", e.batch_id as "batchId",
          e.campaign_id as "campaignId", e.journey_id as "journeyId", e.contact_id as "contactId", e.node, e.revision,
          e.kind, e.payload, e.attempt`,
    },
    [
      plainColumn(lanes, (lane) => lane.accountId),
      plainColumn(lanes, (lane) => lane.batchId),
      plainColumn(lanes, (lane) => lane.quota),
      worker,
    ],
  );
}

/** How a try ended: for good, or the effect is queued again. */
export interface EffectEnd {
  accountId: string;
  effectId: string;
  attempt: number;
  state: "queued" | "done" | "failed" | "in_doubt";
  reason: string | null;
  /** Not to be tried before this many milliseconds from now. */
  delayMs?: number;
  /** The try does not count: nothing was done. */
  givenBack?: boolean;
}

/** An effect that has changed its state, and the journey that asked for it. */
export interface MovedEffect {
  accountId: string;
  effectId: string;
  journeyId: string | null;
  node: number | null;
  state: string;
}

const moved = `returning e.account_id as "accountId", e.effect_id as "effectId", e.journey_id as "journeyId", e.node, e.state`;

/** Writes how a worker's tries ended. What others have decided on since, because they took the worker for dead, stays. */
export function endEffects(q: Query, ends: readonly EffectEnd[], worker: string): Promise<MovedEffect[]> {
  if (ends.length === 0) return Promise.resolve([]);
  return q.rows<MovedEffect>(
    {
      name: "effect.end",
      text: `update effect e set state = u.state, reason = u.reason, worker = null, updated = now(),
          not_before = case when u.delay_ms is null then e.not_before else now() + u.delay_ms * interval '1 millisecond' end,
          attempt = e.attempt - u.given_back::int
        from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::text[], $6::float8[], $7::boolean[])
          u (account_id, effect_id, attempt, state, reason, delay_ms, given_back)
        where e.account_id = u.account_id and e.effect_id = u.effect_id and e.state = 'under_way' and e.worker = $8::uuid
          and e.attempt = u.attempt ${moved}`,
    },
    [
      plainColumn(ends, (end) => end.accountId),
      plainColumn(ends, (end) => end.effectId),
      plainColumn(ends, (end) => end.attempt),
      plainColumn(ends, (end) => end.state),
      textArray(ends.map((end) => (end.reason === null ? null : withoutNul(end.reason)))),
      plainColumn(ends, (end) => end.delayMs ?? null),
      plainColumn(ends, (end) => end.givenBack ?? false),
      worker,
    ],
  );
}

/** What dead workers were performing: the kinds that may be done twice are queued again, all others are in doubt. */
export function reapEffects(
  q: Query,
  accountIds: readonly string[],
  workers: readonly string[],
  repeatable: readonly string[],
): Promise<MovedEffect[]> {
  return q.rows<MovedEffect>(
    `update effect e set updated = now(), worker = null, attempt = e.attempt - (e.kind = any ($3::text[]))::int,
       state = case when e.kind = any ($3::text[]) then 'queued' else 'in_doubt' end,
       reason = case when e.kind = any ($3::text[]) then null else 'in_doubt' end
     where e.account_id = any ($1::uuid[]) and e.worker = any ($2::uuid[]) and e.state = 'under_way' ${moved}`,
    [plainArray(accountIds), plainArray(workers), plainArray(repeatable)],
  );
}

/** Kinds that are sends: a stop cancels them as it cancels texts. All others are held until the batch runs again. */
const sends = ["sendEmail", "sendRcs", "placeCall"];

/** Cancels what a stopped batch was still to send. */
export function cancelEffects(q: Query, accountId: string, batchId: string): Promise<MovedEffect[]> {
  return q.rows<MovedEffect>(
    `update effect e set state = 'cancelled', reason = 'stopped', updated = now()
     where e.account_id = $1 and case when e.batch_id is null then e.account_id else e.batch_id end = $2 and e.state = 'queued' and e.kind = any ($3::text[])
     ${moved}`,
    [accountId, batchId, plainArray(sends)],
  );
}

import { plainArray } from "./arrays.ts";
import { carrierNamesSql } from "./carriers/carrierConnection.ts";
import type { Query } from "./database.ts";
import { bulkParts, journeyClass } from "./journeys/journey.ts";

/** What an operator watches, over some accounts. */
export interface OperatorFigures {
  /** Texts that wait to be handed to a carrier, of batches that run and of the accounts' own lanes. */
  queued: number;
  /** Journeys that are due now and not yet taken. */
  due: number;
  /** How long the longest of them has waited, in seconds. */
  oldestDueSeconds: number;
  /** Texts with an unknown result: the carrier may or may not have them. */
  inDoubt: number;
  /** Texts of the last five minutes by how sending went. */
  recent: Record<string, number>;
}

/** Nothing is counted further than this: a gauge that says "very many" must not cost a scan of very many. */
const mostCounted = 100_000;

/** Reads the figures of accounts by their indexes, each count cut off at `mostCounted`. */
export async function readOperatorFigures(q: Query, accountIds: readonly string[]): Promise<OperatorFigures> {
  const accounts = [plainArray(accountIds)];
  const lanes = "lane l join unnest($1::uuid[]) a (account_id) on a.account_id = l.account_id";
  const waiting = await q.one<{ queued: number; due: number; oldest: number }>(
    {
      name: "figures.waiting",
      text: `select
          (select count(*)::int from (select from ${lanes} cross join lateral (
             select from message m where m.account_id = l.account_id and case when m.batch_id is null then m.account_id else m.batch_id end = l.batch_id
               and m.carrier = any (${carrierNamesSql("l.account_id")}) and m.state = 'queued' and m.not_before <= now() limit ${mostCounted}) m limit ${mostCounted}) m) queued,
          (select count(*)::int from (select from ${lanes} cross join generate_series(0, ${journeyClass.bulk + bulkParts - 1}) k cross join lateral (
             select from journey j where j.account_id = l.account_id and j.batch_id = l.batch_id and j.class = k
               and j.due_at <= now() limit ${mostCounted}) j limit ${mostCounted}) j) due,
          (select coalesce(date_part('epoch', now() - min(j.due_at)), 0) from ${lanes} cross join generate_series(0, ${journeyClass.bulk + bulkParts - 1}) k
             cross join lateral (select j.due_at from journey j where j.account_id = l.account_id and j.batch_id = l.batch_id
               and j.class = k and j.due_at <= now() order by j.due_at limit 1) j) oldest`,
    },
    accounts,
  );
  const doubt = await q.one<{ n: number }>(
    {
      name: "figures.doubt",
      text: `select count(*)::int n from (select from unnest($1::uuid[]) a cross join lateral (
          select from message m where m.account_id = a and m.state in ('submitting', 'in_doubt') and m.state = 'in_doubt'
          limit ${mostCounted}) m limit ${mostCounted}) m`,
    },
    accounts,
  );
  const recent = await q.rows<{ state: string; n: number }>(
    {
      name: "figures.recent",
      text: `select state, count(*)::int n from (select m.state from unnest($1::uuid[]) a cross join lateral (
          select m.state from message m where m.account_id = a and m.direction = 'out'
            and m.message_id >= trunkline_first_id(now() - interval '5 minutes')
          order by m.message_id desc limit ${mostCounted}) m limit ${mostCounted}) m group by state`,
    },
    accounts,
  );
  return {
    queued: waiting?.queued ?? 0,
    due: waiting?.due ?? 0,
    oldestDueSeconds: waiting?.oldest ?? 0,
    inDoubt: doubt?.n ?? 0,
    recent: Object.fromEntries(recent.map(({ state, n }) => [state, n])),
  };
}

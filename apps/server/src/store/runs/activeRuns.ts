import { carrierNamesSql } from "../carriers/carrierConnection.ts";
import type { Query } from "../database.ts";

/** A run that is under way, as far as it has still to send. */
export interface ActiveRun {
  batchId: string;
  campaignId: string;
  version: number;
  periodMs: number;
  /** Contacts whose journey has not begun. */
  toBegin: number;
  /** Segments that wait already, by the connection of their number. */
  queued: { carrier: string; segments: number }[];
}

/** So many runs are looked at, the newest, and so many of the texts that wait in each: more make no difference to a figure in two digits. */
const mostRuns = 20;
const mostQueued = 20_000;

/** The newest of the account's runs under way that have still to send. */
export const listActiveRuns = (q: Query, account: string): Promise<ActiveRun[]> =>
  q.rows(
    `with going as materialized (
       select b.batch_id, b.campaign_id, b.version, b.period_ms, b.queued from batch b
       where b.account_id = $1 and b.status = 'running' order by b.batch_id desc limit ${mostRuns})
     select * from (
       select b.batch_id "batchId", b.campaign_id "campaignId", b.version, b.period_ms "periodMs",
         greatest(0, b.queued - coalesce(n.begun, 0))::int "toBegin", coalesce(m.queued, '[]') queued
       from going b
       cross join lateral (
         select sum(n.started + n.filtered)::int8 begun from batch_count n
         where n.account_id = $1 and n.batch_id = b.batch_id) n
       cross join lateral (
         select jsonb_agg(jsonb_build_object('carrier', c.carrier, 'segments', c.segments)) queued from (
           select w.carrier, sum(w.segments)::int8 segments from (
             select m.carrier, m.segments from message m
             where m.account_id = $1 and (case when m.batch_id is null then m.account_id else m.batch_id end) = b.batch_id
               and m.carrier = any (${carrierNamesSql("$1")}) and m.state = 'queued' limit ${mostQueued}) w
           group by w.carrier) c) m) r
     where "toBegin" > 0 or queued <> '[]'`,
    [account],
  );

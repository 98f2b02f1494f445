import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";

/** Runs and workflows with more contacts are counted in the background (decision 0115). */
const mostCountedAtOnce = 20_000;

/** What is counted: a run, or a workflow with all its runs. */
export interface OutcomeSubject {
  campaignId: string;
  batchId: string | null;
}

const subjectId = ({ campaignId, batchId }: OutcomeSubject): string => batchId ?? campaignId;

/** Whether a run or workflow has so many contacts that a request does not wait for its count. */
export const isCountedAhead = async (
  q: Query,
  account: string,
  { campaignId, batchId }: OutcomeSubject,
): Promise<boolean> =>
  (await q.one(
    `select from batch where account_id = $1 and campaign_id = $2 and ($3::uuid is null or batch_id = $3)
     having sum(enrolled) > ${mostCountedAtOnce}`,
    [account, campaignId, batchId],
  )) !== null;

/** A stored count. */
interface OutcomeCountRow {
  counted: unknown;
  asOf: Date;
  /** Of a workflow: when its funnel was counted, and its goal at that time in words. Null of a run. */
  funnelAsOf: Date | null;
  funnelGoal: string | null;
  /** It is old, and no request has said so yet. */
  isOld: boolean;
}

/** Counting takes at most a twentieth of the time. */
const mayBeRenewed = "o.as_of < now() - greatest(interval '15 seconds', o.took_ms * interval '20 milliseconds')";

/** The stored count of a run or workflow, or null. */
export const findOutcomeCount = (q: Query, account: string, subject: OutcomeSubject): Promise<OutcomeCountRow | null> =>
  q.one(
    `select o.counted, o.as_of "asOf", o.funnel_as_of "funnelAsOf", o.funnel_goal "funnelGoal",
       o.asked is null and ${mayBeRenewed} "isOld"
     from outcome_count o where o.account_id = $1 and o.subject_id = $2`,
    [account, subjectId(subject)],
  );

/** Notes that a request found the count old. */
export const askOutcomeCount = (q: Query, account: string, subject: OutcomeSubject): Promise<number> =>
  q.run("update outcome_count set asked = now() where account_id = $1 and subject_id = $2 and asked is null", [
    account,
    subjectId(subject),
  ]);

/** Stores a count of the time at which this transaction began; that of a workflow has a funnel. */
export const saveOutcomeCount = (
  q: Query,
  account: string,
  subject: OutcomeSubject,
  { counted, tookMs, funnelGoal }: { counted: object; tookMs: number; funnelGoal: string | null },
): Promise<number> =>
  q.run(
    `insert into outcome_count (account_id, subject_id, campaign_id, counted, as_of, took_ms, funnel_as_of, funnel_goal)
     values ($1, $2::uuid, $3::uuid, $4, now(), $5, case when $2::uuid = $3::uuid then now() end, $6)
     on conflict (account_id, subject_id) do update set counted = excluded.counted, as_of = excluded.as_of,
       took_ms = excluded.took_ms, funnel_as_of = excluded.funnel_as_of, funnel_goal = excluded.funnel_goal, asked = null`,
    [account, subjectId(subject), subject.campaignId, JSON.stringify(counted), Math.round(tookMs), funnelGoal],
  );

/** Reserves a count for this transaction; false if another process is at it. */
export const reserveOutcomeCount = async (q: Query, subject: OutcomeSubject): Promise<boolean> =>
  (
    await q.one<{ mine: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended('outcome ' || $1::text, 0)) mine",
      [subjectId(subject)],
    )
  )?.mine ?? false;

/** A run or workflow whose count is due. */
export interface DueOutcome extends OutcomeSubject {
  accountId: string;
}

/**
 * Large runs and their workflows that were never counted, whose count was asked for, or is older than a tenth of the time
 * since the run started; the oldest count first. An old run is seldom counted.
 */
export const listDueOutcomes = (q: Query, accountIds: readonly string[]): Promise<DueOutcome[]> =>
  q.rows(
    `with large as (
       select b.account_id, b.campaign_id, b.batch_id, b.started from batch b
       where b.account_id = any ($1::uuid[]) and b.enrolled > ${mostCountedAtOnce} and b.started is not null),
     subject as (
       select l.account_id, l.campaign_id, l.batch_id, l.started from large l
       union all
       select l.account_id, l.campaign_id, null::uuid, max(l.started) from large l group by 1, 2),
     due as (
       select s.account_id, s.campaign_id, s.batch_id, o.as_of from subject s
       left join outcome_count o on o.account_id = s.account_id and o.subject_id = coalesce(s.batch_id, s.campaign_id)
       where o.as_of is null or s.batch_id is null and o.funnel_as_of is null
         or (${mayBeRenewed} and o.as_of < now() - greatest(interval '10 minutes', (now() - s.started) / 10))
       union
       select o.account_id, o.campaign_id, nullif(o.subject_id, o.campaign_id), o.as_of from outcome_count o
       where o.account_id = any ($1::uuid[]) and o.asked is not null and ${mayBeRenewed})
     select d.account_id "accountId", d.campaign_id "campaignId", d.batch_id "batchId"
     from due d join campaign c on c.account_id = d.account_id and c.campaign_id = d.campaign_id
     where c.deleted is null or d.batch_id is not null
     order by d.as_of nulls first, d.batch_id nulls last`,
    [plainArray(accountIds)],
  );

import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { isCharged } from "../messages/messageList.ts";
import { runApprovalJson } from "./runApproval.ts";
import type { RunSearch } from "./runSearch.ts";

/** A run as run history shows it: its row and its counts summed over the workers. */
export interface BatchListRow {
  campaignId: string;
  campaignName: string;
  batchId: string;
  displayName: string;
  version: number;
  periodMs: number;
  /** not_started, running, paused, stopped, done. */
  status: string;
  /** none, going, done. */
  enrolment: string;
  queued: number;
  enrolled: number;
  filtered: number;
  /** The filtered by reason code. */
  filteredBy: Record<string, number>;
  started: number;
  clicks: number;
  done: number;
  failed: number;
  startedAt: Date | null;
  finishedAt: Date | null;
  audienceId: string | null;
  audienceName: string | null;
  approval: Batch["approval"];
  scheduleId: string | null;
  late: boolean;
}

const columns = `b.campaign_id "campaignId", c.name "campaignName", b.batch_id "batchId", b.display_name "displayName", b.version,
  b.period_ms "periodMs", b.status, b.enrolment, b.queued, b.started "startedAt", b.finished "finishedAt",
  b.selection ->> 'audienceId' "audienceId", a.name "audienceName", ${runApprovalJson} approval, b.schedule_id "scheduleId", b.late, b.filtered_by "filteredBy",
  coalesce(n.enrolled, 0) enrolled, coalesce(n.filtered, 0) filtered, coalesce(n.started, 0) started, coalesce(n.clicks, 0) clicks, coalesce(n.done, 0) done,
  coalesce(n.failed, 0) failed`;
const joins = `join campaign c on c.account_id = b.account_id and c.campaign_id = b.campaign_id
  left join audience a on a.account_id = b.account_id and a.audience_id = (b.selection ->> 'audienceId')::uuid
  left join lateral (
    select sum(n.enrolled)::int8 enrolled, sum(n.filtered)::int8 filtered, sum(n.started)::int8 started, sum(n.clicks)::int8 clicks, sum(n.done)::int8 done,
      sum(n.failed)::int8 failed
    from batch_count n where n.account_id = b.account_id and n.batch_id = b.batch_id) n on true`;

/** Which runs are listed. */
export interface BatchFilter {
  campaignId?: string | undefined;
  /** As in `BatchListRow.status`. */
  status?: string | undefined;
  search?: RunSearch | undefined;
}

/** Runs of an account, newest first, from before the id `before` back to `since` and with it. */
export const listBatches = (
  q: Query,
  account: string,
  { campaignId, status, search }: BatchFilter,
  { limit, before, since }: { limit: number; before?: string | undefined; since?: string | undefined },
): Promise<BatchListRow[]> =>
  q.rows(
    `select ${columns} from batch b ${joins}
     where b.account_id = $1 and ($2::uuid is null or b.batch_id < $2) and ($3::uuid is null or b.campaign_id = $3)
       and ($5::text is null or b.status = $5) and ($6::uuid is null or b.batch_id >= $6)
       and ($7::text is null or position(lower($7) in lower(b.display_name)) > 0 or b.campaign_id = any ($8::uuid[]))
     order by b.batch_id desc limit $4`,
    [
      account,
      before ?? null,
      campaignId ?? null,
      limit,
      status ?? null,
      since ?? null,
      search?.text ?? null,
      plainArray(search?.campaignIds ?? []),
    ],
  );

/** One run of a workflow, or null. */
export const findListedBatch = (
  q: Query,
  account: string,
  campaignId: string,
  batchId: string,
): Promise<BatchListRow | null> =>
  q.one(`select ${columns} from batch b ${joins} where b.account_id = $1 and b.campaign_id = $2 and b.batch_id = $3`, [
    account,
    campaignId,
    batchId,
  ]);

/** The texts of a run that were handed to a carrier, and its calls, those that were removed since as well; what was held back or turned down costs nothing. */
export const sumBatchCost = async (
  q: Query,
  account: string,
  batchId: string,
): Promise<{ texts: number; segments: number; costMicros: number }> =>
  (await q.one(
    `select m.texts + coalesce(k.texts, 0) texts, m.segments + coalesce(k.segments, 0) segments,
       m.cost + c.cost + coalesce(k.cost_micros, 0) "costMicros"
     from (select count(*)::int8 texts, coalesce(sum(segments), 0)::int8 segments, coalesce(sum(cost_micros), 0)::int8 cost
       from message t where account_id = $1 and batch_id = $2 and direction = 'out' and ${isCharged("t")}) m,
     (select coalesce(sum(cost_micros), 0)::int8 cost from call where account_id = $1 and batch_id = $2) c
     left join batch_removed k on k.account_id = $1 and k.batch_id = $2`,
    [account, batchId],
  )) ?? { texts: 0, segments: 0, costMicros: 0 };

export interface FilteredRow {
  contactId: string;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  reason: string;
  at: Date;
}

/** Whom a run turned away, by contact id, from behind the id `after`. */
export const listFiltered = (
  q: Query,
  account: string,
  batchId: string,
  limit: number,
  after?: string,
): Promise<FilteredRow[]> =>
  q.rows(
    `select f.contact_id "contactId", p.phone, p.first_name "firstName", p.last_name "lastName", f.reason, f.at
     from batch_filtered f left join contact p on p.account_id = f.account_id and p.contact_id = f.contact_id
     where f.account_id = $1 and f.batch_id = $2 and ($3::uuid is null or f.contact_id > $3) order by f.contact_id limit $4`,
    [account, batchId, after ?? null, limit],
  );

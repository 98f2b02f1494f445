import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type ScanResult, scanBackwards } from "../scan.ts";

/** A journey as lists and its page show it. */
export interface JourneyListRow {
  journeyId: string;
  contactId: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  campaignId: string;
  campaignName: string;
  batchId: string;
  version: number;
  /** 0 moving, 1 asking, 2 waiting, 3 done, 4 failed. */
  status: number;
  nodeId: number | null;
  wakeAt: Date | null;
  reason: string | null;
  vars: Record<string, string>;
}

export interface JourneyFilter {
  /** SQL for whether a figure of the run counts a journey `j`. */
  counted?: string;
  batchId?: string;
  contactId?: string;
  /** As in `JourneyListRow.status`. */
  status?: number;
  nodeId?: number;
}

const columns = `j.journey_id "journeyId", j.contact_id "contactId", p.first_name "firstName", p.last_name "lastName", p.phone,
  j.campaign_id "campaignId", c.name "campaignName", j.batch_id "batchId", j.version, j.status, j.node "nodeId", j.wake_at "wakeAt", j.reason, j.vars`;
const joins = `left join contact p on p.account_id = j.account_id and p.contact_id = j.contact_id
  join campaign c on c.account_id = j.account_id and c.campaign_id = j.campaign_id`;

/** Journeys of an account, newest first, from before the id `before`. */
export function listJourneys(
  q: Query,
  account: string,
  filter: JourneyFilter,
  { limit, before, since }: { limit: number; before?: string | undefined; since?: string | undefined },
): Promise<JourneyListRow[]> {
  return q.rows(
    `select ${columns} from journey j ${joins}
     where j.account_id = $1 and ($2::uuid is null or j.journey_id < $2) and ($3::uuid is null or j.batch_id = $3)
       and ($4::uuid is null or j.contact_id = $4) and ($5::int is null or j.status = $5)
       and ($6::int is null or j.node = $6) and ($8::uuid is null or j.journey_id >= $8)
       ${filter.counted === undefined ? "" : `and ${filter.counted}`}
     order by j.journey_id desc limit $7`,
    [
      account,
      before ?? null,
      filter.batchId ?? null,
      filter.contactId ?? null,
      filter.status ?? null,
      filter.nodeId ?? null,
      limit,
      since ?? null,
    ],
  );
}

/**
 * A page of journeys: by a figure of a run, or by status or node, which change with every step and so have no index, as far
 * back as patience lasts.
 */
export async function findJourneys(
  q: Query,
  account: string,
  filter: JourneyFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<ScanResult<JourneyListRow>> {
  const { batchId, contactId } = filter;
  const idOf = (row: JourneyListRow): string => row.journeyId;
  if (filter.counted === undefined && filter.status === undefined && filter.nodeId === undefined) {
    const rows = await listJourneys(q, account, filter, { limit, before });
    const last = rows.at(-1);
    return { rows, next: rows.length === limit && last ? idOf(last) : null, searchedTo: null };
  }
  return scanBackwards({
    limit,
    before,
    idOf,
    read: (page) => listJourneys(q, account, filter, page),
    endOf: async (from, size) =>
      (
        await q.one<{ id: string }>(
          `select journey_id id from journey j where j.account_id = $1 and ($2::uuid is null or j.journey_id < $2)
             and ($3::uuid is null or j.batch_id = $3) and ($4::uuid is null or j.contact_id = $4)
           order by j.journey_id desc offset $5 limit 1`,
          [account, from ?? null, batchId ?? null, contactId ?? null, size - 1],
        )
      )?.id ?? null,
  });
}

/** One journey, or null when the account has none such. */
export const findJourney = (q: Query, account: string, journeyId: string): Promise<JourneyListRow | null> =>
  q.one(`select ${columns} from journey j ${joins} where j.account_id = $1 and j.journey_id = $2`, [
    account,
    journeyId,
  ]);

export interface StepListRow {
  revision: number;
  nodeId: number;
  at: Date;
  /** 0 went, 1 asked, 2 waited, 3 replied, 4 ended, 5 failed, 6 moved. */
  outcome: number;
  because: string | null;
  data: Record<string, unknown> | null;
}

const stepColumns = `revision, node "nodeId", at, outcome, because,
  case when next_node is null then data else jsonb_build_object('to', next_node) || coalesce(data, '{}') end data`;

/** The latest steps of several journeys, at most `most` of each, in order. */
export const listStepsOf = (
  q: Query,
  account: string,
  journeyIds: readonly string[],
  most: number,
): Promise<(StepListRow & { journeyId: string })[]> =>
  q.rows(
    `select j.id "journeyId", s.* from unnest($2::uuid[]) j (id)
     cross join lateral (
       select ${stepColumns} from step where account_id = $1 and journey_id = j.id order by revision desc limit $3) s
     order by j.id, s.revision`,
    [account, plainArray(journeyIds), most],
  );

/** Every step of a journey, in order. */
export const listSteps = (q: Query, account: string, journeyId: string): Promise<StepListRow[]> =>
  q.rows(
    `select ${stepColumns}
     from step where account_id = $1 and journey_id = $2 order by revision`,
    [account, journeyId],
  );

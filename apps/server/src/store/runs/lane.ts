import type { Query } from "../database.ts";

/** A batch that workers look at, or the account's own lane for texts outside any batch (its batch id is the account's). */
export interface Lane {
  accountId: string;
  batchId: string;
  /** What all journeys of the batch share; null in the account's own lane. */
  campaignId: string | null;
  version: number | null;
  /** The workflow's own window does not hold (a `campaign` node said so). */
  ignoresWindow: boolean;
  enrolling: boolean;
  cancelling: boolean;
}

/** Every lane of every account: the worker's ring. */
export function listLanes(q: Query): Promise<Lane[]> {
  return q.rows<Lane>({
    name: "lane.list",
    text: `select account_id as "accountId", batch_id as "batchId", campaign_id as "campaignId", version,
        ignores_window as "ignoresWindow", enrolling, cancelling
      from lane order by account_id, batch_id`,
  });
}

/** Opens a batch's lane, or changes what is to be done in it. */
export async function openLane(
  q: Query,
  lane: { accountId: string; batchId: string; enrolling: boolean; cancelling: boolean },
): Promise<void> {
  await q.run(
    `insert into lane (account_id, batch_id, campaign_id, version, ignores_window, enrolling, cancelling)
     select account_id, batch_id, campaign_id, version, coalesce((filters->>'ignoresWindow')::boolean, false), $3, $4
     from batch where account_id = $1 and batch_id = $2
     on conflict (account_id, batch_id) do update set enrolling = excluded.enrolling, cancelling = excluded.cancelling`,
    [lane.accountId, lane.batchId, lane.enrolling, lane.cancelling],
  );
}

/** Opens the account's own lane when it is not open yet. */
export async function openAccountLanes(q: Query, accountIds: readonly string[]): Promise<void> {
  await q.run(`insert into lane (account_id, batch_id) select a, a from unnest($1::uuid[]) a on conflict do nothing`, [
    accountIds,
  ]);
}

/** Closes a lane: nothing of it is claimed after this commits. */
export async function closeLane(q: Query, accountId: string, batchId: string): Promise<void> {
  await q.run("delete from lane where account_id = $1 and batch_id = $2", [accountId, batchId]);
}

/** Never reached. Without a number to compare with, a cluster's coordinator would answer with its own transactions, not with those of the account's node. */
const lastTransaction = "18446744073709551615";

/**
 * Whether a stopped batch can get no more texts in its queue: the transactions before `first` are over, and nothing of it
 * is being submitted. `next` is the transaction after all that are open now.
 */
export async function findOlderClaims(
  q: Query,
  accountId: string,
  batchId: string,
  first: string | null,
): Promise<{ next: string; areOver: boolean }> {
  const row = await q.one<{ next: string; areOver: boolean }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text next,
       pg_snapshot_xmin(pg_current_snapshot()) >= $3::text::xid8
         and not exists (select from message where account_id = $1 and batch_id = $2 and state = 'submitting')
         and not exists (select from call where account_id = $1 and batch_id = $2 and state = 'submitting') "areOver"`,
    [accountId, batchId, first ?? lastTransaction],
  );
  if (row === null) throw new Error("A select without a table has one row");
  return row;
}

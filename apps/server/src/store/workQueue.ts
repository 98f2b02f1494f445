import type { Query } from "./database.ts";

/** Work of a worker that was not seen for this long is free for others. */
export const abandonedAfter = "interval '60 seconds'";

/** A piece of work that a worker has taken. */
export interface ClaimedWork {
  accountId: string;
  id: string;
}

/** Work in the background that waits or is under way, over all accounts. */
export interface WorkQueue {
  /** Claims unclaimed work of the account that has waited longest, its oldest first. */
  claim(q: Query, worker: string): Promise<ClaimedWork | null>;
  /** Whether work of another account waits for a worker. */
  isAwaited(q: Query, accountId: string): Promise<boolean>;
  /** Renews the claim; false if another worker has claimed it, or it is no longer needed. */
  keep(q: Query, claimed: ClaimedWork, worker: string): Promise<boolean>;
  /** Gives it back, for any worker to go on with. */
  release(q: Query, claimed: ClaimedWork, worker: string): Promise<number>;
  /** Gives it back after the other accounts' that wait, and all that its account has waiting with it. */
  passOn(q: Query, claimed: ClaimedWork, worker: string): Promise<number>;
}

/** The queue that one table holds; `key` is the column of the work's id. */
export const workQueue = (
  table: "contact_job_queue" | "dnc_import_queue" | "federal_dnc_queue" | "dry_run_queue" | "journey_move_queue",
  key: "job_id" | "import_id" | "dry_run_id" | "move_id",
  /** What else must hold of work that no one has taken, as SQL with `and` at its end. */
  due = "",
): WorkQueue => ({
  claim: (q, worker) =>
    q.one(
      `with due as materialized (
         select account_id, ${key} from ${table} t
         where ${due} worker is null or seen_at < now() - ${abandonedAfter}
         order by (select min(seen_at) from ${table} o
           where o.account_id = t.account_id and (worker is null or seen_at < now() - ${abandonedAfter})), ${key}
         limit 1 for update of t skip locked)
       update ${table} q set worker = $1, seen_at = now() from due
       where q.account_id = due.account_id and q.${key} = due.${key}
       returning q.account_id "accountId", q.${key} id`,
      [worker],
    ),
  isAwaited: async (q, accountId) =>
    (await q.one(
      `select from ${table}
       where account_id <> $1 and (${due} worker is null or seen_at < now() - ${abandonedAfter}) limit 1`,
      [accountId],
    )) !== null,
  keep: async (q, { accountId, id }, worker) =>
    (await q.run(`update ${table} set seen_at = now() where account_id = $1 and ${key} = $2 and worker = $3`, [
      accountId,
      id,
      worker,
    ])) > 0,
  release: (q, { accountId, id }, worker) =>
    q.run(`update ${table} set worker = null where account_id = $1 and ${key} = $2 and worker = $3`, [
      accountId,
      id,
      worker,
    ]),
  passOn: (q, { accountId, id }, worker) =>
    q.run(
      `update ${table} set worker = null, seen_at = now()
       where account_id = $1 and (worker is null or (${key} = $2 and worker = $3))`,
      [accountId, id, worker],
    ),
});

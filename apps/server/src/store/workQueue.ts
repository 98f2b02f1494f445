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
  /** Claims the oldest unclaimed work of any account. */
  claim(q: Query, worker: string): Promise<ClaimedWork | null>;
  /** Renews the claim; false if another worker has claimed it, or it is no longer needed. */
  keep(q: Query, claimed: ClaimedWork, worker: string): Promise<boolean>;
  /** Gives it back, for any worker to go on with. */
  release(q: Query, claimed: ClaimedWork, worker: string): Promise<number>;
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
         select account_id, ${key} from ${table}
         where ${due} worker is null or seen_at < now() - ${abandonedAfter}
         order by ${key} limit 1 for update skip locked)
       update ${table} q set worker = $1, seen_at = now() from due
       where q.account_id = due.account_id and q.${key} = due.${key}
       returning q.account_id "accountId", q.${key} id`,
      [worker],
    ),
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
});

import type { Query } from "./database.ts";

/** A worker without a sign of life for this long is dead: what it was submitting is in doubt (reliability R5). */
export const deadAfterSeconds = 10;

/** Enters a worker under the smallest free slot: which rows of counts are its own. */
export async function insertWorker(q: Query, workerId: string, host: string): Promise<number> {
  await q.run("select pg_advisory_xact_lock(7461205)");
  const row = await q.one<{ slot: number }>(
    `insert into worker (worker_id, slot, host)
     select $1, s, $2 from generate_series(0, 2000) s where not exists (select from worker w where w.slot = s) order by s limit 1
     returning slot`,
    [workerId, host],
  );
  if (row === null) throw new Error("Every worker slot is taken");
  return row.slot;
}

/** A sign of life. False: it came too late, others have declared the worker dead. */
export const touchWorker = async (q: Query, workerId: string): Promise<boolean> =>
  (await q.run("update worker set seen_at = now() where worker_id = $1", [workerId])) > 0;

/** Takes a worker off the list. */
export const removeWorker = (q: Query, workerId: string): Promise<number> =>
  q.run("delete from worker where worker_id = $1", [workerId]);

/** Workers that have died. */
export const listDeadWorkers = async (q: Query): Promise<string[]> =>
  (
    await q.rows<{ id: string }>(
      `select worker_id as id from worker where seen_at < now() - ${deadAfterSeconds} * interval '1 second'`,
    )
  ).map((row) => row.id);

/** Every account: what a dead worker held may be anybody's. */
export const listAccountIds = async (q: Query): Promise<string[]> =>
  (await q.rows<{ id: string }>("select account_id as id from account order by account_id")).map((row) => row.id);

/** Accounts that own a number: those that can send or hear anything. */
export const listSendingAccounts = async (q: Query): Promise<string[]> =>
  (await q.rows<{ id: string }>("select distinct account_id as id from number_directory order by account_id")).map(
    (row) => row.id,
  );

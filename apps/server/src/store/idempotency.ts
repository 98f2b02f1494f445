import type { Query } from "./database.ts";

export interface KeptAnswer {
  requestHash: string;
  /** Null while the first request runs, or when it never came to its end. */
  status: number | null;
  /** Null where the answer held a secret that is shown once. */
  answer: string | null;
}

/** Takes an Idempotency-Key; null when it is ours, else what was kept under it. */
export async function takeKey(q: Query, account: string, key: string, requestHash: string): Promise<KeptAnswer | null> {
  await q.run("delete from idempotency where account_id = $1 and created < now() - interval '24 hours'", [account]);
  const taken = await q.run(
    "insert into idempotency (account_id, key, request_hash) values ($1, $2, $3) on conflict do nothing",
    [account, key, requestHash],
  );
  if (taken) return null;
  return q.one<KeptAnswer>(
    `select request_hash "requestHash", status, answer from idempotency where account_id = $1 and key = $2`,
    [account, key],
  );
}

/** Keeps the answer for whoever repeats the request. */
export const keepAnswer = (
  q: Query,
  account: string,
  key: string,
  status: number,
  answer: string | null,
): Promise<number> =>
  q.run("update idempotency set status = $3, answer = $4 where account_id = $1 and key = $2", [
    account,
    key,
    status,
    answer,
  ]);

/** Forgets a key whose request failed for reasons of ours, so that it may be tried again. */
export const freeKey = (q: Query, account: string, key: string): Promise<number> =>
  q.run("delete from idempotency where account_id = $1 and key = $2", [account, key]);

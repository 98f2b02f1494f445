import type { Query } from "../database.ts";

/** How many attempts were made at a name since counting began, and when it starts again. */
export interface AttemptCount {
  attempts: number;
  secondsLeft: number;
}

/** Counts an attempt at a name. Concurrent attempts are each counted. */
export async function countAttempt(q: Query, nameHash: Buffer, windowSeconds: number): Promise<AttemptCount> {
  const row = await q.one<AttemptCount>(
    `insert into auth_attempt as a (name_hash, ends) values ($1, now() + $2 * interval '1 second')
     on conflict (name_hash) do update set
       attempts = case when a.ends <= now() then 1 else a.attempts + 1 end,
       ends = case when a.ends <= now() then excluded.ends else a.ends end
     returning attempts, greatest(1, ceil(date_part('epoch', ends - now())))::int "secondsLeft"`,
    [nameHash, windowSeconds],
  );
  return row!;
}

/** Forgets the attempts at a name. */
export const removeAttempts = (q: Query, nameHash: Buffer): Promise<number> =>
  q.run("delete from auth_attempt where name_hash = $1", [nameHash]);

import type { Query } from "../database.ts";

/** A link to choose a new password. */
export interface ResetRow {
  userId: string;
  email: string;
  expires: Date;
  /** The account whose administrator made it; null: mailed to the user, or made by the operator. */
  account: string | null;
}

const columns = `r.user_id "userId", u.email, r.expires, r.account_id account`;

// A link of an administrator reaches no other account: it ends when the user joins one, or leaves this one.
const usable = `from auth_reset r join auth_user u using (user_id)
  where r.token_hash = $1 and r.expires > now() and u.of_account is null
    and (r.account_id is null
      or (select array_agg(m.account_id) from membership m where m.user_id = r.user_id) = array[r.account_id])`;

/** Saves the hash of a link's token. Earlier links keep working until they end or one of them is used. */
export const insertReset = async (
  q: Query,
  reset: { userId: string; tokenHash: Buffer; account: string | null; minutes: number },
): Promise<Date> =>
  (await q.one<{ expires: Date }>(
    `insert into auth_reset (token_hash, user_id, account_id, expires)
     values ($1, $2, $3, now() + $4 * interval '1 minute') returning expires`,
    [reset.tokenHash, reset.userId, reset.account, reset.minutes],
  ))!.expires;

/** The link of a token, while it can be used. */
export const findReset = (q: Query, tokenHash: Buffer): Promise<ResetRow | null> =>
  q.one(`select ${columns} ${usable}`, [tokenHash]);

/** Uses a link, once: every link of the user ends. Null when it cannot be used, or was used meanwhile. */
export async function useReset(q: Query, tokenHash: Buffer): Promise<ResetRow | null> {
  const reset = await q.one<ResetRow>(`select ${columns} ${usable} for update of r`, [tokenHash]);
  if (reset) await q.run("delete from auth_reset where user_id = $1", [reset.userId]);
  return reset;
}

/** Ends a link that did not reach its user. */
export const removeReset = (q: Query, tokenHash: Buffer): Promise<number> =>
  q.run("delete from auth_reset where token_hash = $1", [tokenHash]);

import type { Query } from "../database.ts";

/** Wrong codes in a row after which codes are refused for a while. */
const mostFailed = 10;
const lockMinutes = 15;
/** How long the second step of a sign-in may wait for its code, and how many codes may be tried at it. */
const challengeMinutes = 10;
const challengeTries = 5;

/** The second factor of a user. */
export interface TotpRow {
  userId: string;
  /** Sealed. */
  secret: string;
  confirmed: Date | null;
  /** Too many wrong codes: none is taken for now. */
  locked: boolean;
}

const columns = `user_id "userId", secret, confirmed, coalesce(locked_until > now(), false) locked`;

/** A user's second factor, set up or being set up. */
export const findTotp = (q: Query, userId: string): Promise<TotpRow | null> =>
  q.one(`select ${columns} from auth_totp where user_id = $1`, [userId]);

/** Every second factor, to seal it again; locked until the transaction ends. */
export const listTotp = (q: Query): Promise<TotpRow[]> =>
  q.rows(`select ${columns} from auth_totp order by user_id for update`);

/** Saves a secret that was sealed again. */
export const updateTotpSecret = (q: Query, userId: string, secret: string): Promise<number> =>
  q.run("update auth_totp set secret = $2 where user_id = $1", [userId, secret]);

/** Begins to set up a second factor; false where there is one already. */
export const beginTotp = async (q: Query, userId: string, secret: string): Promise<boolean> =>
  (await q.run(
    `insert into auth_totp (user_id, secret) values ($1, $2)
     on conflict (user_id) do update set secret = excluded.secret, last_step = 0, failed = 0, locked_until = null
     where auth_totp.confirmed is null`,
    [userId, secret],
  )) > 0;

/** Takes the code of a period, once; false when it, or a later one, was taken before. */
export const consumeCodePeriod = async (q: Query, userId: string, step: number): Promise<boolean> =>
  (await q.run(
    `update auth_totp set last_step = $2, failed = 0, locked_until = null
     where user_id = $1 and last_step < $2 and coalesce(locked_until <= now(), true)`,
    [userId, step],
  )) > 0;

/** Counts a wrong code. */
export const countFailed = (q: Query, userId: string): Promise<number> =>
  q.run(
    `update auth_totp set failed = case when failed + 1 >= ${mostFailed} then 0 else failed + 1 end,
       locked_until = case when failed + 1 >= ${mostFailed} then now() + interval '${lockMinutes} minutes' else locked_until end
     where user_id = $1`,
    [userId],
  );

/** The second factor is asked for from now on. */
export const confirmTotp = (q: Query, userId: string): Promise<number> =>
  q.run("update auth_totp set confirmed = now() where user_id = $1", [userId]);

/** Takes the second factor away, its recovery codes too; false when there was none. */
export async function removeTotp(q: Query, userId: string): Promise<boolean> {
  await q.run("delete from auth_recovery_code where user_id = $1", [userId]);
  return (await q.run("delete from auth_totp where user_id = $1", [userId])) > 0;
}

/** Gives a user other recovery codes; those of before end. */
export async function saveRecoveryCodes(q: Query, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await q.run("delete from auth_recovery_code where user_id = $1", [userId]);
  await q.run("insert into auth_recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])", [userId, hashes]);
}

/** Uses a recovery code up; false when it is none, or was used. */
export const consumeRecoveryCode = async (q: Query, userId: string, hash: Buffer): Promise<boolean> =>
  (await q.run("update auth_recovery_code set used = now() where user_id = $1 and code_hash = $2 and used is null", [
    userId,
    hash,
  ])) > 0;

/** How many recovery codes are left. */
export const countRecoveryCodes = async (q: Query, userId: string): Promise<number> =>
  (await q.one<{ n: number }>("select count(*)::int n from auth_recovery_code where user_id = $1 and used is null", [
    userId,
  ]))!.n;

/** Remembers that the user's password was right, and which account they are signing in to. Removes their expired challenges. */
export async function insertChallenge(
  q: Query,
  userId: string,
  tokenHash: Buffer,
  account: string | null,
): Promise<void> {
  await q.run("delete from auth_challenge where user_id = $1 and expires < now()", [userId]);
  await q.run(
    `insert into auth_challenge (token_hash, user_id, enters, expires)
     values ($1, $2, $3, now() + interval '${challengeMinutes} minutes')`,
    [tokenHash, userId, account],
  );
}

/** Counts an attempt at a challenge and returns its user and what they enter; null when it has ended or was tried too often. */
export const tryChallenge = (q: Query, tokenHash: Buffer): Promise<{ userId: string; account: string | null } | null> =>
  q.one(
    `update auth_challenge set tries = tries + 1 where token_hash = $1 and expires > now() and tries < ${challengeTries}
     returning user_id "userId", enters account`,
    [tokenHash],
  );

/** Ends every sign-in of a user that waits for its code: the password that began it is no longer the right one. */
export const removeChallenges = (q: Query, userId: string): Promise<number> =>
  q.run("delete from auth_challenge where user_id = $1", [userId]);

/** Ends a challenge; false if another request was quicker. */
export const removeChallenge = async (q: Query, tokenHash: Buffer): Promise<boolean> =>
  (await q.run("delete from auth_challenge where token_hash = $1", [tokenHash])) > 0;

import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A session ends after this many days without a call, and after `longestDays` whatever happens. */
const idleDays = 7;
export const longestDays = 30;

/** Who a session is of, and the account that it works in; null when the user belongs to none. */
export interface SessionOwner {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  account: string | null;
  role: Role | null;
  privileges: Privilege[] | null;
  stale: boolean;
  /** The account asks for two-factor authentication and the user has none. */
  twoFactorNeeded: boolean;
  /** The account takes users other than owners by single sign-on alone, and this session is by password. */
  signOnNeeded: boolean;
  /** The account whose identity provider vouched: the session is good there alone. */
  vouchedBy: string | null;
}

const alive = `s.seen > now() - interval '${idleDays} days' and s.created > now() - interval '${longestDays} days'`;

/** What is true of a session `s` that has ended by itself. */
export const expiredSession = `(s.seen <= now() - interval '${idleDays} days' or s.created <= now() - interval '${longestDays} days')`;

// A session whose account was taken from the user continues in another of their accounts; one by single sign-on ends.
const rights = `m.account_id account, m.role, m.privileges,
                s.vouched_by is null and m.role <> 'owner' and coalesce(m.sign_on, false) "signOnNeeded",
                s.vouched_by is null and coalesce(m.strict, false)
                  and not exists (select from auth_totp t where t.user_id = s.user_id and t.confirmed is not null) "twoFactorNeeded"`;
const placed = `left join lateral (select account_id, role, privileges, (a.settings ->> 'requireTwoFactor')::boolean strict,
                                   a.sign_on_required sign_on
                            from membership m join account a using (account_id) where m.user_id = s.user_id
                              and (s.vouched_by is null or m.account_id = s.vouched_by)
                            order by m.account_id = s.account_id desc nulls last, m.created limit 1) m on true`;
const ofToken = {
  name: "session_of_token",
  text: `select s.session_id "sessionId", u.user_id "userId", u.email, u.name, s.seen < now() - interval '1 minute' stale,
                s.vouched_by "vouchedBy", ${rights}
         from auth_session s join auth_user u using (user_id)
         ${placed}
         where s.token_hash = $1 and ${alive}`,
};

/** Living sessions of these tokens, with what they may do now. */
export const listSessionRights = (
  q: Query,
  tokenHashes: readonly Buffer[],
): Promise<
  (Pick<SessionOwner, "account" | "role" | "privileges" | "signOnNeeded" | "twoFactorNeeded"> & { hash: string })[]
> =>
  q.rows(
    `select encode(s.token_hash, 'hex') hash, ${rights} from auth_session s ${placed}
     where s.token_hash = any($1::bytea[]) and ${alive}`,
    [tokenHashes],
  );

/** Whose session a token is, while it lives; using it keeps it alive. */
export async function findSessionOwner(q: Query, tokenHash: Buffer): Promise<SessionOwner | null> {
  const owner = await q.one<SessionOwner>(ofToken, [tokenHash]);
  if (owner?.stale) await q.run("update auth_session set seen = now() where session_id = $1", [owner.sessionId]);
  return owner;
}

/** Where a sign-in came from, for the list of sessions. */
export interface SessionOrigin {
  agent: string | null;
  address: string | null;
}

/** Begins a session in an account and returns its id. */
export async function insertSession(
  q: Query,
  session: { userId: string; account: string | null; tokenHash: Buffer; vouched?: boolean } & SessionOrigin,
): Promise<string> {
  const sessionId = newId();
  await q.run(`delete from auth_session s where user_id = $1 and not (${alive})`, [session.userId]);
  await q.run(
    `insert into auth_session (session_id, token_hash, user_id, account_id, agent, address, vouched_by)
     values ($1, $2, $3, $4, $5, $6, case when $7 then $4::uuid end)`,
    [
      sessionId,
      session.tokenHash,
      session.userId,
      session.account,
      session.agent?.slice(0, 300),
      session.address,
      session.vouched ?? false,
    ],
  );
  return sessionId;
}

/** Lets a session go on in another account. */
export async function updateSessionAccount(q: Query, sessionId: string, account: string): Promise<void> {
  await q.run("update auth_session set account_id = $2 where session_id = $1", [sessionId, account]);
}

export interface SessionRow extends SessionOrigin {
  sessionId: string;
  created: Date;
  seen: Date;
  expires: Date;
}

/** The living sessions of a user, the last used first; of one account, or of all. */
export const listSessions = (q: Query, userId: string, account: string | null = null): Promise<SessionRow[]> =>
  q.rows(
    `select session_id "sessionId", created, seen, agent, address,
            least(seen + interval '${idleDays} days', created + interval '${longestDays} days') expires
     from auth_session s where user_id = $1 and ($2::uuid is null or account_id = $2) and ${alive}
     order by seen desc, session_id desc`,
    [userId, account],
  );

/** Ends one session of a user, in one account or wherever; false when it is not theirs. */
export const removeSession = async (
  q: Query,
  userId: string,
  sessionId: string,
  account: string | null = null,
): Promise<boolean> =>
  (await q.run(
    "delete from auth_session where user_id = $1 and session_id = $2 and ($3::uuid is null or account_id = $3)",
    [userId, sessionId, account],
  )) > 0;

/** Ends every session of a user but one; in one account, or wherever. */
export const removeOtherSessions = (
  q: Query,
  userId: string,
  kept: string | null,
  account: string | null = null,
): Promise<number> =>
  q.run(
    "delete from auth_session where user_id = $1 and session_id is distinct from $2 and ($3::uuid is null or account_id = $3)",
    [userId, kept, account],
  );

/** Whether a user with this e-mail is signed in somewhere at this network address. */
export const isSignedInAt = async (q: Query, email: string, address: string): Promise<boolean> =>
  (await q.run(
    `select from auth_session s join auth_user u using (user_id)
     where u.email = lower($1) and u.of_account is null and s.address = $2 and ${alive} limit 1`,
    [email, address],
  )) > 0;

/** Ends the sessions that an account's identity provider vouched for, but one. */
export const removeVouchedSessions = (q: Query, account: string, kept: string | null): Promise<number> =>
  q.run("delete from auth_session where vouched_by = $1 and session_id is distinct from $2", [account, kept]);

/** Ends the sessions of a user in one account, one of them or all. */
export const removeSessionsIn = (
  q: Query,
  account: string,
  userId: string,
  sessionId: string | null = null,
): Promise<number> =>
  q.run("delete from auth_session where account_id = $1 and user_id = $2 and ($3::uuid is null or session_id = $3)", [
    account,
    userId,
    sessionId,
  ]);

import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A user who can sign in, to any number of accounts. */
export interface UserRow {
  userId: string;
  email: string;
  name: string;
  /** Null where an account's identity provider vouches for them: they have no password here. */
  passwordHash: string | null;
  /** The demo's user while its well-known password is unchanged. */
  demo: boolean;
}

/** Whom an assertion means. */
export interface VouchedUser {
  userId: string;
  email: string;
  name: string;
  isMember: boolean;
}

const columns = `user_id "userId", email, name, password_hash "passwordHash", demo`;

/** A user with a password, by e-mail in any case of letters. */
export const findUserByEmail = (q: Query, email: string): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where email = lower($1) and of_account is null`, [email]);

/** The user who signs in to an account under this e-mail: vouched for by its identity provider, or a member with a password. */
export const findUserOfAccount = (q: Query, account: string, email: string): Promise<VouchedUser | null> =>
  q.one(
    `select u.user_id "userId", u.email, u.name, m.user_id is not null "isMember"
     from auth_user u left join membership m on m.account_id = $1 and m.user_id = u.user_id
     where u.email = lower($2) and (u.of_account = $1 or u.of_account is null and m.user_id is not null)
     order by u.of_account is null, m.user_id is null limit 1`,
    [account, email],
  );

/** Makes a user whom an account's identity provider vouches for; null when there is one of this e-mail. */
export async function insertVouchedUser(
  q: Query,
  account: string,
  user: { email: string; name: string },
): Promise<string | null> {
  const userId = newId();
  const made = await q.run(
    `insert into auth_user (user_id, email, name, of_account) values ($1, lower($2), $3, $4)
     on conflict (of_account, email) where of_account is not null do nothing`,
    [userId, user.email, user.name, account],
  );
  return made ? userId : null;
}

/** A user by id. */
export const findUser = (q: Query, userId: string): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where user_id = $1`, [userId]);

/** The demo's user, while its password is the well-known one. */
export const findDemoUser = (q: Query): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where demo order by created limit 1`);

/** Makes a user and returns the id; null when the e-mail is taken. */
export async function insertUser(
  q: Query,
  user: { email: string; name: string; passwordHash: string; demo?: boolean },
): Promise<string | null> {
  const userId = newId();
  const made = await q.run(
    `insert into auth_user (user_id, email, name, password_hash, demo) values ($1, lower($2), $3, $4, $5)
     on conflict (email) where of_account is null do nothing`,
    [userId, user.email, user.name, user.passwordHash, user.demo ?? false],
  );
  return made ? userId : null;
}

/** Sets a new password. A demo user becomes a normal one. */
export const updatePassword = (q: Query, userId: string, passwordHash: string): Promise<number> =>
  q.run("update auth_user set password_hash = $2, demo = false where user_id = $1", [userId, passwordHash]);

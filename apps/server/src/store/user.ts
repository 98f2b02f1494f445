import type { Query } from "./database.ts";
import { newId } from "./newId.ts";

/** Somebody who can sign in, to whatever accounts. */
export interface UserRow {
  userId: string;
  email: string;
  name: string;
  passwordHash: string;
  /** The demo's user while its well-known password is unchanged. */
  demo: boolean;
}

const columns = `user_id "userId", email, name, password_hash "passwordHash", demo`;

/** A user by e-mail, in any case of letters. */
export const findUserByEmail = (q: Query, email: string): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where email = lower($1)`, [email]);

/** A user by id. */
export const findUser = (q: Query, userId: string): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where user_id = $1`, [userId]);

/** The demo's user, while its password is the well-known one. */
export const findDemoUser = (q: Query): Promise<UserRow | null> =>
  q.one(`select ${columns} from auth_user where demo order by created limit 1`);

/** Makes a user and answers the id; null when the e-mail is taken. */
export async function insertUser(
  q: Query,
  user: { email: string; name: string; passwordHash: string; demo?: boolean },
): Promise<string | null> {
  const userId = newId();
  const made = await q.run(
    `insert into auth_user (user_id, email, name, password_hash, demo) values ($1, lower($2), $3, $4, $5)
     on conflict (email) do nothing`,
    [userId, user.email, user.name, user.passwordHash, user.demo ?? false],
  );
  return made ? userId : null;
}

/** Gives a user another password; a demo user is none any more. */
export const updatePassword = (q: Query, userId: string, passwordHash: string): Promise<number> =>
  q.run("update auth_user set password_hash = $2, demo = false where user_id = $1", [userId, passwordHash]);

import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";

/** What a user may do in an account. */
export interface Rights {
  role: Role;
  privileges: Privilege[];
}

export interface MembershipRow extends Rights {
  accountSid: string;
  accountName: string;
  flags: Record<string, boolean>;
  requireTwoFactor: boolean;
  publishingNeedsApproval: boolean;
  /** Users other than owners come in by single sign-on alone. */
  signOnRequired: boolean;
}

/** The accounts of a user, by name. */
export const listMemberships = (q: Query, userId: string): Promise<MembershipRow[]> =>
  q.rows(
    `select a.account_id "accountSid", a.name "accountName", a.flags, m.role, m.privileges,
            coalesce((a.settings ->> 'requireTwoFactor')::boolean, false) "requireTwoFactor",
            coalesce((a.settings ->> 'publishingNeedsApproval')::boolean, false) "publishingNeedsApproval",
            a.sign_on_required "signOnRequired"
     from membership m join account a using (account_id) where m.user_id = $1 order by lower(a.name), a.account_id`,
    [userId],
  );

export interface MemberRow extends Rights {
  userId: string;
  email: string;
  name: string;
  created: Date;
  lastSeen: Date | null;
  /** A code is asked for when they sign in. */
  twoFactor: boolean;
  /** The account's identity provider vouches for them: they have no password. */
  signOn: boolean;
}

const member = `select m.user_id "userId", u.email, u.name, m.role, m.privileges, m.created,
  (select max(s.seen) from auth_session s where s.user_id = m.user_id and s.account_id = m.account_id) "lastSeen",
  exists (select from auth_totp t where t.user_id = m.user_id and t.confirmed is not null) "twoFactor",
  u.of_account is not null "signOn"
  from membership m join auth_user u using (user_id) where m.account_id = $1`;

/** The users of an account, by e-mail. */
export const listMembers = (q: Query, account: string): Promise<MemberRow[]> =>
  q.rows(`${member} order by u.email`, [account]);

/** One user of an account. */
export const findMember = (q: Query, account: string, userId: string): Promise<MemberRow | null> =>
  q.one(`${member} and m.user_id = $2`, [account, userId]);

/** Gives a user an account; false when they have it already. */
export const insertMembership = async (q: Query, account: string, userId: string, rights: Rights): Promise<boolean> =>
  (await q.run(
    "insert into membership (account_id, user_id, role, privileges) values ($1, $2, $3, $4) on conflict do nothing",
    [account, userId, rights.role, rights.privileges],
  )) > 0;

/** Changes what a user may do, at once. */
export const updateMembership = (q: Query, account: string, userId: string, rights: Rights): Promise<number> =>
  q.run("update membership set role = $3, privileges = $4 where account_id = $1 and user_id = $2", [
    account,
    userId,
    rights.role,
    rights.privileges,
  ]);

/** Takes an account from a user, at once. */
export const removeMembership = (q: Query, account: string, userId: string): Promise<number> =>
  q.run("delete from membership where account_id = $1 and user_id = $2", [account, userId]);

/** How many owners an account has, held until the transaction ends, so that two changes cannot take the last two. */
export const countOwners = (q: Query, account: string): Promise<number> =>
  q.run("select from membership where account_id = $1 and role = 'owner' order by user_id for update", [account]);

/** Whether anybody belongs to any account. */
export async function hasMembers(q: Query): Promise<boolean> {
  return (await q.run("select from membership limit 1")) > 0;
}

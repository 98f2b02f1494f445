import type { Query } from "../database.ts";
import { newId } from "../newId.ts";
import type { Rights } from "./membership.ts";

export interface InvitationRow extends Rights {
  account: string;
  invitationId: string;
  email: string;
  created: Date;
  /** When its link ends. */
  expires: Date;
}

const columns = `account_id account, invitation_id "invitationId", email, role, privileges, created, expires`;

/** Invites an e-mail; an earlier invitation of the same one is replaced, so that its link ends. */
export async function insertInvitation(
  q: Query,
  account: string,
  invitation: Rights & { email: string; tokenHash: Buffer; invitedBy: string; days: number },
): Promise<InvitationRow> {
  await q.run("delete from invitation where account_id = $1 and email = lower($2)", [account, invitation.email]);
  const row = await q.one<InvitationRow>(
    `insert into invitation (account_id, invitation_id, token_hash, email, role, privileges, invited_by, expires)
     values ($1, $2, $3, lower($4), $5, $6, $7, now() + $8 * interval '1 day') returning ${columns}`,
    [
      account,
      newId(),
      invitation.tokenHash,
      invitation.email,
      invitation.role,
      invitation.privileges,
      invitation.invitedBy,
      invitation.days,
    ],
  );
  return row!;
}

/** The invitations of an account that can still be taken up. */
export const listInvitations = (q: Query, account: string): Promise<InvitationRow[]> =>
  q.rows(`select ${columns} from invitation where account_id = $1 and expires > now() order by email`, [account]);

/** One invitation of an account. */
export const findInvitation = (q: Query, account: string, invitationId: string): Promise<InvitationRow | null> =>
  q.one(`select ${columns} from invitation where account_id = $1 and invitation_id = $2 and expires > now()`, [
    account,
    invitationId,
  ]);

/** The invitation of an e-mail to an account. */
export const findInvitationOf = (q: Query, account: string, email: string): Promise<InvitationRow | null> =>
  q.one(`select ${columns} from invitation where account_id = $1 and email = lower($2) and expires > now()`, [
    account,
    email,
  ]);

/** What a link invites to, with the name of the account. */
export const findInvitationByToken = (
  q: Query,
  tokenHash: Buffer,
): Promise<(InvitationRow & { accountName: string }) | null> =>
  q.one(
    `select i.account_id account, invitation_id "invitationId", email, role, privileges, i.created, i.expires, a.name "accountName"
     from invitation i join account a using (account_id) where token_hash = $1 and expires > now()`,
    [tokenHash],
  );

/** Gives an invitation another link; the one before ends. */
export const renewInvitation = (
  q: Query,
  account: string,
  invitationId: string,
  link: { tokenHash: Buffer; days: number },
): Promise<InvitationRow | null> =>
  q.one(
    `update invitation set token_hash = $3, expires = now() + $4 * interval '1 day'
     where account_id = $1 and invitation_id = $2 and expires > now() returning ${columns}`,
    [account, invitationId, link.tokenHash, link.days],
  );

/** Changes what an invitation gives. */
export const updateInvitation = (q: Query, account: string, invitationId: string, rights: Rights): Promise<number> =>
  q.run("update invitation set role = $3, privileges = $4 where account_id = $1 and invitation_id = $2", [
    account,
    invitationId,
    rights.role,
    rights.privileges,
  ]);

/** Withdraws every invitation to an account. */
export const removeInvitations = (q: Query, account: string): Promise<number> =>
  q.run("delete from invitation where account_id = $1", [account]);

/** Withdraws or uses up an invitation; false if another request was quicker. */
export const removeInvitation = async (q: Query, account: string, invitationId: string): Promise<boolean> =>
  (await q.run("delete from invitation where account_id = $1 and invitation_id = $2", [account, invitationId])) > 0;

import type { Query } from "../database.ts";
import type { Rights } from "../identity/membership.ts";
import { type ApprovalRow, findApproval } from "./approval.ts";

/** News of a request for approval that a user is still to be mailed. */
export interface DueApprovalMail {
  accountId: string;
  approvalId: string;
  userId: string;
  /** Which try this is, from 1. */
  attempt: number;
}

/** How long a worker has to send a claimed mail. After that another worker claims it. */
const leaseSeconds = 60;

/** These users are to be mailed news of the request: those who belong to the account and have not chosen otherwise (decision 0103). */
export const insertApprovalMails = (
  q: Query,
  account: string,
  approvalId: string,
  users: readonly string[],
): Promise<number> =>
  q.run(
    `insert into approval_mail_due (account_id, approval_id, user_id)
     select m.account_id, $2, m.user_id from membership m
     left join notification_choice c on c.account_id = m.account_id and c.user_id = m.user_id and c.kind = 'approval'
     where m.account_id = $1 and m.user_id = any ($3::uuid[]) and coalesce(c.mailed, true)
     on conflict do nothing`,
    [account, approvalId, users],
  );

/** Claims what is due, over all accounts. */
export const claimApprovalMails = (q: Query, limit: number): Promise<DueApprovalMail[]> =>
  q.rows(
    `with due as materialized (
       select account_id, approval_id, user_id from approval_mail_due where due <= now()
       order by due limit $1 for update skip locked)
     update approval_mail_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.account_id = due.account_id and d.approval_id = due.approval_id and d.user_id = due.user_id
     returning d.account_id "accountId", d.approval_id "approvalId", d.user_id "userId", d.attempt`,
    [limit],
  );

/** The e-mails and their recipients: the request as it is now, and the reader's rights. */
export interface ApprovalMail extends ApprovalRow, Rights {
  userId: string;
  email: string;
  accountName: string;
}

/** What the mail is made of. Null: the request is gone, or the reader has left the account. */
export async function findApprovalMail(
  q: Query,
  { accountId, approvalId, userId }: DueApprovalMail,
): Promise<ApprovalMail | null> {
  const request = await findApproval(q, accountId, approvalId);
  if (request === null) return null;
  const reader = await q.one<Rights & { email: string; accountName: string }>(
    `select u.email, a.name "accountName", m.role, m.privileges from membership m
     join account a using (account_id) join auth_user u using (user_id) where m.account_id = $1 and m.user_id = $2`,
    [accountId, userId],
  );
  return reader && { ...request, ...reader, userId };
}

/** It was sent, or is no longer tried. */
export const removeApprovalMail = (q: Query, { accountId, approvalId, userId }: DueApprovalMail): Promise<number> =>
  q.run("delete from approval_mail_due where account_id = $1 and approval_id = $2 and user_id = $3", [
    accountId,
    approvalId,
    userId,
  ]);

/** It could not be sent, and is tried again. */
export const retryApprovalMail = (
  q: Query,
  { accountId, approvalId, userId }: DueApprovalMail,
  inMs: number,
): Promise<number> =>
  q.run(
    `update approval_mail_due set due = now() + $4 * interval '1 millisecond'
     where account_id = $1 and approval_id = $2 and user_id = $3`,
    [accountId, approvalId, userId, inMs],
  );

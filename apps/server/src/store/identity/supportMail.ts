import type { Query } from "../database.ts";

/** A support notification that an owner is still to be mailed. */
export interface DueSupportMail {
  accountId: string;
  notificationId: string;
  userId: string;
  /** Which try this is, from 1. */
  attempt: number;
}

/** How long a worker has to send a claimed mail. After that another worker claims it. */
const leaseSeconds = 60;

/** Every owner of the account is to be mailed the notification. */
export const insertSupportMails = (q: Query, account: string, notificationId: string): Promise<number> =>
  q.run(
    `insert into support_mail_due (account_id, notification_id, user_id)
     select account_id, $2, user_id from membership where account_id = $1 and role = 'owner'`,
    [account, notificationId],
  );

/** Takes what is due, over all accounts. */
export const claimSupportMails = (q: Query, limit: number): Promise<DueSupportMail[]> =>
  q.rows(
    `with due as materialized (
       select account_id, notification_id, user_id from support_mail_due where due <= now()
       order by due limit $1 for update skip locked)
     update support_mail_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.account_id = due.account_id and d.notification_id = due.notification_id and d.user_id = due.user_id
     returning d.account_id "accountId", d.notification_id "notificationId", d.user_id "userId", d.attempt`,
    [limit],
  );

/** The e-mails and their recipients. */
export interface SupportMail {
  accountName: string;
  type: string;
  payload: string;
  email: string;
}

/** What the mail is made of; null: the notification is gone, or they own the account no longer. */
export const findSupportMail = (
  q: Query,
  { accountId, notificationId, userId }: DueSupportMail,
): Promise<SupportMail | null> =>
  q.one(
    `select a.name "accountName", n.type, n.payload, u.email from support_notification n
     join account a using (account_id) join membership m using (account_id) join auth_user u using (user_id)
     where n.account_id = $1 and n.notification_id = $2 and m.user_id = $3 and m.role = 'owner'`,
    [accountId, notificationId, userId],
  );

/** It was sent, or is no longer tried. */
export const removeSupportMail = (q: Query, { accountId, notificationId, userId }: DueSupportMail): Promise<number> =>
  q.run("delete from support_mail_due where account_id = $1 and notification_id = $2 and user_id = $3", [
    accountId,
    notificationId,
    userId,
  ]);

/** It could not be sent, and is tried again. */
export const retrySupportMail = (
  q: Query,
  { accountId, notificationId, userId }: DueSupportMail,
  inMs: number,
): Promise<number> =>
  q.run(
    `update support_mail_due set due = now() + $4 * interval '1 millisecond'
     where account_id = $1 and notification_id = $2 and user_id = $3`,
    [accountId, notificationId, userId, inMs],
  );

import type { Query } from "../database.ts";
import type { Rights } from "../identity/membership.ts";
import type { NotificationRow } from "./notification.ts";

/** A notification that a user is still to be mailed. */
export interface DueNotificationMail {
  accountId: string;
  userId: string;
  notificationId: string;
  /** Which try this is, from 1. */
  attempt: number;
}

/** How long a worker has to send a claimed mail. After that another worker claims it. */
const leaseSeconds = 60;

/** Claims what is due, over all accounts. */
export const claimNotificationMails = (q: Query, limit: number): Promise<DueNotificationMail[]> =>
  q.rows(
    `with due as materialized (
       select account_id, user_id, notification_id from notification_mail_due where due <= now()
       order by due limit $1 for update skip locked)
     update notification_mail_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.account_id = due.account_id and d.user_id = due.user_id and d.notification_id = due.notification_id
     returning d.account_id "accountId", d.user_id "userId", d.notification_id "notificationId", d.attempt`,
    [limit],
  );

/** The e-mails and their recipients. */
export interface NotificationMail extends Rights, Pick<NotificationRow, "kind" | "sentence" | "path" | "search"> {
  email: string;
  accountName: string;
  privilege: string | null;
}

/** What the mail is made of. Null: it was read already, or the reader has left the account. */
export const findNotificationMail = (
  q: Query,
  { accountId, userId, notificationId }: DueNotificationMail,
): Promise<NotificationMail | null> =>
  q.one(
    `select n.kind, n.sentence, n.path, n.search, n.privilege, u.email, a.name "accountName", m.role, m.privileges
     from notification n join membership m on m.account_id = n.account_id and m.user_id = n.user_id
     join account a on a.account_id = n.account_id join auth_user u on u.user_id = n.user_id
     where n.account_id = $1 and n.user_id = $2 and n.notification_id = $3 and n.read is null`,
    [accountId, userId, notificationId],
  );

const ofMail = "account_id = $1 and user_id = $2 and notification_id = $3";
const keyOf = ({ accountId, userId, notificationId }: DueNotificationMail) => [accountId, userId, notificationId];

/** It was sent, or is no longer tried. */
export const removeNotificationMail = (q: Query, due: DueNotificationMail): Promise<number> =>
  q.run(`delete from notification_mail_due where ${ofMail}`, keyOf(due));

/** It could not be sent, and is tried again. */
export const retryNotificationMail = (q: Query, due: DueNotificationMail, inMs: number): Promise<number> =>
  q.run(`update notification_mail_due set due = now() + $4 * interval '1 millisecond' where ${ofMail}`, [
    ...keyOf(due),
    inMs,
  ]);

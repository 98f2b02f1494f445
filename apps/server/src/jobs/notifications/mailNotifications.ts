import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import { notificationKinds } from "@trunkline/contract/notifications/notification.ts";
import { type Mail, oneLine } from "../../mail/mailer.ts";
import {
  claimNotificationMails,
  findNotificationMail,
  type NotificationMail,
  removeNotificationMail,
  retryNotificationMail,
} from "../../store/notifications/notificationMail.ts";
import { type MailParts, mailDueJob } from "../mailDueJob.ts";
import type { Job } from "../repeat.ts";

/** Mails notifications to the users who have chosen so (decision 0103). What was read before is not mailed. */
export const mailNotificationsJob = ({ publicUrl, ...parts }: MailParts): Job[] =>
  mailDueJob(parts, {
    name: "mailNotifications",
    what: "a notification of a user",
    claim: claimNotificationMails,
    compose: async (db, due) => {
      const found = await db.tx([due.accountId], (q) => findNotificationMail(q, due));
      const mail = found && notificationMailOf(found, publicUrl);
      return mail && { ...mail, id: `${due.notificationId}.${due.userId}` };
    },
    describe: ({ accountId, notificationId, userId }) => ({
      account: accountId,
      notification: notificationId,
      user: userId,
    }),
    retry: retryNotificationMail,
    remove: removeNotificationMail,
  });

/** The mail of a notification. Null: its reader may no longer see it. */
function notificationMailOf(found: NotificationMail, publicUrl: string): Omit<Mail, "id"> | null {
  if (!holds(found.role, found.privileges, found.privilege as Privilege | null)) return null;
  const [sentence, account] = [oneLine(found.sentence), oneLine(found.accountName)];
  const search = new URLSearchParams(found.search).toString();
  return {
    to: found.email,
    subject: `${sentence} · ${account}`,
    text: `${sentence}.

${publicUrl}${found.path}${search === "" ? "" : `?${search}`}

You receive this mail because you chose mail for “${notificationKinds[found.kind].label}” in ${account}. Change it here:
${publicUrl}/settings/notifications
`,
  };
}

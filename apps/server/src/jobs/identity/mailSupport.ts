import { supportMailOf } from "../../mail/supportMail.ts";
import {
  claimSupportMails,
  findSupportMail,
  removeSupportMail,
  retrySupportMail,
} from "../../store/identity/supportMail.ts";
import { type MailParts, mailDueJob } from "../mailDueJob.ts";
import type { Job } from "../repeat.ts";

/** Mails support notifications to the account's owners. */
export const mailSupportJob = ({ publicUrl, ...parts }: MailParts): Job[] =>
  mailDueJob(parts, {
    name: "mailSupport",
    what: "a notification",
    claim: claimSupportMails,
    compose: async (db, due) => {
      const mail = await db.tx([due.accountId], (q) => findSupportMail(q, due));
      return mail && { ...supportMailOf(mail, publicUrl), id: `${due.notificationId}.${due.userId}` };
    },
    describe: ({ accountId, notificationId, userId }) => ({
      account: accountId,
      notification: notificationId,
      user: userId,
    }),
    retry: retrySupportMail,
    remove: removeSupportMail,
  });

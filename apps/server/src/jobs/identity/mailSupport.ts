import { type Mailer, MailFailure } from "../../mail/mailer.ts";
import { supportMailOf } from "../../mail/supportMail.ts";
import type { Database } from "../../store/database.ts";
import {
  claimSupportMails,
  type DueSupportMail,
  findSupportMail,
  removeSupportMail,
  retrySupportMail,
} from "../../store/identity/supportMail.ts";
import type { Job } from "../repeat.ts";

/** Sent at once; each is over long before its lease. */
const most = 5;
/** Tries of one mail: about half a day. */
const tries = 20;
const hourMs = 3_600_000;

const retryMs = (attempt: number): number => Math.min(hourMs, 5_000 * 2 ** (attempt - 1));

/** What the job is made of. */
interface Parts {
  /** Null: no mail is set up, and there is no such job. */
  mailer: Mailer | null;
  publicUrl: string;
  log: { warn(fields: object, text: string): void };
}

/** Mails support notifications to the account's owners, each once; what cannot be sent is tried again for half a day. */
export const mailSupportJob = ({ mailer, publicUrl, log }: Parts): Job[] =>
  mailer === null
    ? []
    : [
        {
          name: "mailSupport",
          everyMs: 1_000,
          wakesUp: true,
          quietMs: 5_000,
          run: async (db) => {
            const due = await db.global((q) => claimSupportMails(q, most));
            await Promise.all(due.map((one) => mailOne(db, one, { mailer, publicUrl, log })));
            return due.length === 0 ? "nothing" : due.length === most;
          },
        },
      ];

async function mailOne(
  db: Database,
  due: DueSupportMail,
  { mailer, publicUrl, log }: Parts & { mailer: Mailer },
): Promise<void> {
  const { accountId, notificationId, userId, attempt } = due;
  const mail = await db.tx([accountId], (q) => findSupportMail(q, due));
  try {
    if (mail !== null) await mailer.send({ ...supportMailOf(mail, publicUrl), id: `${notificationId}.${userId}` });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const isLast = attempt >= tries;
    log.warn(
      { account: accountId, notification: notificationId, user: userId, attempt, reason: error.message },
      isLast ? "a notification could not be mailed and is not tried again" : "a notification could not be mailed yet",
    );
    if (!isLast) {
      await db.global((q) => retrySupportMail(q, due, retryMs(attempt)));
      return;
    }
  }
  await db.global((q) => removeSupportMail(q, due));
}

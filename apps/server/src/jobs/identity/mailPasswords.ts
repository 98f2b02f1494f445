import { resetMinutes, resetUrlOf } from "../../accounts/resetLink.ts";
import { type Mailer, MailFailure } from "../../mail/mailer.ts";
import { changedMailOf, resetMailOf } from "../../mail/passwordMail.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database.ts";
import { listMemberships } from "../../store/identity/membership.ts";
import {
  claimPasswordMails,
  type DuePasswordMail,
  removePasswordMail,
  retryPasswordMail,
} from "../../store/identity/passwordMail.ts";
import { insertReset, removeReset } from "../../store/identity/passwordReset.ts";
import { findUserByEmail, type UserRow } from "../../store/identity/user.ts";
import type { Job } from "../repeat.ts";

/** Sent at once; each ends long before its lease. */
const most = 5;
/** Attempts of one mail, over about ten minutes: a user who waits longer has asked again. */
const attempts = 8;

const retryMs = (attempt: number): number => Math.min(180_000, 5_000 * 2 ** (attempt - 1));

interface Parts {
  /** Null: no mail is set up, and there is no such job. */
  mailer: Mailer | null;
  publicUrl: string;
  /** Makes tokens, and the hashes that the database keeps of them. */
  tokens: { make(): string; hash(purpose: "reset", token: string): Buffer };
  log: { warn(fields: object, text: string): void };
}

/** Mails links to choose a new password, and the news that a password was reset. Requests for unknown users end here. */
export const mailPasswordsJob = ({ mailer, ...parts }: Parts): Job[] =>
  mailer === null
    ? []
    : [
        {
          name: "mailPasswords",
          everyMs: 1_000,
          wakesUp: true,
          quietMs: 5_000,
          run: async (db) => {
            const due = await db.global((q) => claimPasswordMails(q, most));
            await Promise.all(due.map((one) => mailOne(db, one, { ...parts, mailer })));
            return due.length === 0 ? "nothing" : due.length === most;
          },
        },
      ];

async function mailOne(db: Database, due: DuePasswordMail, parts: Parts & { mailer: Mailer }): Promise<void> {
  const user = await db.global((q) => findUserByEmail(q, due.email));
  try {
    if (user !== null) await (due.kind === "reset" ? mailReset(db, due, user, parts) : mailChanged(user, parts));
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const isLast = due.attempt >= attempts;
    parts.log.warn(
      { user: user?.userId, kind: due.kind, attempt: due.attempt, reason: error.message },
      isLast
        ? "a mail about a password could not be sent and is given up"
        : "a mail about a password could not be sent yet",
    );
    if (!isLast) {
      await db.global((q) => retryPasswordMail(q, due, retryMs(due.attempt)));
      return;
    }
  }
  await db.global((q) => removePasswordMail(q, due));
}

/** Each attempt has a link of its own; the link of one that failed ends at once. */
async function mailReset(
  db: Database,
  { address }: DuePasswordMail,
  { userId, email }: UserRow,
  { mailer, publicUrl, tokens }: Parts & { mailer: Mailer },
): Promise<void> {
  const token = tokens.make();
  const tokenHash = tokens.hash("reset", token);
  const expires = await db.global((q) =>
    insertReset(q, { userId, tokenHash, account: null, minutes: resetMinutes.mailed }),
  );
  try {
    await mailer.send(resetMailOf({ email, link: resetUrlOf(publicUrl, token), expires }));
  } catch (error) {
    await db.global((q) => removeReset(q, tokenHash));
    throw error;
  }
  const accounts = (await db.global((q) => listMemberships(q, userId))).map(({ accountSid }) => accountSid);
  await db.tx(accounts, async (q) => {
    for (const account of accounts)
      await audit(q, { account, actor: { kind: "worker", id: "" } }, "auth.resetMail", userId, { email, address });
  });
}

const mailChanged = ({ email }: UserRow, { mailer, publicUrl }: Parts & { mailer: Mailer }): Promise<void> =>
  mailer.send(changedMailOf({ email, at: new Date(), publicUrl }));

import { type Mail, type Mailer, MailFailure } from "../mail/mailer.ts";
import type { Database, Query } from "../store/database.ts";
import type { Job } from "./repeat.ts";

/** Sent at once; each is over long before its lease. */
const most = 5;
/** Tries of one mail: about half a day. */
const tries = 20;
const hourMs = 3_600_000;
const retryMs = (attempt: number): number => Math.min(hourMs, 5_000 * 2 ** (attempt - 1));

/** The mails of one kind that wait, over all accounts. */
interface DueMails<Due extends { attempt: number }> {
  name: string;
  /** For the log: "a notification". */
  what: string;
  claim(q: Query, limit: number): Promise<Due[]>;
  /** What is mailed. Null: it is no longer needed. */
  compose(db: Database, due: Due): Promise<Mail | null>;
  /** What the log says of one that could not be sent. */
  describe(due: Due): object;
  retry(q: Query, due: Due, inMs: number): Promise<unknown>;
  /** Ends a mail that was sent, given up, or not needed. */
  remove(q: Query, due: Due, wasNeeded: boolean): Promise<unknown>;
  /** Notes the result of each try for the page: null, or why it failed. */
  note?(db: Database, due: Due, problem: string | null): Promise<unknown>;
}

/** What the jobs that send mail are made of. */
export interface MailParts {
  /** Null: no mail is set up, and there is no such job. */
  mailer: Mailer | null;
  publicUrl: string;
  log: { warn(fields: object, text: string): void };
}

/** Sends mails that wait, each once; what cannot be sent is retried for half a day. */
export function mailDueJob<Due extends { attempt: number }>(
  { mailer, log }: Pick<MailParts, "mailer" | "log">,
  mails: DueMails<Due>,
): Job[] {
  if (mailer === null) return [];
  return [
    {
      name: mails.name,
      everyMs: 1_000,
      wakesUp: true,
      quietMs: 5_000,
      run: async (db) => {
        const due = await db.global((q) => mails.claim(q, most));
        await Promise.all(due.map((one) => mailOne(db, one, { mailer, log, mails })));
        return due.length === 0 ? "nothing" : due.length === most;
      },
    },
  ];
}

async function mailOne<Due extends { attempt: number }>(
  db: Database,
  due: Due,
  { mailer, log, mails }: { mailer: Mailer; log: MailParts["log"]; mails: DueMails<Due> },
): Promise<void> {
  const mail = await mails.compose(db, due);
  try {
    if (mail !== null) {
      await mailer.send(mail);
      await mails.note?.(db, due, null);
    }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const isLast = due.attempt >= tries;
    await mails.note?.(db, due, error.message);
    log.warn(
      { ...mails.describe(due), attempt: due.attempt, reason: error.message },
      isLast ? `${mails.what} could not be mailed and is not tried again` : `${mails.what} could not be mailed yet`,
    );
    if (!isLast) {
      await db.global((q) => mails.retry(q, due, retryMs(due.attempt)));
      return;
    }
  }
  await db.global((q) => mails.remove(q, due, mail !== null));
}

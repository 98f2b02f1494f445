import type { Query } from "../database.ts";

/** A link to choose a new password, or the news that the password was changed. */
export type PasswordMailKind = "reset" | "changed";

/** A mail about a password that waits to be sent. */
export interface DuePasswordMail {
  email: string;
  kind: PasswordMailKind;
  /** Where the request came from. */
  address: string | null;
  /** Which attempt this is, from 1. */
  attempt: number;
}

/** A worker that has claimed a mail sends it within this time; afterwards another worker may claim it. */
const leaseSeconds = 60;

/** Queues a mail to an e-mail, whether it belongs to a user or not. One that waits already is not queued twice. */
export const insertPasswordMail = (
  q: Query,
  mail: { email: string; kind: PasswordMailKind; address: string | null },
): Promise<number> =>
  q.run("insert into auth_mail_due (email, kind, address) values (lower($1), $2, $3) on conflict do nothing", [
    mail.email,
    mail.kind,
    mail.address,
  ]);

/** Claims mails that are due. */
export const claimPasswordMails = (q: Query, limit: number): Promise<DuePasswordMail[]> =>
  q.rows(
    `with due as materialized (
       select email, kind from auth_mail_due where due <= now() order by due limit $1 for update skip locked)
     update auth_mail_due d set due = now() + interval '${leaseSeconds} seconds', attempt = d.attempt + 1 from due
     where d.email = due.email and d.kind = due.kind returning d.email, d.kind, d.address, d.attempt`,
    [limit],
  );

/** Removes a mail that was sent, or that is given up. */
export const removePasswordMail = (q: Query, { email, kind }: DuePasswordMail): Promise<number> =>
  q.run("delete from auth_mail_due where email = $1 and kind = $2", [email, kind]);

/** Sends a mail again later. */
export const retryPasswordMail = (q: Query, { email, kind }: DuePasswordMail, inMs: number): Promise<number> =>
  q.run("update auth_mail_due set due = now() + $3 * interval '1 millisecond' where email = $1 and kind = $2", [
    email,
    kind,
    inMs,
  ]);

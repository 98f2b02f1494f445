import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { createTransport } from "nodemailer";
import type { MailSettings } from "./mailSettings.ts";

/** A mail in plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Two mails of one id are the same mail, sent again. */
  id?: string;
}

/** The installation's way to send mail; it throws a MailFailure. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, and sends nothing. */
  check(): Promise<void>;
}

/** A mail that was not sent, in words that tell nothing of the server's answer: it might repeat what it was sent. */
export class MailFailure extends Error {}

/** How long the mail server may take in all. */
const timeBudgetMs = 10_000;

/** Opens the way to the operator's mail server; null: no mail is set up. */
export function openMailer(settings: MailSettings | null, waitMs = timeBudgetMs): Mailer | null {
  if (settings === null) return null;
  const { host, port, secure, user, password, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure,
    ...(user !== "" && { auth: { user, pass: password } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: ({ to, subject, text, id }) =>
      told(
        transport.sendMail({
          from,
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          ...(id !== undefined && { messageId: `<${id}@${from.address.split("@").at(-1)}>` }),
          // answered by nobody's out-of-office note (RFC 3834)
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(waitMs),
        }),
      ),
    check: () => told(transport.verify()),
  };
}

/** What people named, on one line: the line of a mail's head it stands in. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

async function told(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    throw new MailFailure(wordsOf(error as { code?: unknown; responseCode?: unknown }));
  }
}

const words: Record<string, string> = {
  ETIMEDOUT: "the mail server did not answer in time",
  EABORT: "the mail server did not answer in time",
  ECONNECTION: "the mail server cannot be reached",
  ESOCKET: "there is no connection to the mail server",
  EDNS: "the mail server's name is unknown",
  ETLS: "there is no safe connection to the mail server",
  EAUTH: "the mail server refused the user name or password",
  ENOAUTH: "the mail server wants a user name and password",
  EENVELOPE: "the mail server refused the sender or the address",
};

function wordsOf({ code, responseCode }: { code?: unknown; responseCode?: unknown }): string {
  const said = ownValue(words, String(code)) ?? "the mail server refused the mail";
  return typeof responseCode === "number" ? `${said} (${responseCode})` : said;
}

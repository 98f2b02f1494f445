import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { createTransport } from "nodemailer";
import type { MailSettings } from "./mailSettings.ts";

/** A plain-text mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Two mails with the same id are attempts at the same mail. */
  id?: string;
  /** A CSV file. */
  attachment?: { name: string; content: string };
}

/** Sends the installation's mail. Throws a MailFailure. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending. */
  check(): Promise<void>;
}

/** A mail could not be sent. The message never quotes the server's answer, because that may repeat the credentials. */
export class MailFailure extends Error {}

/** Total time limit for the mail server. */
const timeBudgetMs = 10_000;

/** A mailer for the operator's mail server, or null where mail is not set up. */
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
    send: ({ to, subject, text, id, attachment }) =>
      withClearErrors(
        transport.sendMail({
          from,
          to: { name: "", address: to },
          subject: oneLine(subject),
          text,
          ...(id !== undefined && { messageId: `<${id}@${from.address.split("@").at(-1)}>` }),
          ...(attachment && {
            attachments: [
              { filename: attachment.name, content: attachment.content, contentType: "text/csv; charset=utf-8" },
            ],
          }),
          // suppresses out-of-office replies (RFC 3834)
          headers: { "Auto-Submitted": "auto-generated" },
          signal: AbortSignal.timeout(waitMs),
        }),
      ),
    check: () => withClearErrors(transport.verify()),
  };
}

/** Puts a user's text on one line, so that it cannot add lines to a mail header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

async function withClearErrors(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    throw new MailFailure(wordsOf(error as { code?: unknown; responseCode?: unknown }));
  }
}

const words: Record<string, string> = {
  ETIMEDOUT: "the mail server did not respond in time",
  EABORT: "the mail server did not respond in time",
  ECONNECTION: "the mail server cannot be reached",
  ESOCKET: "the connection to the mail server failed",
  EDNS: "the mail server's host name cannot be resolved",
  ETLS: "no secure connection to the mail server could be made",
  EAUTH: "the mail server rejected the user name or password",
  ENOAUTH: "the mail server requires a user name and password",
  EENVELOPE: "the mail server rejected the sender or the recipient",
};

function wordsOf({ code, responseCode }: { code?: unknown; responseCode?: unknown }): string {
  const said = ownValue(words, String(code)) ?? "the mail server rejected the mail";
  return typeof responseCode === "number" ? `${said} (${responseCode})` : said;
}

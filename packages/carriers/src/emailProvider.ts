import type { WireAnswer, WireRequest } from "./carrier.ts";
import { ownValue } from "./ownValue.ts";

/** The sender or a recipient of an e-mail. `name` may be empty. */
export interface EmailParty {
  email: string;
  name: string;
}

/** An outgoing e-mail: a template of the provider and its values. */
export interface EmailToSend {
  /** Our id. The same id is the same e-mail, if the provider can recognize it. */
  emailId: string;
  templateId: string;
  subject: string;
  from: EmailParty;
  to: EmailParty;
  cc: readonly EmailParty[];
  bcc: readonly EmailParty[];
  replacements: Readonly<Record<string, string>>;
}

/** An account's credentials at a provider, and the provider's address. */
export interface EmailKeys {
  apiKey: string;
  /** Mailgun's sending domain. */
  domain: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** Provider failures. True: the e-mail was definitely not accepted and can be sent again. */
export const emailFailures = {
  email_rejected: false,
  email_account: false,
  email_template: false,
  email_throttled: true,
  email_unavailable: true,
} as const;
type EmailFailure = keyof typeof emailFailures;

/** The outcome of a send. `words`: the provider's text. */
export type EmailResult =
  | { outcome: "accepted"; ref: string }
  | { outcome: "refused"; failure: EmailFailure; words: string }
  /** Sent without a clear answer: the outcome is unknown. */
  | { outcome: "in_doubt" };

/** The result of testing a key, as text. */
export interface KeyCheck {
  ok: boolean;
  words: string;
}

/** An e-mail provider: builds requests for the caller to send, and reads responses. */
export interface EmailProvider {
  name: string;
  /** Fails when the request cannot be built, such as for a template id that must be a number. */
  buildSend(email: EmailToSend, keys: EmailKeys): WireRequest | { refused: string };
  readSend(answer: WireAnswer): EmailResult;
  /** A request without side effects that needs the key. */
  buildCheck(keys: EmailKeys): WireRequest;
  readCheck(answer: WireAnswer): KeyCheck;
}

/** `Name <address>` for headers, quoted if the name has special characters. */
export function mailbox({ email, name }: EmailParty): string {
  if (name === "") return email;
  const plain = name.replace(/[\r\n]+/g, " ");
  return /^[\p{L}\p{N} ]+$/u.test(plain) ? `${plain} <${email}>` : `"${plain.replace(/["\\]/g, "\\$&")}" <${email}>`;
}

/** The JSON of a response, or null. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** A text by key in a response's JSON, or "". */
export function textUnder(json: unknown, key: string): string {
  const found = ownValue(json as Record<string, unknown> | null, key);
  return typeof found === "string" ? found : "";
}

/** Refusals common to all providers. The status decides, and the provider's text tells template errors apart. */
export function readRefusal(answer: Extract<WireAnswer, { status: number }>, words: string): EmailResult {
  const { status } = answer;
  const said = words || `HTTP ${status}`;
  if (status === 429) return { outcome: "refused", failure: "email_throttled", words: said };
  if (status === 401 || status === 403) return { outcome: "refused", failure: "email_account", words: said };
  // a gateway that timed out may have forwarded it
  if (status === 502 || status === 504) return { outcome: "in_doubt" };
  if (status >= 500) return { outcome: "refused", failure: "email_unavailable", words: said };
  const failure = /template|emailid|email content|content id/i.test(said) ? "email_template" : "email_rejected";
  return { outcome: "refused", failure, words: said };
}

/** No response: safe to retry only if nothing was sent. */
export const readBroken = (broken: "before_first_byte" | "after_first_byte"): EmailResult =>
  broken === "before_first_byte"
    ? { outcome: "refused", failure: "email_unavailable", words: "no connection" }
    : { outcome: "in_doubt" };

/** The result of testing a key, by status. `named` describes the account. */
export function readKeyCheck(answer: WireAnswer, provider: string, words: string, named: string): KeyCheck {
  if ("broken" in answer) return { ok: false, words: `${provider} could not be reached` };
  if (answer.status >= 200 && answer.status < 300) return { ok: true, words: `${provider} accepts the key${named}` };
  if (answer.status === 401 || answer.status === 403)
    return { ok: false, words: `${provider} rejected the key: ${words || `HTTP ${answer.status}`}` };
  return { ok: false, words: `${provider} answered ${words || `HTTP ${answer.status}`}` };
}

import type { WireAnswer, WireRequest } from "./carrier.ts";
import { ownValue } from "./ownValue.ts";

/** Somebody an e-mail comes from or goes to; `name` may be empty. */
export interface EmailParty {
  email: string;
  name: string;
}

/** An e-mail on its way out: a template of the provider, and what fills it. */
export interface EmailToSend {
  /** Our id: the same one again is the same e-mail wherever the provider can tell. */
  emailId: string;
  templateId: string;
  subject: string;
  from: EmailParty;
  to: EmailParty;
  cc: readonly EmailParty[];
  bcc: readonly EmailParty[];
  replacements: Readonly<Record<string, string>>;
}

/** What an account has of a provider, and where the provider is reached. */
export interface EmailKeys {
  apiKey: string;
  /** Mailgun's sending domain. */
  domain: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** The closed list of ways in which a provider fails. True: the e-mail was certainly not taken and may be tried again. */
export const emailFailures = {
  email_rejected: false,
  email_account: false,
  email_template: false,
  email_throttled: true,
  email_unavailable: true,
} as const;
type EmailFailure = keyof typeof emailFailures;

/** How a send ended. `words`: the provider's own, for people. */
export type EmailResult =
  | { outcome: "accepted"; ref: string }
  | { outcome: "refused"; failure: EmailFailure; words: string }
  /** Written, and no answer that is known: nobody knows. */
  | { outcome: "in_doubt" };

/** Whether a key works, in words. */
export interface KeyCheck {
  ok: boolean;
  words: string;
}

/** A provider of e-mail: builds requests that somebody else sends, and reads what comes back. */
export interface EmailProvider {
  name: string;
  /** Null when it cannot be built, such as a template id that is no number where one is wanted. */
  buildSend(email: EmailToSend, keys: EmailKeys): WireRequest | { refused: string };
  readSend(answer: WireAnswer): EmailResult;
  /** A call that changes nothing and needs the key. */
  buildCheck(keys: EmailKeys): WireRequest;
  readCheck(answer: WireAnswer): KeyCheck;
}

/** `Name <address>`, as headers want it; quotes where the name holds more than words. */
export function mailbox({ email, name }: EmailParty): string {
  if (name === "") return email;
  const plain = name.replace(/[\r\n]+/g, " ");
  return /^[\p{L}\p{N} ]+$/u.test(plain) ? `${plain} <${email}>` : `"${plain.replace(/["\\]/g, "\\$&")}" <${email}>`;
}

/** The JSON of an answer, or null. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** A text under a key of an answer's JSON; "" when there is none. */
export function textUnder(json: unknown, key: string): string {
  const found = ownValue(json as Record<string, unknown> | null, key);
  return typeof found === "string" ? found : "";
}

/** What every provider's refusals have in common: the status tells most, the provider's words whether it is the template. */
export function readRefusal(answer: Extract<WireAnswer, { status: number }>, words: string): EmailResult {
  const { status } = answer;
  const said = words || `HTTP ${status}`;
  if (status === 429) return { outcome: "refused", failure: "email_throttled", words: said };
  if (status === 401 || status === 403) return { outcome: "refused", failure: "email_account", words: said };
  // a gateway that gave up may have handed it on
  if (status === 502 || status === 504) return { outcome: "in_doubt" };
  if (status >= 500) return { outcome: "refused", failure: "email_unavailable", words: said };
  const failure = /template|emailid|email content|content id/i.test(said) ? "email_template" : "email_rejected";
  return { outcome: "refused", failure, words: said };
}

/** Nothing came back: safe to try again only before the first byte went out. */
export const readBroken = (broken: "before_first_byte" | "after_first_byte"): EmailResult =>
  broken === "before_first_byte"
    ? { outcome: "refused", failure: "email_unavailable", words: "no connection" }
    : { outcome: "in_doubt" };

/** What a check of a key means, by its status; `named` is what the answer says of the account. */
export function readKeyCheck(answer: WireAnswer, provider: string, words: string, named: string): KeyCheck {
  if ("broken" in answer) return { ok: false, words: `${provider} could not be reached` };
  if (answer.status >= 200 && answer.status < 300) return { ok: true, words: `${provider} takes the key${named}` };
  if (answer.status === 401 || answer.status === 403)
    return { ok: false, words: `${provider} refused the key: ${words || `HTTP ${answer.status}`}` };
  return { ok: false, words: `${provider} answered ${words || `HTTP ${answer.status}`}` };
}

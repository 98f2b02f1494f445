import type { OutgoingText, SendResult, WireAnswer, WireRequest } from "../carrier.ts";
import { readSendAnswer } from "../requestConnection.ts";
import { failureOfRefusal } from "./errorCodes.ts";

/** The provider account that requests are sent as. */
export interface TwilioAccount {
  /** Without a slash at its end. */
  baseUrl: string;
  accountSid: string;
  authToken: string;
}

/** How texts leave the account. */
export interface TwilioSender {
  /** The service that chooses the sender. Null sends from the text's own number. */
  messagingServiceSid: string | null;
  /** The public address of status events. It names our message, because the provider's list of messages cannot. */
  statusCallback: string;
}

/** The longest text that the provider accepts, in characters. */
const longestText = 1600;

/** The headers of every request of an account. */
export const headersOf = ({ accountSid, authToken }: TwilioAccount): Record<string, string> => ({
  authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}`,
  accept: "application/json",
});

/** The address of a resource of the account. */
export const addressOf = ({ baseUrl, accountSid }: TwilioAccount, resource: string): string =>
  `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${resource}.json`;

/** A request with a form. A name can be repeated. */
export const formOf = (
  account: TwilioAccount,
  resource: string,
  fields: readonly (readonly [name: string, value: string])[],
): WireRequest => ({
  method: "POST",
  url: addressOf(account, resource),
  headers: { ...headersOf(account), "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
});

/** Sends a text or a picture. */
export function buildSend(account: TwilioAccount, sender: TwilioSender, text: OutgoingText): WireRequest {
  const form = new URLSearchParams({ To: text.to, StatusCallback: sender.statusCallback });
  if (sender.messagingServiceSid === null) form.set("From", text.from);
  else form.set("MessagingServiceSid", sender.messagingServiceSid);
  if (text.text !== "") form.set("Body", text.text);
  if (text.mediaUrl !== null) form.set("MediaUrl", text.mediaUrl);
  return formOf(account, "/Messages", [...form]);
}

/** Why a text cannot be sent at all. Null means that it can. */
export function refuseUnsendable({ text, mediaUrl }: OutgoingText): SendResult | null {
  if (text === "" && mediaUrl === null) return { outcome: "refused", failure: "carrier_content", code: "21602" };
  if ([...text].length > longestText) return { outcome: "refused", failure: "carrier_content", code: "21617" };
  return null;
}

/** The outcome of a send. */
export const readSend = (answer: WireAnswer): SendResult =>
  readSendAnswer(
    answer,
    (body) => {
      const sid = readObject(body)?.["sid"];
      return typeof sid === "string" && sid !== "" ? sid : null;
    },
    (status, body) => {
      const given = readObject(body)?.["code"];
      const code = typeof given === "number" ? given : null;
      return { failure: failureOfRefusal(status, code), code: String(code ?? status) };
    },
  );

/** How long to wait after a 429, in milliseconds. Null if the answer does not say. `now` is needed for dates. */
export function retryAfterMs(answer: WireAnswer, now: number): number | null {
  if ("broken" in answer || answer.status !== 429) return null;
  const value = answer.headers["retry-after"];
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Reads the account, for the connection test. */
export const buildReadAccount = (account: TwilioAccount): WireRequest => ({
  method: "GET",
  url: addressOf(account, ""),
  headers: headersOf(account),
  body: "",
});

/** Reads the account's balance, for the connection test. */
export const buildReadBalance = (account: TwilioAccount): WireRequest => ({
  ...buildReadAccount(account),
  url: addressOf(account, "/Balance"),
});

/** The object in an answer. Null: there is none. */
export function readObject(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

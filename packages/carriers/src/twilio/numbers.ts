import type { ProviderNumber, WireAnswer, WireRequest } from "../carrier.ts";
import { addressOf, headersOf, readObject, type TwilioAccount } from "./messages.ts";

/** Asks for the account's numbers, or for one of them. */
export const buildListNumbers = (account: TwilioAccount, phone?: string): WireRequest => ({
  method: "GET",
  url: `${addressOf(account, "/IncomingPhoneNumbers")}?${new URLSearchParams(
    phone === undefined ? { PageSize: "1000" } : { PhoneNumber: phone },
  )}`,
  headers: headersOf(account),
  body: "",
});

/** The numbers of an answer, and the address of the next page. Null: it is no list of numbers. */
export function readNumbers(
  account: TwilioAccount,
  answer: WireAnswer,
): { numbers: ProviderNumber[]; next: WireRequest | null } | null {
  if ("broken" in answer || answer.status !== 200) return null;
  const body = readObject(answer.body);
  const list = body?.["incoming_phone_numbers"];
  if (!Array.isArray(list)) return null;
  const next = body?.["next_page_uri"];
  return {
    numbers: list.flatMap((one) => readNumber(one) ?? []),
    next:
      typeof next === "string" && next !== ""
        ? { method: "GET", url: new URL(next, account.baseUrl).href, headers: headersOf(account), body: "" }
        : null,
  };
}

function readNumber(one: Record<string, unknown> | null): ProviderNumber | null {
  const [sid, phone, url] = [one?.["sid"], one?.["phone_number"], one?.["sms_url"]];
  if (typeof sid !== "string" || typeof phone !== "string") return null;
  const can = (one?.["capabilities"] ?? {}) as Record<string, unknown>;
  return {
    ref: sid,
    phone,
    name: typeof one?.["friendly_name"] === "string" ? one["friendly_name"] : "",
    texts: isYes(can["sms"] ?? can["SMS"]),
    pictures: isYes(can["mms"] ?? can["MMS"]),
    calls: isYes(can["voice"]),
    messagesUrl: typeof url === "string" && url !== "" ? url : null,
  };
}

const isYes = (value: unknown): boolean => value === true || value === "true";

/** Sends the inbound texts of a number to an address. An application of the number, which would come first, is taken off. */
export const buildPointNumber = (account: TwilioAccount, sid: string, messagesUrl: string): WireRequest => ({
  method: "POST",
  url: addressOf(account, `/IncomingPhoneNumbers/${encodeURIComponent(sid)}`),
  headers: { ...headersOf(account), "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ SmsUrl: messagesUrl, SmsMethod: "POST", SmsApplicationSid: "" }).toString(),
});

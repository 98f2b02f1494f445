import type {
  NumberSearch,
  NumberWebhooks,
  OfferedNumber,
  ProviderNumber,
  WireAnswer,
  WireRequest,
} from "../carrier.ts";
import { addressOf, formOf, headersOf, readObject, type TwilioAccount } from "./messages.ts";

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
  const [sid, phone] = [one?.["sid"], one?.["phone_number"]];
  const urlOf = (url: unknown) => (typeof url === "string" && url !== "" ? url : null);
  if (typeof sid !== "string" || typeof phone !== "string") return null;
  return {
    ref: sid,
    phone,
    name: typeof one?.["friendly_name"] === "string" ? one["friendly_name"] : "",
    ...abilitiesOf(one),
    messagesUrl: urlOf(one?.["sms_url"]),
    callsUrl: urlOf(one?.["voice_url"]),
  };
}

/** The API writes `sms`, or `SMS` in lists of numbers for sale. */
function abilitiesOf(one: Record<string, unknown> | null): Pick<ProviderNumber, "texts" | "pictures" | "calls"> {
  const can = (one?.["capabilities"] ?? {}) as Record<string, unknown>;
  return {
    texts: isYes(can["sms"] ?? can["SMS"]),
    pictures: isYes(can["mms"] ?? can["MMS"]),
    calls: isYes(can["voice"]),
  };
}

const isYes = (value: unknown): boolean => value === true || value === "true";

/** Sends the inbound texts and calls of a number to the product. An application of the number, which would come first, is taken off. */
export const buildPointNumber = (account: TwilioAccount, sid: string, webhooks: NumberWebhooks): WireRequest =>
  formOf(account, `/IncomingPhoneNumbers/${encodeURIComponent(sid)}`, [
    ...webhookFields(webhooks),
    ["SmsApplicationSid", ""],
    ["VoiceApplicationSid", ""],
  ]);

/** The fallback is the same address: its answer to a repeated request is the same. */
const webhookFields = ({ messages, calls, callStatus }: NumberWebhooks): (readonly [string, string])[] => [
  ["SmsUrl", messages],
  ["SmsMethod", "POST"],
  ["VoiceUrl", calls],
  ["VoiceMethod", "POST"],
  ["VoiceFallbackUrl", calls],
  ["VoiceFallbackMethod", "POST"],
  ["StatusCallback", callStatus],
  ["StatusCallbackMethod", "POST"],
];

const typePaths = { local: "Local", mobile: "Mobile", tollFree: "TollFree" } as const;
/** How many numbers a search returns. */
const mostOffers = 50;

/** Looks for numbers for sale. */
export function buildSearchNumbers(account: TwilioAccount, search: NumberSearch): WireRequest {
  const query = new URLSearchParams({ PageSize: String(mostOffers) });
  if (search.areaCode !== undefined) query.set("AreaCode", search.areaCode);
  if (search.contains !== undefined) query.set("Contains", search.contains);
  for (const [name, isWanted] of [
    ["SmsEnabled", search.texts],
    ["MmsEnabled", search.pictures],
    ["VoiceEnabled", search.calls],
  ] as const)
    if (isWanted) query.set(name, "true");
  const path = `/AvailablePhoneNumbers/${encodeURIComponent(search.country)}/${typePaths[search.type]}`;
  return { method: "GET", url: `${addressOf(account, path)}?${query}`, headers: headersOf(account), body: "" };
}

/** The numbers for sale of an answer. Null: it is no list of them. A provider answers 404 for a country or type that it has none of. */
export function readOffers(answer: WireAnswer): OfferedNumber[] | null {
  if ("broken" in answer) return null;
  if (answer.status === 404) return [];
  const list = answer.status === 200 ? readObject(answer.body)?.["available_phone_numbers"] : null;
  return Array.isArray(list) ? list.flatMap((one) => readOffer(one) ?? []) : null;
}

function readOffer(one: Record<string, unknown> | null): OfferedNumber | null {
  const phone = one?.["phone_number"];
  if (typeof phone !== "string") return null;
  const place = [one?.["locality"], one?.["region"]].filter((part) => typeof part === "string" && part !== "");
  const address = one?.["address_requirements"];
  return {
    phone,
    place: place.join(", ") || null,
    ...abilitiesOf(one),
    needsAddress: typeof address === "string" && address !== "none",
  };
}

/** Buys a number whose inbound texts and calls go to the product. */
export const buildBuyNumber = (account: TwilioAccount, phone: string, webhooks: NumberWebhooks): WireRequest =>
  formOf(account, "/IncomingPhoneNumbers", [["PhoneNumber", phone], ...webhookFields(webhooks)]);

/** The number of an answer to a purchase. Null if it names none. */
export const readBought = (answer: WireAnswer): ProviderNumber | null =>
  "broken" in answer ? null : readNumber(readObject(answer.body));

/** Gives a number back. */
export const buildReleaseNumber = (account: TwilioAccount, sid: string): WireRequest => ({
  method: "DELETE",
  url: addressOf(account, `/IncomingPhoneNumbers/${encodeURIComponent(sid)}`),
  headers: headersOf(account),
  body: "",
});

/** What a provider says of a request that it refused, with its error code. Empty if it says nothing. */
export function wordsOfRefusal(answer: WireAnswer): string {
  const said = "broken" in answer ? null : readObject(answer.body);
  const code = typeof said?.["code"] === "number" ? ` (error ${said["code"]})` : "";
  const message = typeof said?.["message"] === "string" ? said["message"].slice(0, 200).replace(/\.$/, "") : "";
  return message === "" ? "" : message + code;
}

import type { ProviderStatus, ProviderText } from "../providerEvents.ts";
import { failureOfCode } from "./errorCodes.ts";

/** A received text. */
export interface TwilioInbound extends ProviderText {
  /** The RCS sender that it was written to. Null: a number. */
  rcsSender: string | null;
}

/** The provider's statuses, as the product names them. Earlier ones say nothing new. */
const statuses: ReadonlyMap<string, ProviderStatus["status"]> = new Map([
  ["sending", "submitted"],
  ["sent", "submitted"],
  ["delivered", "delivered"],
  ["read", "read"],
  ["undelivered", "undelivered"],
  ["failed", "undelivered"],
  ["canceled", "undelivered"],
]);

/** The code of a text whose validity period ended. */
const expiredCode = 30036;
/** In front of the addresses of an RCS message. */
const rcsPrefix = "rcs:";
/** The provider sends at most this many. */
const mostMedia = 10;

/** Reads a status event. Null for statuses that change nothing, and for events of no message. */
export function readStatus(fields: URLSearchParams): ProviderStatus | null {
  const carrierRef = fields.get("MessageSid") ?? fields.get("SmsSid");
  const status = statuses.get(fields.get("MessageStatus") ?? fields.get("SmsStatus") ?? "");
  if (!carrierRef || status === undefined) return null;
  if (status !== "undelivered") return { carrierRef, status, failure: null, code: null };
  const given = fields.get("ErrorCode") ?? "";
  const code = /^\d+$/.test(given) ? Number(given) : null;
  return {
    carrierRef,
    status: code === expiredCode ? "expired" : status,
    failure: failureOfCode(code),
    code: code === null ? null : String(code),
  };
}

/** Reads a received text. Null if it lacks its id, sender or number. */
export function readInbound(fields: URLSearchParams): TwilioInbound | null {
  const carrierRef = fields.get("MessageSid") ?? fields.get("SmsSid");
  const [from, to] = [fields.get("From"), fields.get("To")];
  if (!carrierRef || !from || !to) return null;
  const count = Math.min(Number(fields.get("NumMedia")) || 0, mostMedia);
  const media = Array.from({ length: count }, (_, index) => ({
    url: fields.get(`MediaUrl${index}`) ?? "",
    contentType: fields.get(`MediaContentType${index}`) ?? "",
  })).filter(({ url }) => url !== "");
  const type = fields.get("OptOutType")?.toLowerCase();
  const optOut = type === "stop" || type === "start" || type === "help" ? type : null;
  const isRcs = to.startsWith(rcsPrefix);
  // a tapped button has its words in a field of its own
  const text = fields.get("ButtonText") || fields.get("Body") || fields.get("ButtonPayload") || "";
  const rcsSender = isRcs ? to.slice(rcsPrefix.length) : null;
  return { carrierRef, from: from.replace(rcsPrefix, ""), to, text, media, rcsSender, optOut };
}

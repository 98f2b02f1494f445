import type { ProviderStatus, ProviderText } from "../providerEvents.ts";
import { objectOf, readObject } from "../readObject.ts";
import { readError, textOf } from "./account.ts";
import { failureOfDelivery } from "./errorCodes.ts";

/** An event of a webhook. */
export interface TelnyxEvent {
  type: string;
  payload: Record<string, unknown>;
}

/** Reads an event. Null: it is none. */
export function readEvent(body: string): TelnyxEvent | null {
  const data = objectOf(readObject(body)?.["data"]);
  const payload = objectOf(data?.["payload"]);
  const type = textOf(data?.["event_type"]);
  return payload === null || type === "" ? null : { type, payload };
}

/** The provider's statuses, as the product names them. Unconfirmed: the provider has it, and no one knows more. */
const statuses: ReadonlyMap<string, ProviderStatus["status"]> = new Map([
  ["queued", "submitted"],
  ["sending", "submitted"],
  ["sent", "submitted"],
  ["delivery_unconfirmed", "submitted"],
  ["delivered", "delivered"],
  ["expired", "expired"],
  ["sending_failed", "undelivered"],
  ["delivery_failed", "undelivered"],
]);

/** The codes of texts whose time limit ended. */
const expiredCodes: ReadonlySet<string> = new Set(["40005", "40014"]);

/** Reads a status event. Null for statuses that change nothing, and for events of no message. */
export function readStatus({ type, payload }: TelnyxEvent): ProviderStatus | null {
  if (type !== "message.sent" && type !== "message.finalized") return null;
  const carrierRef = textOf(payload["id"]);
  const status = statuses.get(textOf(firstOf(payload["to"])?.["status"]));
  if (carrierRef === "" || status === undefined) return null;
  if (status !== "undelivered" && status !== "expired") return { carrierRef, status, failure: null, code: null };
  const error = readError(payload["errors"]);
  const isExpired = status === "expired" || expiredCodes.has(error?.code ?? "");
  return {
    carrierRef,
    status: isExpired ? "expired" : status,
    failure: isExpired ? "carrier_unreachable" : failureOfDelivery(error),
    code: error?.code || null,
  };
}

/** The provider sends at most this many. */
const mostMedia = 10;
const optOuts: ReadonlySet<string> = new Set(["stop", "start", "help"]);

/** Reads a received text. Null if it is none, or lacks its id, sender or number. */
export function readInbound({ type, payload }: TelnyxEvent): ProviderText | null {
  if (type !== "message.received") return null;
  const carrierRef = textOf(payload["id"]);
  const from = textOf(objectOf(payload["from"])?.["phone_number"]);
  const to = textOf(firstOf(payload["to"])?.["phone_number"]);
  if (carrierRef === "" || from === "" || to === "") return null;
  const files: unknown[] = Array.isArray(payload["media"]) ? payload["media"].slice(0, mostMedia) : [];
  const media = files
    .map(objectOf)
    .map((file) => ({ url: textOf(file?.["url"]), contentType: textOf(file?.["content_type"]) }))
    .filter(({ url }) => url !== "");
  const given = textOf(payload["autoresponse_type"]).toLowerCase();
  const optOut = optOuts.has(given) ? (given as ProviderText["optOut"]) : null;
  return { carrierRef, from, to, text: textOf(payload["text"]), media, optOut };
}

const firstOf = (list: unknown): Record<string, unknown> | null => objectOf(Array.isArray(list) ? list[0] : null);

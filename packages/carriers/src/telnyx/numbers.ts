import type { NumberSearch, OfferedNumber, ProviderNumber, WireAnswer, WireRequest } from "../carrier.ts";
import { objectOf, readObject } from "../readObject.ts";
import { buildRequest, readData, type TelnyxAccount, textOf } from "./account.ts";

type Row = Record<string, unknown>;

/** The lists of the account that describe its numbers: what they are, what they can do, and where texts go. */
export type NumberList =
  | "phone_numbers"
  | "phone_numbers/messaging"
  | "messaging_profiles"
  | "call_control_applications";

const pageSize = 250;

/** Asks for a page of a list, from 1 on, of all numbers or of one. */
export function buildList(account: TelnyxAccount, list: NumberList, page: number, phone?: string): WireRequest {
  const query = new URLSearchParams({ "page[number]": String(page), "page[size]": String(pageSize) });
  // the first list searches for digits, the second for the number as it is written
  if (phone !== undefined && list.startsWith("phone_numbers"))
    query.set("filter[phone_number]", list === "phone_numbers" ? phone.replace(/\D/g, "") : phone);
  return buildRequest(account, "GET", `/${list}?${query}`);
}

/** The rows of a page, and whether there is another. Null: it is no list. */
export function readList(answer: WireAnswer): { rows: Row[]; hasMore: boolean } | null {
  if ("broken" in answer || answer.status !== 200) return null;
  const body = readObject(answer.body);
  const data = body?.["data"];
  if (!Array.isArray(data)) return null;
  const meta = objectOf(body?.["meta"]);
  return {
    rows: data.flatMap((one): Row[] => {
      const row = objectOf(one);
      return row === null ? [] : [row];
    }),
    hasMore: Number(meta?.["page_number"] ?? 1) < Number(meta?.["total_pages"] ?? 1),
  };
}

/** Numbers that can no longer be used, or never could. */
const gone: ReadonlySet<string> = new Set(["deleted", "ported-out", "purchase-failed", "port-failed"]);

/** The account's numbers, from its lists. `profileId` and `applicationId`: those of the connection, to which a number is moved. Without an application numbers have no calls. */
export function joinNumbers(
  lists: Readonly<Record<NumberList, readonly Row[]>>,
  profileId: string,
  applicationId: string,
): ProviderNumber[] {
  const applications = new Map(
    lists.call_control_applications.map((one) => [textOf(one["id"]), urlOf(one["webhook_event_url"])]),
  );
  const webhooks = new Map(lists.messaging_profiles.map((one) => [textOf(one["id"]), urlOf(one["webhook_url"])]));
  const messaging = new Map(lists["phone_numbers/messaging"].map((one) => [textOf(one["phone_number"]), one]));
  return lists.phone_numbers.flatMap((one): ProviderNumber | [] => {
    const [ref, phone] = [textOf(one["id"]), textOf(one["phone_number"])];
    if (ref === "" || phone === "" || gone.has(textOf(one["status"]))) return [];
    const able = messaging.get(phone);
    const features = objectOf(able?.["features"]);
    const ownProfile = textOf(able?.["messaging_profile_id"] ?? one["messaging_profile_id"]);
    return {
      ref,
      phone,
      name: textOf(one["customer_reference"]) || textOf(one["messaging_profile_name"]),
      texts: objectOf(features?.["sms"]) !== null,
      pictures: objectOf(features?.["mms"]) !== null,
      calls: applicationId !== "",
      messagesUrl: webhooks.get(ownProfile) ?? null,
      callsUrl: callsUrlOf(textOf(one["connection_id"]), applications),
      sharedUrl: webhooks.get(profileId) ?? null,
      sharedCallsUrl: applications.get(applicationId) ?? null,
    };
  });
}

/** Where the calls of a number go. A SIP connection has no address here, but is another use of the number. */
const callsUrlOf = (connection: string, applications: ReadonlyMap<string, string | null>): string | null =>
  connection === ""
    ? null
    : applications.has(connection)
      ? (applications.get(connection) ?? null)
      : `connection ${connection}`;

const urlOf = (url: unknown): string | null => textOf(url) || null;

/** Sends the inbound texts of a messaging profile, which all its numbers share, to an address. */
export const buildPointProfile = (account: TelnyxAccount, profileId: string, url: string): WireRequest =>
  buildRequest(account, "PATCH", `/messaging_profiles/${encodeURIComponent(profileId)}`, {
    webhook_url: url,
    webhook_failover_url: url,
    webhook_api_version: "2",
  });

/** Moves a number to a messaging profile. */
export const buildAssignNumber = (account: TelnyxAccount, ref: string, profileId: string): WireRequest =>
  buildRequest(account, "PATCH", `/phone_numbers/${encodeURIComponent(ref)}/messaging`, {
    messaging_profile_id: profileId,
  });

/** Where the inbound texts of a profile go. Null: nowhere. */
export const webhookOfProfile = (answer: WireAnswer): string | null =>
  "broken" in answer ? null : urlOf(readData(answer.body)?.["webhook_url"]);

const typeNames = { local: "local", mobile: "mobile", tollFree: "toll_free" } as const;
/** How many numbers a search returns. */
const mostOffers = 50;
const keypad = ["", "", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];

/** Letters as the digits that they share a key with. */
const digitsOf = (text: string): string =>
  text.toUpperCase().replace(/[A-Z]/g, (letter) => String(keypad.findIndex((letters) => letters.includes(letter))));

/** Looks for numbers for sale. Null: the provider cannot look for it, because it knows no sign for any digit. */
export function buildSearchNumbers(account: TelnyxAccount, search: NumberSearch): WireRequest | null {
  if (search.contains?.includes("*")) return null;
  const query = new URLSearchParams({
    "filter[country_code]": search.country,
    "filter[phone_number_type]": typeNames[search.type],
    "filter[limit]": String(mostOffers),
  });
  if (search.areaCode !== undefined) query.set("filter[national_destination_code]", search.areaCode);
  if (search.contains !== undefined) query.set("filter[phone_number][contains]", digitsOf(search.contains));
  const features = [search.texts && "sms", search.pictures && "mms", search.calls && "voice"].filter(Boolean);
  if (features.length > 0) query.set("filter[features]", features.join(","));
  return buildRequest(account, "GET", `/available_phone_numbers?${query}`);
}

/** The numbers for sale of an answer. Null: it is no list of them. */
export const readOffers = (answer: WireAnswer): OfferedNumber[] | null =>
  readList(answer)?.rows.flatMap((one) => readOffer(one) ?? []) ?? null;

function readOffer(one: Row): OfferedNumber | null {
  const phone = textOf(one["phone_number"]);
  if (phone === "") return null;
  const rowsOf = (list: unknown) => (Array.isArray(list) ? list : []).map(objectOf);
  const regions = rowsOf(one["region_information"]).map((row) => ({
    type: textOf(row?.["region_type"]),
    name: textOf(row?.["region_name"]),
  }));
  const regionOf = (type: string) => regions.find((region) => region.type === type)?.name ?? "";
  const place = [regionOf("location") || regionOf("rate_center"), regionOf("state")].filter((name) => name !== "");
  const can = new Set(rowsOf(one["features"]).map((row) => textOf(row?.["name"])));
  return {
    phone,
    place: place.join(", ") || null,
    texts: can.has("sms"),
    pictures: can.has("mms"),
    calls: can.has("voice"),
    needsAddress: false,
  };
}

/** Sends the calls of a number to an application. */
export const buildConnectNumber = (account: TelnyxAccount, ref: string, applicationId: string): WireRequest =>
  buildRequest(account, "PATCH", `/phone_numbers/${encodeURIComponent(ref)}`, { connection_id: applicationId });

/** Orders a number for a messaging profile and an application. An empty one: for no calls. */
export const buildBuyNumber = (
  account: TelnyxAccount,
  phone: string,
  profileId: string,
  applicationId: string,
): WireRequest =>
  buildRequest(account, "POST", "/number_orders", {
    phone_numbers: [{ phone_number: phone }],
    messaging_profile_id: profileId,
    ...(applicationId !== "" && { connection_id: applicationId }),
  });

/** What became of an order. Null: the answer describes none. */
export function readOrder(answer: WireAnswer): { status: "done" | "failed" | "needsDocuments"; ref: string } | null {
  const order = "broken" in answer ? null : readData(answer.body);
  const [first] = Array.isArray(order?.["phone_numbers"]) ? order["phone_numbers"].map(objectOf) : [];
  if (!order || !first) return null;
  const ref = textOf(first["id"]);
  if (order["status"] === "failure" || first["status"] === "failure") return { status: "failed", ref };
  return { status: order["requirements_met"] === false ? "needsDocuments" : "done", ref };
}

/** Gives a number back. */
export const buildReleaseNumber = (account: TelnyxAccount, ref: string): WireRequest =>
  buildRequest(account, "DELETE", `/phone_numbers/${encodeURIComponent(ref)}`);

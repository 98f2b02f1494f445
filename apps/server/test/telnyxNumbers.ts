import { randomUUID } from "node:crypto";
import { z } from "zod";

/** A number of the account. */
interface OwnedNumber {
  id: string;
  phone_number: string;
  profile: string | null;
  /** The application or SIP connection that its calls go to. */
  connection: string | null;
  mms: boolean;
  status: string;
}

/** A number for sale. */
interface SoldNumber {
  phone_number: string;
  features: string[];
  /** Its order waits for documents. */
  needsDocuments: boolean;
}

/** The numbers of a provider, and those that it sells. */
export interface TelnyxNumbers {
  profiles: { id: string; name: string; enabled: boolean; webhook_url: string | null }[];
  numbers: OwnedNumber[];
  shop: SoldNumber[];
  /** What it does with an order: `doneAndFail` sells and answers 500, `fail` only answers 500. */
  sells: "done" | "doneAndFail" | "fail";
  own(phone: string, more?: Partial<OwnedNumber>): void;
  offer(phone: string, more?: Partial<SoldNumber>): void;
}

/** A request, and how it is answered. */
export interface NumberRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  say(status: number, body: object): void;
  refuse(status: number, code: string, title?: string): void;
  wrong(why: string): void;
}

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
const url = z.string().regex(/^https?:\/\//);
const profileChange = z.strictObject({
  webhook_url: url.nullable().optional(),
  webhook_failover_url: url.nullable().optional(),
  webhook_api_version: z.enum(["1", "2", "2010-04-01"]).optional(),
});
const numberConnection = z.strictObject({ connection_id: z.string().regex(/^\d+$/) });
const numberChange = z.strictObject({ messaging_profile_id: z.string(), messaging_product: z.string().optional() });
const order = z.strictObject({
  phone_numbers: z.array(z.strictObject({ phone_number: e164 })).min(1),
  messaging_profile_id: z.uuid().optional(),
  connection_id: z.string().regex(/^\d+$/).optional(),
  customer_reference: z.string().optional(),
});
const page = { "page[number]": z.coerce.number().int().min(1), "page[size]": z.coerce.number().int().min(1).max(250) };
const queries = {
  phone_numbers: z.strictObject({
    ...page,
    "filter[phone_number]": z
      .string()
      .regex(/^\d{3,}$/)
      .optional(),
  }),
  "phone_numbers/messaging": z.strictObject({ ...page, "filter[phone_number]": e164.optional() }),
  messaging_profiles: z.strictObject(page),
};
const shopQuery = z.strictObject({
  "filter[country_code]": z.string().regex(/^[A-Z]{2}$/),
  "filter[phone_number_type]": z.enum(["local", "toll_free", "mobile", "national", "shared_cost"]),
  "filter[limit]": z.coerce.number().int().min(1),
  "filter[national_destination_code]": z.string().regex(/^\d+$/).optional(),
  "filter[phone_number][contains]": z.string().regex(/^\d+$/).optional(),
  "filter[features]": z
    .string()
    .regex(/^(sms|mms|voice|fax|emergency|hd_voice|international_sms|local_calling)(,(sms|mms|voice))*$/)
    .optional(),
});
/** The lists are cut into pages of this size, whatever the request says, so that the next page is asked for. */
const listed = 2;

/** Answers a request about numbers and what they share, as strictly as its published description. False: it is about something else. */
export function answerNumberRequest(provider: TelnyxNumbers, asked: NumberRequest): boolean {
  const answer = answererOf(provider, `${asked.method} ${asked.path}`);
  answer?.(asked);
  return answer !== null;
}

function answererOf(provider: TelnyxNumbers, does: string): ((asked: NumberRequest) => void) | null {
  if (does === "GET /available_phone_numbers") return (asked) => search(provider, asked);
  if (does === "POST /number_orders") return (asked) => sell(provider, asked);
  const [, name] = /^GET \/(phone_numbers|phone_numbers\/messaging|messaging_profiles)$/.exec(does) ?? [];
  if (name !== undefined) return (asked) => list(provider, asked, name as ListName);
  const [, profile] = /^(?:GET|PATCH) \/messaging_profiles\/([0-9a-f-]{36})$/.exec(does) ?? [];
  if (profile !== undefined) return (asked) => answerProfile(provider, asked, profile);
  const [, number = ""] =
    /^(?:(?:DELETE|PATCH) \/phone_numbers\/(?=\d+$)|PATCH \/phone_numbers\/(?=\d+\/messaging$))(\d+)/.exec(does) ?? [];
  return number === "" ? null : (asked) => changeNumber(provider, asked, number);
}

const rowsOf = (provider: TelnyxNumbers) => ({
  phone_numbers: () =>
    provider.numbers.map(({ id, phone_number, profile, connection, status }) => ({
      record_type: "phone_number",
      id,
      phone_number,
      status,
      customer_reference: `Number ${phone_number.slice(-4)}`,
      messaging_profile_id: profile,
      connection_id: connection,
    })),
  "phone_numbers/messaging": () =>
    provider.numbers.map(({ phone_number, profile, mms }) => {
      const able = { domestic_two_way: true, international_inbound: true, international_outbound: false };
      return {
        record_type: "messaging_settings",
        phone_number,
        messaging_profile_id: profile,
        features: { sms: able, mms: mms ? able : null },
      };
    }),
  messaging_profiles: () => provider.profiles.map((one) => ({ record_type: "messaging_profile", ...one })),
});
type ListName = keyof ReturnType<typeof rowsOf>;

function list(provider: TelnyxNumbers, asked: NumberRequest, name: ListName): unknown {
  const read = queries[name].safeParse(asked.query);
  if (!read.success) return asked.wrong(read.error.message);
  const digits = String(asked.query["filter[phone_number]"] ?? "").replace("+", "");
  const rows = rowsOf(provider)
    [name]()
    .filter((one) => !("phone_number" in one) || one.phone_number.includes(digits));
  const at = read.data["page[number]"];
  asked.say(200, {
    data: rows.slice(listed * (at - 1), listed * at),
    meta: { page_number: at, page_size: listed, total_pages: Math.max(1, Math.ceil(rows.length / listed)) },
  });
}

function search(provider: TelnyxNumbers, asked: NumberRequest): unknown {
  const read = shopQuery.safeParse(asked.query);
  if (!read.success) return asked.wrong(read.error.message);
  const { data } = read;
  const isUs = data["filter[country_code]"] === "US" && data["filter[phone_number_type]"] === "local";
  const wanted = data["filter[features]"]?.split(",") ?? [];
  const found = provider.shop.filter(
    ({ phone_number: phone, features }) =>
      isUs &&
      phone.startsWith(`+1${data["filter[national_destination_code]"] ?? ""}`) &&
      phone.slice(2).includes(data["filter[phone_number][contains]"] ?? "") &&
      wanted.every((feature) => features.includes(feature)),
  );
  asked.say(200, {
    data: found.map(({ phone_number, features }) => ({
      record_type: "available_phone_number",
      phone_number,
      features: features.map((name) => ({ name })),
      region_information: [
        { region_type: "country_code", region_name: "US" },
        { region_type: "rate_center", region_name: "SEATTLE" },
        { region_type: "state", region_name: "WA" },
      ],
      cost_information: { upfront_cost: "1.00", monthly_cost: "1.00", currency: "USD" },
    })),
  });
}

function sell(provider: TelnyxNumbers, asked: NumberRequest): unknown {
  const read = order.safeParse(asked.body);
  if (!read.success) return asked.wrong(read.error.message);
  const phone = read.data.phone_numbers[0]?.phone_number ?? "";
  const at = provider.shop.findIndex((one) => one.phone_number === phone);
  if (at < 0) return asked.refuse(422, "85006", `${phone} is no longer available.`);
  const sold = provider.shop[at];
  if (provider.sells !== "fail" && !sold?.needsDocuments) {
    provider.shop.splice(at, 1);
    provider.own(phone, {
      profile: read.data.messaging_profile_id ?? null,
      connection: read.data.connection_id ?? null,
    });
  }
  if (provider.sells !== "done") return asked.refuse(500, "10007");
  const requirements_met = !sold?.needsDocuments;
  const numbers = [{ id: randomUUID(), phone_number: phone, status: "pending", requirements_met }];
  asked.say(200, {
    data: {
      record_type: "number_order",
      id: randomUUID(),
      status: "pending",
      requirements_met,
      phone_numbers: numbers,
    },
  });
}

function changeNumber(provider: TelnyxNumbers, asked: NumberRequest, id: string): unknown {
  const one = provider.numbers.find((number) => number.id === id);
  if (one === undefined) return asked.refuse(404, "10005");
  if (asked.method === "DELETE") {
    provider.numbers.splice(provider.numbers.indexOf(one), 1);
    return asked.say(200, { data: { record_type: "phone_number", id, status: "deleted" } });
  }
  if (!asked.path.endsWith("/messaging")) {
    const read = numberConnection.safeParse(asked.body);
    if (!read.success) return asked.wrong(read.error.message);
    one.connection = read.data.connection_id;
    return asked.say(200, { data: { record_type: "phone_number", id } });
  }
  const read = numberChange.safeParse(asked.body);
  if (!read.success) return asked.wrong(read.error.message);
  one.profile = read.data.messaging_profile_id || null;
  asked.say(200, { data: { record_type: "messaging_settings", phone_number: one.phone_number } });
}

function answerProfile(provider: TelnyxNumbers, asked: NumberRequest, id: string): unknown {
  const profile = provider.profiles.find((one) => one.id === id);
  if (profile === undefined) return asked.refuse(404, "10005", "Resource not found");
  if (asked.method === "PATCH") {
    const read = profileChange.safeParse(asked.body);
    if (!read.success) return asked.wrong(read.error.message);
    profile.webhook_url = read.data.webhook_url ?? profile.webhook_url;
  }
  asked.say(200, { data: { record_type: "messaging_profile", ...profile } });
}

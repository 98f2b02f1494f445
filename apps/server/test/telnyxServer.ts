import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { makeCertificate } from "./certificate.ts";

/** A text that the provider has. */
export interface TakenText {
  id: string;
  to: string;
  from: string;
  text: string;
  media: string[];
  webhookUrl: string;
}

/** What the provider does with a text. */
type Does =
  | "accept"
  /** Takes it and answers 500. */
  | "acceptAndFail"
  /** Takes it and closes the connection. */
  | "acceptAndDrop"
  /** Its delivery is reported before the answer. */
  | "statusFirst"
  | { status: number; code: string; title?: string; headers?: Record<string, string> };

/** A number of the account. */
interface OwnedNumber {
  id: string;
  phone_number: string;
  profile: string | null;
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

/** A stand-in for Telnyx, as strict as its published description (telecom §1.9). */
export interface TelnyxServer {
  baseUrl: string;
  cert: string;
  apiKey: string;
  /** The half of the signing key that the portal shows. */
  publicKey: string;
  profileId: string;
  profiles: { id: string; name: string; enabled: boolean; webhook_url: string | null }[];
  numbers: OwnedNumber[];
  shop: SoldNumber[];
  /** What it does with an order: `doneAndFail` sells and answers 500, `fail` only answers 500. */
  sells: "done" | "doneAndFail" | "fail";
  taken: TakenText[];
  /** Requests that do not keep to the description. */
  mistakes: string[];
  /** Pictures that contacts send, by their path below /media/. */
  media: Map<string, Buffer>;
  does(text: Omit<TakenText, "id">, count: number): Does;
  own(phone: string, more?: Partial<OwnedNumber>): void;
  offer(phone: string, more?: Partial<SoldNumber>): void;
  /** Sends an event, signed as the provider signs. Answers the HTTP status and body. */
  post(url: string, event: object, forged?: Forged): Promise<{ status: number; body: string }>;
  /** Reports the status of a text. */
  tell(text: TakenText, status: string, error?: { code: string; title: string }): Promise<number>;
  /** A text from a phone to a number. */
  text(url: string, payload: { from: string; to: string } & Record<string, unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** What is wrong with an event. */
interface Forged {
  signature?: string;
  timestamp?: number;
}

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/);
const url = z.string().regex(/^https?:\/\//);
const message = z
  .strictObject({
    to: e164,
    from: e164,
    messaging_profile_id: z.uuid(),
    text: z.string().min(1).optional(),
    subject: z.string().optional(),
    media_urls: z.array(url).min(1).max(10).optional(),
    type: z.enum(["SMS", "MMS"]).optional(),
    webhook_url: url.optional(),
    webhook_failover_url: url.optional(),
    use_profile_webhooks: z.boolean().optional(),
    auto_detect: z.boolean().optional(),
    encoding: z.enum(["auto", "gsm7", "ucs2"]).optional(),
    send_at: z.string().optional(),
  })
  .refine(({ type, text, media_urls: media }) => (type === "MMS" ? media : text), "text is for SMS, media for MMS");
const profileChange = z.strictObject({
  webhook_url: url.nullable().optional(),
  webhook_failover_url: url.nullable().optional(),
  webhook_api_version: z.enum(["1", "2", "2010-04-01"]).optional(),
});
const numberChange = z.strictObject({ messaging_profile_id: z.string(), messaging_product: z.string().optional() });
const order = z.strictObject({
  phone_numbers: z.array(z.strictObject({ phone_number: e164 })).min(1),
  messaging_profile_id: z.uuid().optional(),
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

/** A request of the product, and its answer. */
interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  say(status: number, body: object, headers?: Record<string, string>): void;
  drop(): void;
}

/** Starts the provider on this machine. The host of webhooks is replaced by `address`, where the product really is. */
export async function startTelnyxServer(address: () => string): Promise<TelnyxServer> {
  const { key, cert } = makeCertificate();
  const signing = generateKeyPairSync("ed25519");
  const profileId = randomUUID();
  const provider: TelnyxServer = {
    baseUrl: "",
    cert,
    apiKey: "KEY0123456789ABCDEF_the_providers_key",
    // the last 32 bytes of the standard form are the key
    publicKey: signing.publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64"),
    profileId,
    profiles: [{ id: profileId, name: "Shop", enabled: true, webhook_url: null }],
    numbers: [],
    shop: [],
    sells: "done",
    taken: [],
    mistakes: [],
    media: new Map(),
    does: () => "accept",
    own(phone, more = {}) {
      const id = String(1_293_384_261_075_731_000n + BigInt(provider.numbers.length));
      provider.numbers.push({ id, phone_number: phone, profile: null, mms: false, status: "active", ...more });
    },
    offer(phone, more = {}) {
      provider.shop.push({ phone_number: phone, features: ["sms", "voice"], needsDocuments: false, ...more });
    },
    async post(to, event, { signature, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
      const body = JSON.stringify({ data: { record_type: "event", id: randomUUID(), ...event }, meta: { attempt: 1 } });
      const signed = sign(null, Buffer.from(`${timestamp}|${body}`), signing.privateKey).toString("base64");
      const answer = await fetch(address() + new URL(to).pathname, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "telnyx-timestamp": String(timestamp),
          "telnyx-signature-ed25519": signature ?? signed,
        },
        body,
      });
      return { status: answer.status, body: await answer.text() };
    },
    async tell({ id, to, from, text, webhookUrl }, status, error) {
      const isFinal = !["queued", "sending", "sent"].includes(status);
      const payload = {
        record_type: "message",
        direction: "outbound",
        id,
        from: { phone_number: from },
        to: [{ phone_number: to, status, carrier: "", line_type: "" }],
        text,
        errors: error ? [{ ...error, detail: "" }] : [],
      };
      return (await provider.post(webhookUrl, { event_type: isFinal ? "message.finalized" : "message.sent", payload }))
        .status;
    },
    async text(to, { from, to: number, ...payload }) {
      const received = {
        record_type: "message",
        direction: "inbound",
        id: randomUUID(),
        from: { phone_number: from, status: "received" },
        to: [{ phone_number: number, status: "webhook_delivered" }],
        media: [],
        text: "",
        autoresponse_type: null,
        ...payload,
      };
      return (await provider.post(to, { event_type: "message.received", payload: received })).status;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const refuse = ({ say }: Asked, status: number, code: string, title = `refused ${code}`, headers = {}): void =>
    say(status, { errors: [{ code, title, detail: title, source: { pointer: "/" } }] }, headers);
  const wrong = (asked: Asked, why: string): undefined => {
    provider.mistakes.push(`${asked.method} ${asked.path} ${why}`);
    refuse(asked, 422, "10015", "Bad Request");
  };

  async function takeText(asked: Asked): Promise<unknown> {
    const read = message.safeParse(asked.body);
    if (!read.success) return wrong(asked, read.error.message);
    const { to, from, text = "", media_urls: media = [], webhook_url: webhookUrl = "" } = read.data;
    if (read.data.messaging_profile_id !== profileId) return refuse(asked, 404, "10005");
    const one = { to, from, text, media, webhookUrl };
    const does = provider.does(one, provider.taken.length + 1);
    if (typeof does === "object") return refuse(asked, does.status, does.code, does.title, does.headers);
    const taken = { id: randomUUID(), ...one };
    provider.taken.push(taken);
    if (does === "statusFirst") await provider.tell(taken, "delivered");
    if (does === "acceptAndFail") return refuse(asked, 500, "10007");
    if (does === "acceptAndDrop") return asked.drop();
    const data = { record_type: "message", id: taken.id, to: [{ phone_number: to, status: "queued" }] };
    asked.say(200, { data });
  }

  const rowsOf = {
    phone_numbers: () =>
      provider.numbers.map(({ id, phone_number, profile, status }) => ({
        record_type: "phone_number",
        id,
        phone_number,
        status,
        customer_reference: `Number ${phone_number.slice(-4)}`,
        messaging_profile_id: profile,
        connection_id: null,
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
  };

  function list(asked: Asked, name: keyof typeof rowsOf): unknown {
    const read = queries[name].safeParse(asked.query);
    if (!read.success) return wrong(asked, read.error.message);
    const digits = String(asked.query["filter[phone_number]"] ?? "").replace("+", "");
    const rows = rowsOf[name]().filter((one) => !("phone_number" in one) || one.phone_number.includes(digits));
    const at = read.data["page[number]"];
    asked.say(200, {
      data: rows.slice(listed * (at - 1), listed * at),
      meta: { page_number: at, page_size: listed, total_pages: Math.max(1, Math.ceil(rows.length / listed)) },
    });
  }

  function search(asked: Asked): unknown {
    const read = shopQuery.safeParse(asked.query);
    if (!read.success) return wrong(asked, read.error.message);
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

  function sell(asked: Asked): unknown {
    const read = order.safeParse(asked.body);
    if (!read.success) return wrong(asked, read.error.message);
    const phone = read.data.phone_numbers[0]?.phone_number ?? "";
    const at = provider.shop.findIndex((one) => one.phone_number === phone);
    if (at < 0) return refuse(asked, 422, "85006", `${phone} is no longer available.`);
    const sold = provider.shop[at];
    if (provider.sells !== "fail" && !sold?.needsDocuments) {
      provider.shop.splice(at, 1);
      provider.own(phone, { profile: read.data.messaging_profile_id ?? null });
    }
    if (provider.sells !== "done") return refuse(asked, 500, "10007");
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

  function changeNumber(asked: Asked, id: string): unknown {
    const one = provider.numbers.find((number) => number.id === id);
    if (one === undefined) return refuse(asked, 404, "10005");
    if (asked.method === "DELETE") {
      provider.numbers.splice(provider.numbers.indexOf(one), 1);
      return asked.say(200, { data: { record_type: "phone_number", id, status: "deleted" } });
    }
    const read = numberChange.safeParse(asked.body);
    if (!read.success) return wrong(asked, read.error.message);
    one.profile = read.data.messaging_profile_id || null;
    asked.say(200, { data: { record_type: "messaging_settings", phone_number: one.phone_number } });
  }

  function answerProfile(asked: Asked, id: string): unknown {
    const profile = provider.profiles.find((one) => one.id === id);
    if (profile === undefined) return refuse(asked, 404, "10005", "Resource not found");
    if (asked.method === "PATCH") {
      const read = profileChange.safeParse(asked.body);
      if (!read.success) return wrong(asked, read.error.message);
      profile.webhook_url = read.data.webhook_url ?? profile.webhook_url;
    }
    asked.say(200, { data: { record_type: "messaging_profile", ...profile } });
  }

  function answer(asked: Asked): unknown {
    const { method, path, say } = asked;
    const does = `${method} ${path}`;
    if (does === "POST /messages") return takeText(asked);
    if (does === "GET /balance")
      return say(200, {
        data: { record_type: "balance", balance: "12.50", available_credit: "12.50", currency: "USD" },
      });
    if (does === "GET /available_phone_numbers") return search(asked);
    if (does === "POST /number_orders") return sell(asked);
    const [, name] = /^GET \/(phone_numbers|phone_numbers\/messaging|messaging_profiles)$/.exec(does) ?? [];
    if (name !== undefined) return list(asked, name as keyof typeof rowsOf);
    const [, profile] = /^(?:GET|PATCH) \/messaging_profiles\/([0-9a-f-]{36})$/.exec(does) ?? [];
    if (profile !== undefined) return answerProfile(asked, profile);
    const [, number = ""] =
      /^(?:DELETE \/phone_numbers\/(?=\d+$)|PATCH \/phone_numbers\/(?=\d+\/messaging$))(\d+)/.exec(does) ?? [];
    if (number !== "") return changeNumber(asked, number);
    wrong(asked, "is not published");
  }

  const server: Server = createServer({ key, cert }, (request, response) => {
    let sent = "";
    request.on("data", (part: Buffer) => {
      sent += part.toString();
    });
    request.on("end", () => {
      const at = new URL(request.url ?? "/", provider.baseUrl);
      const file = provider.media.get(at.pathname.replace("/media/", ""));
      if (file) return response.writeHead(200).end(file);
      const asked: Asked = {
        method: request.method ?? "",
        path: at.pathname.replace(/^\/v2/, ""),
        query: Object.fromEntries(at.searchParams),
        body: null,
        say: (status, body, headers = {}) =>
          void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body)),
        drop: () => void request.socket.destroy(),
      };
      if (!at.pathname.startsWith("/v2/")) return refuse(asked, 404, "10005", "Resource not found");
      if (request.headers.authorization !== `Bearer ${provider.apiKey}`)
        return refuse(asked, 401, "10009", "Authentication failed");
      if (sent !== "" && request.headers["content-type"] !== "application/json") return wrong(asked, "is no JSON");
      try {
        asked.body = sent === "" ? null : JSON.parse(sent);
      } catch {
        return refuse(asked, 400, "10023", "Invalid JSON");
      }
      answer(asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provider.baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

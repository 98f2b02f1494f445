import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  type Doing,
  deliver,
  type FileDoing,
  type ProviderServer,
  type Settle,
  startProviderServer,
} from "./providerServer.ts";
import { answerCallRequest, type TelnyxCallRequests } from "./telnyxCallRequests.ts";
import { TelnyxCall } from "./telnyxCalls.ts";
import { answerNumberRequest, type NumberRequest, type TelnyxNumbers } from "./telnyxNumbers.ts";
import { waitLimitMs } from "./waitLimit.ts";

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
export type Does = Doing | { status: number; code: string; title?: string; headers?: Record<string, string> };

/** A stand-in for Telnyx, as strict as its published description (telecom §1.9). */
export interface TelnyxServer extends TelnyxCallRequests, TelnyxNumbers, ProviderServer {
  apiKey: string;
  /** The half of the signing key that the portal shows. */
  publicKey: string;
  profileId: string;
  taken: TakenText[];
  /** Someone calls one of its numbers, whose calls go to the address of the application. */
  ring(url: string, from: string, to: string): Promise<TelnyxCall>;
  /** The newest call to a phone, once it is there. */
  callTo(phone: string): Promise<TelnyxCall>;
  does(text: Omit<TakenText, "id">, count: number): Does;
  /** What it does with a request for a file. */
  doesFile(name: string): FileDoing;
  /** Sends an event, signed as the provider signs. Returns the HTTP status and body. */
  post(url: string, event: object, forged?: Forged): Promise<{ status: number; body: string }>;
  /** Reports the status of a text. */
  tell(text: TakenText, status: string, error?: { code: string; title: string }): Promise<number>;
  /** A text from a phone to a number. */
  text(url: string, payload: { from: string; to: string } & Record<string, unknown>): Promise<number>;
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
/** A request of the product, and its answer. */
interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  say(status: number, body: object, headers?: Record<string, string>): void;
  settle: Settle;
}

/** Starts the provider on this machine. The host of webhooks is replaced by `address`, where the product really is. */
export async function startTelnyxServer(address: () => string): Promise<TelnyxServer> {
  const server = await startProviderServer(answerRequest);
  const signing = generateKeyPairSync("ed25519");
  const profileId = randomUUID();
  const provider: TelnyxServer = {
    ...server,
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
    doesFile: () => "accept",
    applicationId: "1684641123236054244",
    application: { name: "Shop calls", webhookUrl: null, voiceProfile: "1293384261075731499" },
    calls: [],
    conferences: [],
    holdsPrompts: false,
    deleted: [],
    doesCall: () => "accept",
    doesCommand: () => "accept",
    async ring(at, from, to) {
      const call = new TelnyxCall(provider, { direction: "incoming", from, to, webhookUrl: at });
      provider.calls.push(call);
      await call.initiated();
      return call;
    },
    async callTo(phone) {
      const end = Date.now() + waitLimitMs;
      for (;;) {
        const call = provider.calls.findLast(({ to, direction }) => to === phone && direction === "outgoing");
        if (call !== undefined) return call;
        if (Date.now() > end) throw new Error(`no call to ${phone}`);
        await pause(20);
      }
    },
    own(phone, more = {}) {
      const id = String(1_293_384_261_075_731_000n + BigInt(provider.numbers.length));
      provider.numbers.push({
        id,
        phone_number: phone,
        profile: null,
        connection: null,
        mms: false,
        status: "active",
        ...more,
      });
    },
    offer(phone, more = {}) {
      provider.shop.push({ phone_number: phone, features: ["sms", "voice"], needsDocuments: false, ...more });
    },
    async post(to, event, { signature, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
      const body = JSON.stringify({ data: { record_type: "event", id: randomUUID(), ...event }, meta: { attempt: 1 } });
      const signed = sign(null, Buffer.from(`${timestamp}|${body}`), signing.privateKey).toString("base64");
      const answer = await deliver(address() + new URL(to).pathname, {
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
    const data = { record_type: "message", id: taken.id, to: [{ phone_number: to, status: "queued" }] };
    await asked.settle(does, {
      report: () => provider.tell(taken, "delivered"),
      fail: () => refuse(asked, 500, "10007"),
      accept: () => asked.say(200, { data }),
    });
  }

  function answer(asked: Asked): unknown {
    const { method, path, say } = asked;
    const does = `${method} ${path}`;
    if (does === "POST /messages") return takeText(asked);
    if (does === "GET /balance")
      return say(200, {
        data: { record_type: "balance", balance: "12.50", available_credit: "12.50", currency: "USD" },
      });
    const aboutNumbers: NumberRequest = {
      ...asked,
      refuse: (status, code, title) => refuse(asked, status, code, title),
      wrong: (why) => void wrong(asked, why),
    };
    if (answerNumberRequest(provider, aboutNumbers)) return;
    const aboutCalls = {
      ...asked,
      refuse: (status: number, code: string, headers = {}) => refuse(asked, status, code, undefined, headers),
      wrong: (why: string) => void wrong(asked, why),
    };
    if (answerCallRequest(provider, aboutCalls)) return;
    wrong(asked, "is not published");
  }

  function answerRequest(request: IncomingMessage, response: ServerResponse): void {
    let sent = "";
    request.on("data", (part: Buffer) => {
      sent += part.toString();
    });
    request.on("end", () => {
      const at = new URL(request.url ?? "/", provider.baseUrl);
      const name = at.pathname.replace("/media/", "");
      const file = provider.media.get(name);
      if (file) {
        const doesFile = provider.doesFile(name);
        if (typeof doesFile === "object") return void response.writeHead(doesFile.status).end();
        const serve = () => response.writeHead(200).end(file);
        return void server.settleBy(response)(doesFile, { report: async () => {}, fail: () => {}, accept: serve });
      }
      const asked: Asked = {
        method: request.method ?? "",
        path: at.pathname.replace(/^\/v2/, ""),
        query: Object.fromEntries(at.searchParams),
        body: null,
        say: (status, body, headers = {}) =>
          void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body)),
        settle: server.settleBy(response),
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
  }
  return provider;
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { type Doing, deliver, type FileDoing, type ProviderServer, startProviderServer } from "./providerServer.ts";
import { answerCalls } from "./twilioCallRequests.ts";
import { TwilioCall } from "./twilioCalls.ts";
import { fillContent, type ProviderContent, readContent } from "./twilioContents.ts";
import { answerNumbers, answerShop, type TwilioNumbers } from "./twilioNumbers.ts";
import { answerRegistration, type ProviderRegistry } from "./twilioRegistration.ts";
import { waitLimitMs } from "./waitLimit.ts";

/** A text that the provider has. */
export interface TakenText {
  sid: string;
  to: string;
  from: string | undefined;
  service: string | undefined;
  body: string;
  media: string[];
  statusCallback: string | undefined;
  /** Seconds after which it is given up. */
  validity: string | undefined;
  created: Date;
  /** What it says, if it was sent by a content template. */
  content?: unknown;
}

/** What the provider does with a text. */
export type Does =
  | Doing
  /** Loses it and closes the connection. */
  | "drop"
  | { status: number; code: number; retryAfter?: string };

/** A provider with the Twilio API, as strict as its published description. */
export interface TwilioServer extends TwilioNumbers, ProviderServer {
  accountSid: string;
  authToken: string;
  account: { status: string };
  /** An API key of the account, which cannot read the account itself. */
  phoneKey: { sid: string; secret: string };
  taken: TakenText[];
  /** Its brands and 10DLC campaigns. */
  registry: ProviderRegistry;
  /** Its content templates. */
  contents: ProviderContent[];
  /** How it answers the creation of one. */
  creates(count: number): "done" | { status: number; code: number };
  /** The files that it keeps, by their path below /media/. */
  media: Map<string, { contentType: string; data: Buffer }>;
  /** What it does with a request for one of them. */
  doesFile(path: string): FileDoing;
  does(text: Omit<TakenText, "sid" | "created">, count: number): Does;
  /** Calls that it has, in and out. */
  calls: TwilioCall[];
  /** What it does with a request for a call. */
  doesCall(to: string, count: number): Does;
  /** What it knows of numbers, by the number. */
  lines: Map<string, { carrier_name: string; type: string }>;
  /** Recordings that were deleted. */
  deleted: string[];
  /** Someone calls one of its numbers, which asks this address. */
  ring(from: string, to: string, addresses: { calls: string; callStatus: string }): Promise<TwilioCall>;
  /** The newest call to a phone, once it is there. */
  callTo(phone: string): Promise<TwilioCall>;
  newSid(prefix: string): string;
  /** Sends an event, signed as the official library signs. Returns the HTTP status and body. */
  post(url: string, fields: Record<string, string>, signature?: string): Promise<{ status: number; body: string }>;
  /** Tells the status of a text. */
  tell(text: TakenText, status: string, more?: Record<string, string>): Promise<number>;
}

const sidPattern = (prefix: string) => new RegExp(`^${prefix}[0-9a-fA-F]{32}$`);

/** The parameters of `POST …/Messages.json` and what they must be. */
const parameters: Readonly<Record<string, RegExp>> = {
  To: /^(rcs:)?\+[1-9]\d{6,14}$/,
  From: /^(\+[1-9]\d{6,14}|rcs:[A-Za-z0-9_-]+)$/,
  FallbackFrom: /^\+[1-9]\d{6,14}$/,
  MessagingServiceSid: sidPattern("MG"),
  Body: /^[\s\S]{1,1600}$/,
  MediaUrl: /^https?:\/\//,
  StatusCallback: /^https?:\/\/[^_/]+\//,
  ApplicationSid: sidPattern("AP"),
  ValidityPeriod: /^\d+$/,
  SmartEncoded: /^(true|false)$/,
  ContentSid: sidPattern("HX"),
  ContentVariables: /^\{/,
};

/** Starts a provider on this machine. `publicHost` in front of callbacks is replaced by `address`, where the product really is. */
export async function startTwilioServer(address: () => string): Promise<TwilioServer> {
  const server = await startProviderServer(answer);
  const taken: TakenText[] = [];
  const mistakes: string[] = [];
  let sids = 0;
  const newSid = (prefix: string) => `${prefix}${(++sids).toString(16).padStart(32, "0")}`;
  const provider: TwilioServer = {
    ...server,
    accountSid: `AC${"0123456789abcdef".repeat(2)}`,
    authToken: "the provider's token",
    account: { status: "active" },
    phoneKey: { sid: `SK${"fedcba9876543210".repeat(2)}`, secret: "the secret of the key" },
    taken,
    mistakes,
    numbers: [],
    shop: [],
    sells: "done",
    offer(phone, more = {}) {
      provider.shop.push({
        phone_number: phone,
        friendly_name: phone,
        locality: "Seattle",
        region: "WA",
        address_requirements: "none",
        capabilities: { voice: true, sms: true, mms: false },
        ...more,
      });
    },
    own(phone, smsUrl = "", voiceUrl = "") {
      provider.numbers.push({
        sid: newSid("PN"),
        phone_number: phone,
        friendly_name: `Number ${phone.slice(-4)}`,
        capabilities: { voice: true, sms: true, mms: false },
        sms_url: smsUrl,
        sms_method: "POST",
        voice_url: voiceUrl,
      });
    },
    media: new Map(),
    doesFile: () => "accept",
    contents: [],
    registry: { brands: [], campaigns: [], files: "done", bundles: null },
    creates: () => "done",
    does: () => "accept",
    calls: [],
    doesCall: () => "accept",
    deleted: [],
    lines: new Map(),
    newSid,
    async ring(from, to, { calls, callStatus }) {
      const asked = new URLSearchParams();
      const call = new TwilioCall(provider, { direction: "inbound", from, to, asked, statusUrl: callStatus });
      provider.calls.push(call);
      // the first request comes while it rings
      call.status = "ringing";
      const first = call.fields();
      call.status = "in-progress";
      await call.goTo(calls, first);
      return call;
    },
    async callTo(phone) {
      const end = Date.now() + waitLimitMs;
      for (;;) {
        const call = provider.calls.findLast(({ to, direction }) => to === phone && direction === "outbound-api");
        if (call !== undefined) return call;
        if (Date.now() > end) throw new Error(`no call to ${phone}`);
        await pause(20);
      }
    },
    async post(url, fields, signature) {
      const signed = signature ?? getExpectedTwilioSignature(provider.authToken, url, fields);
      const { pathname, search } = new URL(url);
      const answer = await deliver(address() + pathname + search, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signed },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: answer.status, body: await answer.text() };
    },
    async tell(text, status, more = {}) {
      if (text.statusCallback === undefined) throw new Error("the text has no status callback");
      const { sid, to, from = "+15550000000" } = text;
      const { accountSid } = provider;
      const event = {
        MessageSid: sid,
        SmsSid: sid,
        AccountSid: accountSid,
        From: from,
        To: to,
        ApiVersion: "2010-04-01",
      };
      return (await provider.post(text.statusCallback, { ...event, MessageStatus: status, SmsStatus: status, ...more }))
        .status;
    },
  };
  function answer(request: IncomingMessage, response: ServerResponse): void {
    let sent = "";
    request.on("data", (part: Buffer) => {
      sent += part.toString();
    });
    request.on("end", async () => {
      const say = (status: number, body: object, headers: Record<string, string> = {}) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(status === 204 ? "" : JSON.stringify(body));
      const refuse = (status: number, code: number, headers = {}) =>
        say(status, { code, message: `refused ${code}`, more_info: "", status }, headers);
      const url = new URL(request.url ?? "/", provider.baseUrl);
      const basic = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
      const isKey =
        basic === `${provider.phoneKey.sid}:${provider.phoneKey.secret}` && /\/Calls\.json$/.test(url.pathname);
      if (!isKey && basic !== `${provider.accountSid}:${provider.authToken}`) return refuse(401, 20003);
      const file = provider.media.get(url.pathname.replace("/media/", ""));
      if (file) {
        const doesFile = provider.doesFile(url.pathname);
        if (typeof doesFile === "object") return refuse(doesFile.status, 20500);
        const serve = () => response.writeHead(200, { "content-type": file.contentType }).end(file.data);
        return server.settleBy(response)(doesFile, { report: async () => {}, fail: () => {}, accept: serve });
      }
      const base = `/2010-04-01/Accounts/${provider.accountSid}`;
      if (request.method === "GET" && url.pathname === `${base}.json`)
        return say(200, { sid: provider.accountSid, friendly_name: "Shop", type: "Full", ...provider.account });
      if (request.method === "GET" && url.pathname === `${base}/Balance.json`)
        return say(200, { account_sid: provider.accountSid, balance: "12.50", currency: "USD" });
      if (url.pathname.startsWith(`${base}/IncomingPhoneNumbers`))
        return answerNumbers(provider, request.method, url, sent, say);
      if (url.pathname.startsWith(`${base}/AvailablePhoneNumbers/`))
        return answerShop(provider, request.method, url, say);
      if (url.pathname.startsWith("/v2/PhoneNumbers/")) return answerLookUp(request.method, url, say);
      if (/^\/v1\/(a2p|Services)\//.test(url.pathname))
        return answerRegistration(provider.registry, {
          method: request.method ?? "",
          path: url.pathname,
          sent,
          newSid,
          say,
          mistake: (words) => mistakes.push(words),
        });
      if (url.pathname === "/v1/Content") return answerContent(request.method, sent, say);
      if (/\/(Calls|Conferences|Recordings)[./]/.test(url.pathname))
        return answerCalls(
          provider,
          { method: request.method ?? "", path: url.pathname.slice(base.length), query: url.search, sent },
          say,
          server.settleBy(response),
        );
      if (request.method === "GET" && url.pathname === `${base}/Messages.json`) return answerList(url, say);
      if (request.method !== "POST" || url.pathname !== `${base}/Messages.json`) return refuse(404, 20404);
      if (request.headers["content-type"] !== "application/x-www-form-urlencoded") {
        mistakes.push(`content type ${request.headers["content-type"]}`);
        return refuse(400, 20001);
      }
      const form = new URLSearchParams(sent);
      const wrong = [...form].filter(([name, value]) => !parameters[name]?.test(value));
      const sources = ["From", "MessagingServiceSid"].filter((name) => form.has(name)).length;
      const contents = ["Body", "MediaUrl", "ContentSid"].filter((name) => form.has(name)).length;
      if (wrong.length > 0 || !form.has("To") || sources !== 1 || contents === 0) {
        mistakes.push(`wrong parameters: ${sent}`);
        return refuse(400, 20001);
      }
      const text = {
        to: form.get("To") ?? "",
        from: form.get("From") ?? undefined,
        service: form.get("MessagingServiceSid") ?? undefined,
        body: form.get("Body") ?? "",
        media: form.getAll("MediaUrl"),
        statusCallback: form.get("StatusCallback") ?? undefined,
        validity: form.get("ValidityPeriod") ?? undefined,
      };
      const contentSid = form.get("ContentSid");
      const template = provider.contents.find(({ sid }) => sid === contentSid);
      if (contentSid !== null && template === undefined) return refuse(400, 21655);
      const content = template && fillContent(template, form.get("ContentVariables") ?? "");
      if (content === null) return refuse(400, 21656);
      const does = provider.does(text, taken.length + 1);
      if (typeof does === "object")
        return refuse(does.status, does.code, does.retryAfter ? { "retry-after": does.retryAfter } : {});
      if (does === "drop") return void request.socket.destroy();
      const one: TakenText = {
        sid: newSid(text.media.length > 0 ? "MM" : "SM"),
        ...text,
        created: new Date(),
        ...(content !== undefined && { content }),
      };
      taken.push(one);
      await server.settleBy(response)(does, {
        report: () => provider.tell(one, "delivered"),
        fail: () => refuse(500, 20500),
        accept: () =>
          say(201, { sid: one.sid, status: "queued", num_media: String(text.media.length), error_code: null }),
      });
    });
  }
  /** Lists the texts to a phone, newest first. */
  function answerList(url: URL, say: (status: number, body: object) => unknown) {
    const allowed = new Map([
      ["To", parameters["To"]],
      ["From", parameters["From"]],
      ["DateSent>", /^\d{4}-\d{2}-\d{2}$/],
      ["PageSize", /^\d{1,3}$|^1000$/],
    ]);
    const wrong = [...url.searchParams].filter(([name, value]) => !allowed.get(name)?.test(value));
    if (wrong.length > 0) {
      mistakes.push(`list ${url.search}`);
      return say(400, { code: 20001, message: "refused", status: 400 });
    }
    const of = Object.fromEntries(url.searchParams);
    const messages = taken
      .filter(
        ({ to, from, created }) =>
          to === of["To"] && (of["From"] ?? from) === from && created.toISOString() >= (of["DateSent>"] ?? ""),
      )
      .map(({ sid, to, from, body, media, created }) => ({
        sid,
        to,
        from,
        body,
        num_media: String(media.length),
        direction: "outbound-api",
        status: "sent",
        date_created: created.toUTCString(),
      }));
    return say(200, { messages: messages.toReversed(), next_page_uri: null, page: 0, page_size: 50 });
  }
  /** Creates a content template. */
  function answerContent(method: string | undefined, sent: string, say: (status: number, body: object) => unknown) {
    const content = method === "POST" ? readContent(sent) : null;
    if (content === null) {
      mistakes.push(`${method} content ${sent}`);
      return say(400, { code: 20001, message: "refused", status: 400 });
    }
    const creates = provider.creates(provider.contents.length + 1);
    if (creates !== "done") return say(creates.status, { ...creates, message: `refused ${creates.code}` });
    const one = { sid: newSid("HX"), ...content };
    provider.contents.push(one);
    return say(201, one);
  }
  /** Looks a number up. */
  function answerLookUp(method: string | undefined, url: URL, say: (status: number, body: object) => unknown): unknown {
    const phone = decodeURIComponent(url.pathname.replace("/v2/PhoneNumbers/", ""));
    if (method !== "GET" || url.search !== "?Fields=line_type_intelligence" || !/^\+[1-9]\d{6,14}$/.test(phone)) {
      mistakes.push(`${method} ${url.pathname}${url.search}`);
      return say(400, { code: 20001, message: "refused", status: 400 });
    }
    const line = provider.lines.get(phone);
    return say(200, {
      phone_number: phone,
      valid: line !== undefined,
      country_code: "US",
      line_type_intelligence: line ?? null,
    });
  }
  return provider;
}

import { createHmac, generateKeyPairSync, randomUUID, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { type Doing, deliver, type ProviderServer, startProviderServer } from "./providerServer.ts";

/** A message that Google has. */
interface TakenMessage {
  messageId: string;
  to: string;
  body: z.infer<typeof agentMessage>;
}

/** What Google does with a message. */
type Does = Doing | { status: number; retryAfter?: string; words?: string };

/** A stand-in for Google's API, as strict as its published description (telecom §3). */
export interface RbmServer extends ProviderServer {
  agentId: string;
  clientToken: string;
  /** The key file of the service account. */
  keyFile: string;
  /** Whether the key was not revoked. */
  isKeyGood: boolean;
  taken: TakenMessage[];
  /** Requests that do not keep to the description. */
  mistakes: string[];
  /** How many tokens were given out, and how often capabilities were asked for. */
  tokens: number;
  asked: string[];
  /** The features of a phone; null without RCS. */
  featuresOf(phone: string): readonly string[] | null;
  does(message: { to: string; messageId: string }, count: number): Does;
  /** Files that contacts send, by their path below /files/. */
  files: Map<string, Buffer>;
  /** Reports the delivery of a message before its request is answered. */
  onDelivered(message: TakenMessage): Promise<unknown>;
  /** Sends any body to a webhook. */
  post(url: string, body: object, headers?: Record<string, string>): Promise<{ status: number; body: string }>;
  /** Sends a notice, signed as Google signs. */
  notify(url: string, fields: object, more?: { signature?: string; agentId?: string }): Promise<number>;
}

const rbmFeatures = [
  "RICHCARD_STANDALONE",
  "RICHCARD_CAROUSEL",
  "ACTION_CREATE_CALENDAR_EVENT",
  "ACTION_DIAL",
  "ACTION_OPEN_URL",
  "ACTION_SHARE_LOCATION",
  "ACTION_VIEW_LOCATION",
];

const webAddress = z.string().regex(/^https?:\/\//);
const labelled = { text: z.string().min(1).max(25), postbackData: z.string().min(1).max(2_048) };
const suggestion = z.union([
  z.strictObject({ reply: z.strictObject(labelled) }),
  z.strictObject({
    action: z.union([
      z.strictObject({ ...labelled, openUrlAction: z.strictObject({ url: webAddress }) }),
      z.strictObject({
        ...labelled,
        dialAction: z.strictObject({ phoneNumber: z.string().regex(/^\+[1-9]\d{6,14}$/) }),
      }),
    ]),
  }),
]);
const contentInfo = z.strictObject({ fileUrl: webAddress });
const cardContent = z
  .strictObject({
    title: z.string().min(1).max(200).optional(),
    description: z.string().min(1).max(2_000).optional(),
    media: z.strictObject({ height: z.enum(["SHORT", "MEDIUM", "TALL"]), contentInfo }).optional(),
    suggestions: z.array(suggestion).min(1).max(4).optional(),
  })
  .refine(({ title, description, media }) => title ?? description ?? media, "an empty card");
const richCard = z.union([
  z.strictObject({
    standaloneCard: z.strictObject({ cardOrientation: z.enum(["HORIZONTAL", "VERTICAL"]), cardContent }),
  }),
  z.strictObject({
    carouselCard: z.strictObject({
      cardWidth: z.enum(["SMALL", "MEDIUM"]),
      cardContents: z.array(cardContent).min(2).max(10),
    }),
  }),
]);
const suggestions = { suggestions: z.array(suggestion).min(1).max(11).optional() };
const agentMessage = z.strictObject({
  contentMessage: z.union([
    z.strictObject({ text: z.string().min(1).max(3_072), ...suggestions }),
    z.strictObject({ contentInfo, ...suggestions }),
    z.strictObject({ richCard, ...suggestions }),
  ]),
  messageTrafficType: z
    .enum(["AUTHENTICATION", "TRANSACTION", "PROMOTION", "SERVICEREQUEST", "ACKNOWLEDGEMENT"])
    .optional(),
  ttl: z.string().regex(/^\d+(\.\d{1,9})?s$/),
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const longestTtlSeconds = 15 * 86_400;
const statuses = new Map([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [429, "RESOURCE_EXHAUSTED"],
]);

/** Starts Google's API and its sign-in on this machine. Webhooks are called at `address`, where the product really is. */
export async function startRbmServer(address: () => string): Promise<RbmServer> {
  const server = await startProviderServer(answer);
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const clientEmail = "sender@shop.iam.gserviceaccount.com";
  const tokens = new Set<string>();
  const google: RbmServer = {
    ...server,
    agentId: "shop_a1b2c3_agent",
    clientToken: "SJENCPGJESMGUFPY",
    keyFile: JSON.stringify(
      {
        type: "service_account",
        project_id: "shop",
        private_key_id: "0a1b2c",
        private_key: pair.privateKey.export({ type: "pkcs8", format: "pem" }),
        client_email: clientEmail,
        token_uri: `${server.baseUrl}/token`,
      },
      null,
      2,
    ),
    isKeyGood: true,
    taken: [],
    mistakes: [],
    tokens: 0,
    asked: [],
    featuresOf: () => rbmFeatures,
    does: () => "accept",
    files: new Map(),
    onDelivered: async () => {},
    async post(url, body, headers = {}) {
      const { pathname } = new URL(url);
      const answer = await deliver(address() + pathname, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.text() };
    },
    async notify(url, fields, { signature, agentId = google.agentId } = {}) {
      const data = Buffer.from(JSON.stringify({ agentId: `${agentId}@rbm.goog`, ...fields }));
      const signed = signature ?? createHmac("sha512", google.clientToken).update(data).digest("base64");
      const message = { data: data.toString("base64"), messageId: randomUUID(), publishTime: new Date().toISOString() };
      const body = { message, subscription: "projects/rbm/subscriptions/shop" };
      return (await google.post(url, body, { "x-goog-signature": signed })).status;
    },
  };
  /** Why an assertion is refused, in Google's words. */
  function refusalOf(assertion: string): string | null {
    const [header = "", claims = "", signature = ""] = assertion.split(".");
    const signed = Buffer.from(`${header}.${claims}`);
    const isSigned = verify("RSA-SHA256", signed, pair.publicKey, Buffer.from(signature, "base64url"));
    if (!isSigned || !google.isKeyGood) return "Invalid JWT Signature.";
    const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    if (iss !== clientEmail) return "Invalid grant: account not found";
    if (scope !== "https://www.googleapis.com/auth/rcsbusinessmessaging" || aud !== `${google.baseUrl}/token`)
      return "Invalid JWT: wrong scope or audience";
    const isTimely = Math.abs(Date.now() / 1000 - iat) < 300 && exp - iat <= 3_600;
    return isTimely ? null : "Invalid JWT: Token must be a short-lived token and in a reasonable timeframe.";
  }
  function answer(request: IncomingMessage, response: ServerResponse): void {
    let sent = "";
    request.on("data", (part: Buffer) => {
      sent += part.toString();
    });
    request.on("end", async () => {
      const say = (status: number, body: object, headers: Record<string, string> = {}) =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
      const refuse = (status: number, message = "refused", headers = {}) =>
        say(status, { error: { code: status, message, status: statuses.get(status) ?? "INTERNAL" } }, headers);
      const mistake = (words: string) => {
        google.mistakes.push(words);
        return refuse(400, words);
      };
      const { pathname, searchParams } = new URL(request.url ?? "/", google.baseUrl);
      const file = google.files.get(pathname.replace("/files/", ""));
      if (file) return response.writeHead(200, { "content-type": "image/png" }).end(file);
      if (request.method === "POST" && pathname === "/token") {
        const form = new URLSearchParams(sent);
        const isAsked =
          [...form.keys()].sort().join() === "assertion,grant_type" &&
          form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
        if (!isAsked) {
          google.mistakes.push(`token ${sent}`);
          return say(400, { error: "invalid_request" });
        }
        const refusal = refusalOf(form.get("assertion") ?? "");
        if (refusal !== null) return say(400, { error: "invalid_grant", error_description: refusal });
        const token = `ya29.${randomUUID()}`;
        tokens.add(token);
        google.tokens += 1;
        return say(200, { access_token: token, expires_in: 3_599, token_type: "Bearer" });
      }
      const [, phone = "", what = ""] =
        /^\/v1\/phones\/(\+[1-9]\d{6,14})\/(capabilities|agentMessages)$/.exec(decodeURIComponent(pathname)) ?? [];
      if (phone === "") return mistake(`${request.method} ${pathname}`);
      const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      if (!tokens.has(token) || !google.isKeyGood) return refuse(401);
      const idName = what === "capabilities" ? "requestId" : "messageId";
      const names = [...searchParams.keys()].sort().join();
      const id = searchParams.get(idName) ?? "";
      if (names !== ["agentId", idName].join() || !uuid.test(id)) return mistake(`parameters ${searchParams}`);
      if (searchParams.get("agentId") !== google.agentId) return refuse(403, "The caller does not have permission");
      const features = google.featuresOf(phone);
      if (what === "capabilities") {
        if (request.method !== "GET") return mistake(`${request.method} ${pathname}`);
        google.asked.push(phone);
        return features === null ? refuse(404) : say(200, { name: `phones/${phone}/capabilities`, features });
      }
      if (request.method !== "POST" || request.headers["content-type"] !== "application/json")
        return mistake(`${request.method} ${request.headers["content-type"]}`);
      const read = agentMessage.safeParse(JSON.parse(sent));
      if (!read.success) return mistake(`${z.prettifyError(read.error)} in ${sent}`);
      if (Number.parseFloat(read.data.ttl) > longestTtlSeconds) return mistake(`ttl ${read.data.ttl}`);
      if (features === null) return refuse(404);
      const does = google.does({ to: phone, messageId: id }, google.taken.length + 1);
      if (typeof does === "object")
        return refuse(does.status, does.words, does.retryAfter ? { "retry-after": does.retryAfter } : {});
      const message = { messageId: id, to: phone, body: read.data };
      // a message with a used id is ignored
      if (google.taken.every(({ messageId }) => messageId !== id)) google.taken.push(message);
      await server.settleBy(response)(does, {
        report: () => google.onDelivered(message),
        fail: () => refuse(500),
        accept: () =>
          say(200, { name: `phones/${phone}/agentMessages/${id}`, sendTime: new Date().toISOString(), ...read.data }),
      });
    });
  }
  return google;
}

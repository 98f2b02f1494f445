import { verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OutgoingRcs, OutgoingText, WireAnswer, WireRequest } from "../carrier.ts";
import { account, keyFile, publicKey } from "../testWires/rbmAccount.ts";
import { convertContent } from "./content.ts";
import { openRbmCarrier, type RbmOptions } from "./rbmCarrier.ts";
import { buildSend, readSend } from "./requests.ts";
import { buildTokenRequest, readServiceAccount } from "./serviceAccount.ts";

const agent = { baseUrl: "https://us-rcsbusinessmessaging.googleapis.com", agentId: "shop_agent" };
const rcs = (more: Partial<OutgoingRcs> = {}): OutgoingRcs => ({
  agentId: "the_shop",
  type: "text",
  text: "Hello",
  mediaUrl: null,
  cards: [],
  suggestions: [],
  ...more,
});
const card = (more: Partial<OutgoingRcs["cards"][number]> = {}): OutgoingRcs["cards"][number] => ({
  title: "Spring",
  description: "20 % off",
  mediaUrl: "https://shop.example/spring.png",
  height: "tall",
  suggestions: [{ kind: "openUrl", text: "Look", target: "https://shop.example/" }],
  ...more,
});

describe("the sign-in", () => {
  test("asks for a token with an assertion that the service account signed", async () => {
    const request = await buildTokenRequest(account, 1_700_000_000_999);
    const form = new URLSearchParams(request.body);
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect({ ...request, body: [...form.keys()] }).toEqual({
      method: "POST",
      url: "https://oauth2.example/token",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: ["grant_type", "assertion"],
    });
    expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    expect(read(header)).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" });
    expect(read(claims)).toEqual({
      iss: "rbm@shop.iam.gserviceaccount.com",
      scope: "https://www.googleapis.com/auth/rcsbusinessmessaging",
      aud: "https://oauth2.example/token",
      iat: 1_700_000_000,
      exp: 1_700_003_600,
    });
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
  });

  test.for(["", "{", "[]", '{"client_email":"a"}'])("reads no service account from %s", (text) => {
    expect(readServiceAccount(text)).toBeNull();
  });
});

const contentOf = (content: OutgoingRcs) => {
  const converted = convertContent(content);
  return "problem" in converted ? converted : JSON.parse(JSON.stringify(converted.contentMessage));
};

describe("the content of a message", () => {
  test("is sent as Google's API has it, byte for byte", () => {
    const content = convertContent(rcs({ suggestions: [{ kind: "reply", text: "Yes", target: "" }] }));
    if ("problem" in content) throw new Error(content.problem);
    expect(
      buildSend(
        agent,
        "t0k",
        { messageId: "0190a000-0000-7000-8000-000000000001", to: "+13035550142" },
        { contentMessage: content.contentMessage, trafficType: "PROMOTION", ttlSeconds: 3_600 },
      ),
    ).toEqual({
      method: "POST",
      url: "https://us-rcsbusinessmessaging.googleapis.com/v1/phones/+13035550142/agentMessages?messageId=0190a000-0000-7000-8000-000000000001&agentId=shop_agent",
      headers: { authorization: "Bearer t0k", accept: "application/json", "content-type": "application/json" },
      body: '{"contentMessage":{"text":"Hello","suggestions":[{"reply":{"text":"Yes","postbackData":"Yes"}}]},"messageTrafficType":"PROMOTION","ttl":"3600s"}',
    });
  });

  test("is a file for a picture", () => {
    expect(contentOf(rcs({ type: "picture", text: "", mediaUrl: "https://shop.example/a.png" }))).toEqual({
      contentInfo: { fileUrl: "https://shop.example/a.png" },
    });
  });

  test("is a card for a picture with words", () => {
    expect(contentOf(rcs({ type: "picture", text: "New", mediaUrl: "https://shop.example/a.png" }))).toEqual({
      richCard: {
        standaloneCard: {
          cardOrientation: "VERTICAL",
          cardContent: {
            description: "New",
            media: { height: "MEDIUM", contentInfo: { fileUrl: "https://shop.example/a.png" } },
          },
        },
      },
    });
  });

  test("is a standalone card for one card", () => {
    expect(contentOf(rcs({ type: "cards", text: "", cards: [card()] }))).toEqual({
      richCard: {
        standaloneCard: {
          cardOrientation: "VERTICAL",
          cardContent: {
            title: "Spring",
            description: "20 % off",
            media: { height: "TALL", contentInfo: { fileUrl: "https://shop.example/spring.png" } },
            suggestions: [
              { action: { text: "Look", postbackData: "Look", openUrlAction: { url: "https://shop.example/" } } },
            ],
          },
        },
      },
    });
  });

  test("is a carousel for several cards", () => {
    const plain = { description: "", mediaUrl: null, suggestions: [] };
    const cards = [card({ ...plain, title: "One" }), card({ ...plain, title: "Two" })];
    expect(contentOf(rcs({ type: "cards", text: "", cards }))).toEqual({
      richCard: { carouselCard: { cardWidth: "MEDIUM", cardContents: [{ title: "One" }, { title: "Two" }] } },
    });
  });

  test("dials with a button", () => {
    const suggestions = [{ kind: "dial" as const, text: "Call us", target: "+13035550100" }];
    expect(contentOf(rcs({ suggestions }))).toMatchObject({
      suggestions: [
        { action: { text: "Call us", postbackData: "Call us", dialAction: { phoneNumber: "+13035550100" } } },
      ],
    });
  });

  const button = (text: string) => ({ kind: "reply" as const, text, target: "" });
  test.for<[string, Partial<OutgoingRcs>, string]>([
    ["a long text", { text: "x".repeat(3_073) }, "the text has 3073 characters and may have 3072"],
    ["no text", { text: " " }, "the message has no text"],
    ["a long title", { type: "cards", cards: [card({ title: "x".repeat(201) })] }, "may have 200"],
    ["a long description", { type: "cards", cards: [card({ description: "x".repeat(2_001) })] }, "may have 2000"],
    ["a long button", { suggestions: [button("x".repeat(26))] }, "a button's text has 26 characters and may have 25"],
    ["too many buttons", { suggestions: Array.from({ length: 12 }, () => button("a")) }, "12 buttons and may be 11"],
    ["too many cards", { type: "cards", cards: Array.from({ length: 11 }, () => card()) }, "11 cards and may be 10"],
    [
      "too many buttons on a card",
      { type: "cards", cards: [card({ suggestions: Array.from({ length: 5 }, () => button("a")) })] },
      "5 buttons on a card and may be 4",
    ],
    ["a picture without an address", { type: "picture", mediaUrl: "spring.png" }, "no web address"],
    [
      "a button that dials nothing",
      { suggestions: [{ kind: "dial", text: "Call", target: "12" }] },
      'the button "Call" has no phone number',
    ],
  ])("is refused with %s", ([, more, words]) => {
    expect(contentOf(rcs(more))).toEqual({ problem: expect.stringContaining(words) });
  });

  test("is refused above 250 KB", () => {
    const cards = Array.from({ length: 10 }, () => card({ mediaUrl: `https://shop.example/${"x".repeat(30_000)}` }));
    expect(contentOf(rcs({ type: "cards", cards }))).toEqual({ problem: "the message is larger than 250 KB" });
  });
});

const answer = (status: number, body: object = {}, headers = {}): WireAnswer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

describe("the answer to a message", () => {
  test.for<[string, WireAnswer, object]>([
    ["200", answer(200), { outcome: "accepted", carrierRef: "m1" }],
    ["a used id", answer(409), { outcome: "accepted", carrierRef: "m1" }],
    ["404", answer(404), { failure: "carrier_no_rcs" }],
    ["403", answer(403), { failure: "carrier_account" }],
    ["400", answer(400), { failure: "carrier_no_feature" }],
    [
      "400 that names a field",
      answer(400, { error: { details: [{ fieldViolations: [{ field: "text" }] }] } }),
      { failure: "carrier_content" },
    ],
    [
      "400 about a picture that is too large",
      answer(400, { error: { message: "The file at the given URL exceeds the size limit" } }),
      { failure: "carrier_picture" },
    ],
    [
      "400 that names a picture's address",
      answer(400, { error: { details: [{ fieldViolations: [{ field: "content_message.content_info.file_url" }] }] } }),
      { failure: "carrier_picture" },
    ],
    ["429", answer(429), { failure: "carrier_throttled" }],
    ["500", answer(500), { outcome: "in_doubt" }],
    ["no connection", { broken: "before_first_byte" }, { failure: "carrier_unavailable" }],
    ["a broken connection", { broken: "after_first_byte" }, { outcome: "in_doubt" }],
  ])("is read from %s", ([, given, expected]) => {
    expect(readSend(given, "m1")).toMatchObject(expected);
  });
});

let ids = 0;
const textTo = (to: string): OutgoingText => ({
  accountId: "a1",
  messageId: `m${++ids}`,
  from: "+13035550100",
  to,
  text: "Hello",
  mediaUrl: null,
  segments: 1,
  encoding: "RCS",
  rcs: rcs(),
});

type Ask = "token" | "probe" | "capabilities" | "send";
const every = ["RICHCARD_STANDALONE", "RICHCARD_CAROUSEL", "ACTION_OPEN_URL", "ACTION_DIAL"];

/** A connection to a Google that has every message once. */
async function open(says: Partial<Record<Ask, () => WireAnswer>> = {}, options: Partial<RbmOptions> = {}) {
  const clock = { now: 1_000, later: [] as (() => void)[] };
  const asked: Ask[] = [];
  const sent: WireRequest[] = [];
  const texts = new Map<string, OutgoingText>();
  const usual: Record<Ask, () => WireAnswer> = {
    token: () => answer(200, { access_token: `t${asked.length}`, expires_in: 3_600 }),
    probe: () => answer(404),
    capabilities: () => answer(200, { features: every }),
    send: () => answer(200),
  };
  const carrier = openRbmCarrier({
    name: "rbm:c1",
    accountId: "a1",
    agent,
    serviceAccount: keyFile,
    problem: null,
    trafficType: "",
    ttlSeconds: 86_400,
    perSecond: 10,
    window: 100,
    findNamed: async () => null,
    findSent: async (messageId) => texts.get(messageId) ?? null,
    transport: async (request) => {
      const ask: Ask = request.url.includes("/token")
        ? "token"
        : request.method === "POST"
          ? "send"
          : request.url.includes("+12025550100")
            ? "probe"
            : "capabilities";
      asked.push(ask);
      if (ask === "send") sent.push(request);
      return (says[ask] ?? usual[ask])();
    },
    clock: {
      now: () => clock.now,
      after(_, run) {
        clock.later.push(run);
        return () => {};
      },
    },
    ...options,
  });
  await expect.poll(() => carrier.health().state).not.toBe("connecting");
  const send = (text: OutgoingText) => {
    texts.set(text.messageId, text);
    return carrier.send(text);
  };
  return { carrier, clock, asked, sent, texts, send };
}

const phone = "+13035550142";
const count = (asked: readonly Ask[], which: Ask) => asked.filter((one) => one === which).length;

describe("a carrier", () => {
  test("asks once what a phone can show", async () => {
    const { carrier, asked, clock } = await open();
    await carrier.send(textTo(phone));
    await carrier.send(textTo(phone));
    expect(count(asked, "capabilities")).toBe(1);
    clock.now += 24 * 3_600_000;
    await carrier.send(textTo(phone));
    expect(count(asked, "capabilities")).toBe(2);
  });

  test("sends nothing to a phone without RCS", async () => {
    const { carrier, sent } = await open({ capabilities: () => answer(404) });
    expect(await carrier.send(textTo(phone))).toMatchObject({ failure: "carrier_no_rcs" });
    expect(sent).toEqual([]);
  });

  test("sends no carousel to a phone that cannot show it", async () => {
    const { carrier } = await open({ capabilities: () => answer(200, { features: ["RICHCARD_STANDALONE"] }) });
    const carousel = rcs({ type: "cards", text: "", cards: [card(), card()] });
    expect(await carrier.send({ ...textTo(phone), rcs: carousel })).toMatchObject({
      failure: "carrier_no_feature",
      code: "RICHCARD_CAROUSEL",
    });
  });

  test("gives a message its own time limit", async () => {
    const { carrier, sent } = await open();
    await carrier.send({ ...textTo(phone), revokeAfterSeconds: 600 });
    await carrier.send(textTo(phone));
    expect(sent.map(({ body }) => JSON.parse(body).ttl)).toEqual(["600s", "86400s"]);
  });

  test("names the limit that a message exceeds", async () => {
    const { carrier } = await open();
    expect(await carrier.send({ ...textTo(phone), rcs: rcs({ text: "x".repeat(4_000) }) })).toMatchObject({
      failure: "carrier_rcs_limits",
    });
  });

  test("signs in once for many messages, and again when the token ends", async () => {
    const { carrier, asked, clock } = await open();
    await Promise.all([carrier.send(textTo(phone)), carrier.send(textTo(phone))]);
    expect(count(asked, "token")).toBe(1);
    clock.now += 3_540_000;
    await Promise.all([carrier.send(textTo(phone)), carrier.send(textTo(phone))]);
    expect(count(asked, "token")).toBe(2);
  });

  test("accepts no messages until Retry-After has passed", async () => {
    const { carrier, clock } = await open({ send: () => answer(429, {}, { "retry-after": "7" }) });
    expect(await carrier.send(textTo(phone))).toMatchObject({ failure: "carrier_throttled" });
    clock.now += 6_999;
    expect(carrier.room).toBe(0);
    clock.now += 1;
    expect(carrier.room).toBe(100);
  });

  test("sends a message in doubt again under its id", async () => {
    const answers = [answer(500), answer(200)];
    const { carrier, send, sent } = await open({ send: () => answers.shift() ?? answer(200) });
    const text = textTo(phone);
    expect(await send(text)).toEqual({ outcome: "in_doubt" });
    expect(await carrier.lookUp(text)).toEqual({ found: true, carrierRef: text.messageId });
    expect(sent[1]).toEqual(sent[0]);
  });

  test("does not send a message in doubt again that a notice has named", async () => {
    const { carrier, send, sent } = await open({ send: () => answer(500) }, { findNamed: async (id) => id });
    const text = textTo(phone);
    await send(text);
    expect(await carrier.lookUp(text)).toEqual({ found: true, carrierRef: text.messageId });
    expect(sent).toHaveLength(1);
  });

  test("sends a message in doubt no more once it may not be sent", async () => {
    const { carrier, send, sent, texts } = await open({ send: () => answer(500) });
    const text = textTo(phone);
    await send(text);
    texts.clear();
    expect(await carrier.lookUp(text)).toEqual({ found: "unknown" });
    expect(sent).toHaveLength(1);
  });

  test("knows why a message in doubt is refused", async () => {
    const answers = [answer(500), answer(404)];
    const { carrier, send } = await open({ send: () => answers.shift() ?? answer(200) });
    const text = textTo(phone);
    await send(text);
    expect(await carrier.lookUp(text)).toEqual({ found: false, failure: "carrier_no_rcs" });
  });

  test("keeps a message in the queue when the key stops working", async () => {
    const { carrier } = await open({ send: () => answer(401) });
    expect(await carrier.send(textTo(phone))).toMatchObject({ failure: "carrier_unavailable" });
    expect(carrier.room).toBe(0);
  });

  test("accepts messages as soon as Google accepts the agent", async () => {
    const answers = [answer(403), answer(404)];
    const { carrier, clock } = await open({ probe: () => answers.shift() ?? answer(404) });
    expect(carrier.room).toBe(0);
    clock.later.shift()?.();
    await expect.poll(() => carrier.room).toBe(100);
  });

  test("says why its secret cannot be used", async () => {
    const { carrier } = await open({}, { problem: "the secret cannot be decrypted" });
    expect(carrier.health()).toMatchObject({
      state: "waiting",
      lastError: { words: "the secret cannot be decrypted" },
    });
  });

  test("carries no plain texts", async () => {
    const { carrier } = await open();
    expect(await carrier.send({ ...textTo(phone), rcs: null })).toMatchObject({ failure: "carrier_content" });
  });
});

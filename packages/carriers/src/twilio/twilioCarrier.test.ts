import { expect, test } from "vitest";
import type { OutgoingText, WireAnswer } from "../carrier.ts";
import type { TwilioRcs } from "./rcs.ts";
import { tryAccount } from "./tryAccount.ts";
import { openTwilioCarrier } from "./twilioCarrier.ts";
import { readInbound, readStatus } from "./webhooks.ts";

let ids = 0;
const textTo = (to: string): OutgoingText => ({
  accountId: "a1",
  messageId: `m${++ids}`,
  from: "+13035550100",
  to,
  text: "Hello",
  mediaUrl: null,
  segments: 1,
  encoding: "gsm",
});

const accountAnswer: WireAnswer = { status: 200, headers: {}, body: '{"sid":"AC1","status":"active"}' };
const accepted = (): WireAnswer => ({ status: 201, headers: {}, body: `{"sid":"SM${++ids}"}` });

/** A connection whose account reads and sends are answered by these. */
async function open(
  send: () => WireAnswer = accepted,
  read: () => WireAnswer = () => accountAnswer,
  rcs: TwilioRcs | null = null,
) {
  const clock = { now: 1_000, later: [] as (() => void)[] };
  const sent: string[] = [];
  const carrier = openTwilioCarrier({
    name: "twilio:c1",
    accountId: "a1",
    account: { baseUrl: "https://api.example", accountSid: "AC1", authToken: "secret" },
    problem: null,
    messagingServiceSid: "",
    perSecond: 10,
    window: 100,
    demandsRegistration: false,
    rcs,
    statusCallbackOf: ({ messageId }) => `https://trunkline.example/carriers/twilio/c1/status?message=${messageId}`,
    findNamed: async () => null,
    findDoubtful: async () => null,
    listNamed: async () => new Set(),
    transport: async ({ method, body }) => {
      if (method === "GET") return read();
      sent.push(body);
      return send();
    },
    clock: {
      now: () => clock.now,
      after(_, run) {
        clock.later.push(run);
        return () => {};
      },
    },
  });
  await new Promise(setImmediate);
  return { carrier, clock, sent };
}

const throttled = (retryAfter: string) => (): WireAnswer => ({
  status: 429,
  headers: { "retry-after": retryAfter },
  body: '{"code":20429}',
});

test("accepts no texts until Retry-After has passed", async () => {
  const { carrier, clock } = await open(throttled("7"));
  await carrier.send(textTo("+13035550142"));
  clock.now += 6_999;
  expect(carrier.room).toBe(0);
});

test("accepts texts again after Retry-After", async () => {
  const { carrier, clock } = await open(throttled("7"));
  await carrier.send(textTo("+13035550142"));
  clock.now += 7_000;
  expect(carrier.room).toBe(100);
});

test("accepts no texts after it stopped", async () => {
  const { carrier } = await open();
  await carrier.stop();
  expect(carrier.room).toBe(0);
});

const unauthorized: WireAnswer = { status: 401, headers: {}, body: '{"code":20003}' };

test("accepts no texts and says why while the provider refuses the account", async () => {
  const { carrier } = await open(accepted, () => unauthorized);
  expect(carrier.room).toBe(0);
  expect(carrier.health()).toMatchObject({
    state: "waiting",
    lastError: { words: "the account SID or the auth token is wrong" },
  });
});

test("accepts texts as soon as the provider accepts the account", async () => {
  const answers = [unauthorized, accountAnswer];
  const { carrier, clock } = await open(accepted, () => answers.shift() ?? accountAnswer);
  clock.later.shift()?.();
  await new Promise(setImmediate);
  expect(carrier.room).toBe(100);
});

test("keeps a text in the queue when the token stops working", async () => {
  const { carrier } = await open(() => unauthorized);
  expect(await carrier.send(textTo("+13035550142"))).toMatchObject({ failure: "carrier_unavailable" });
  expect(carrier.room).toBe(0);
});

test.for([
  ["a suspended account", { ...accountAnswer, body: '{"sid":"AC1","status":"suspended"}' }, "suspended"],
  ["another API", { ...accountAnswer, body: "<html>" }, "does not answer as the Twilio API does"],
  ["an unknown account", { status: 404, headers: {}, body: "{}" }, "no such account"],
  ["no connection", { broken: "before_first_byte" }, "cannot be reached"],
] as [string, WireAnswer, string][])("the test of a connection names %s", async ([, answer, words]) => {
  const account = { baseUrl: "https://api.example", accountSid: "AC1", authToken: "secret" };
  expect(await tryAccount(account, null, async () => answer)).toEqual({
    ok: false,
    words: expect.stringContaining(words),
  });
});

test("the test of a connection shows the balance", async () => {
  const account = { baseUrl: "https://api.example", accountSid: "AC1", authToken: "secret" };
  const answers: WireAnswer[] = [
    { ...accountAnswer, body: '{"sid":"AC1","status":"active","friendly_name":"Shop"}' },
    { status: 200, headers: {}, body: '{"balance":"12.50","currency":"USD"}' },
  ];
  expect(await tryAccount(account, null, async () => answers.shift() as WireAnswer)).toEqual({
    ok: true,
    words: 'The provider accepted the account "Shop", balance 12.50 USD',
  });
});

const event = (fields: Record<string, string>) => readStatus(new URLSearchParams({ MessageSid: "SM1", ...fields }));

test.for([
  ["sent", "submitted"],
  ["delivered", "delivered"],
  ["read", "read"],
] as const)("reads the status %s as %s", ([given, status]) => {
  expect(event({ MessageStatus: given })).toEqual({ carrierRef: "SM1", status, failure: null, code: null });
});

test("reads why a text was not delivered", () => {
  expect(event({ MessageStatus: "undelivered", ErrorCode: "30006" })).toEqual({
    carrierRef: "SM1",
    status: "undelivered",
    failure: "carrier_landline",
    code: "30006",
  });
});

test("reads an expired text", () => {
  expect(event({ MessageStatus: "undelivered", ErrorCode: "30036" })).toMatchObject({ status: "expired" });
});

test("ignores a status that it does not know", () => {
  expect(event({ MessageStatus: "dreaming" })).toBeNull();
});

const inbound = { MessageSid: "MM1", From: "+13035550142", To: "+13035550100", Body: "Yes" };

test("reads a received text with its pictures", () => {
  const fields = { ...inbound, NumMedia: "1", MediaUrl0: "https://api.example/m", MediaContentType0: "image/png" };
  expect(readInbound(new URLSearchParams(fields))).toEqual({
    carrierRef: "MM1",
    from: "+13035550142",
    to: "+13035550100",
    text: "Yes",
    media: [{ url: "https://api.example/m", contentType: "image/png" }],
    rcsSender: null,
    optOut: null,
  });
});

test("reads the provider's opt-out", () => {
  expect(readInbound(new URLSearchParams({ ...inbound, OptOutType: "STOP" }))).toMatchObject({ optOut: "stop" });
});

test("ignores a received text without a sender", () => {
  expect(readInbound(new URLSearchParams({ MessageSid: "SM1", To: "+13035550100" }))).toBeNull();
});

test("keeps an RCS message for later when its template cannot be looked up here, and sends nothing", async () => {
  const broken = () => Promise.reject(new Error("the database is gone"));
  const rcs = {
    sender: "shop",
    contentUrl: "https://content.example",
    contents: { find: broken, save: broken, forget: broken },
    findTemplate: broken,
  };
  const { carrier, sent } = await open(accepted, undefined, rcs);
  const message = { agentId: "shop", type: "text" as const, text: "Hi", mediaUrl: null, cards: [], suggestions: [] };
  expect(await carrier.send({ ...textTo("+13035550142"), rcs: message })).toEqual({
    outcome: "refused",
    failure: "carrier_unavailable",
    code: null,
  });
  expect(sent).toEqual([]);
});

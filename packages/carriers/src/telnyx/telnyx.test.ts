import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OutgoingText, SendResult, WireAnswer } from "../carrier.ts";
import { buildSend, isLastAllowed, readSend, refuseUnsendable, resetAfterMs } from "./messages.ts";
import { buildSearchNumbers, readOffers, readOrder } from "./numbers.ts";
import { isSigned } from "./signature.ts";
import { openTelnyxCarrier } from "./telnyxCarrier.ts";
import { readEvent, readInbound, readStatus } from "./webhooks.ts";

const account = { baseUrl: "https://api.example", apiKey: "KEY1" };
const messagingProfileId = "16fd2706-8baf-433b-82eb-8c7fada847da";
const webhookUrl = "https://trunkline.example.com/carriers/telnyx/a1/c1/status/m1";
const text: OutgoingText = {
  accountId: "a1",
  messageId: "m1",
  from: "+13035550100",
  to: "+13035550142",
  text: "Hello & welcome",
  mediaUrl: null,
  segments: 1,
  encoding: "gsm",
};
const answered = (status: number, body: unknown, headers = {}): WireAnswer => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const errors = (code: string, title = "") => ({ errors: [{ code, title, detail: "" }] });

describe("a text", () => {
  test("is sent as the published API has it, byte for byte", () => {
    expect(buildSend(account, { messagingProfileId, webhookUrl }, text)).toEqual({
      method: "POST",
      url: "https://api.example/v2/messages",
      headers: { authorization: "Bearer KEY1", accept: "application/json", "content-type": "application/json" },
      body: `{"from":"+13035550100","to":"+13035550142","messaging_profile_id":"${messagingProfileId}","text":"Hello & welcome","type":"SMS","webhook_url":"${webhookUrl}","webhook_failover_url":"${webhookUrl}","use_profile_webhooks":false}`,
    });
  });

  test("is an MMS with a picture, and needs no words then", () => {
    const picture = { ...text, text: "", mediaUrl: "https://trunkline.example.com/media/p1" };
    const body = JSON.parse(buildSend(account, { messagingProfileId, webhookUrl }, picture).body);
    expect(body).toMatchObject({ type: "MMS", media_urls: ["https://trunkline.example.com/media/p1"] });
    expect(body).not.toHaveProperty("text");
  });

  test("is refused without words and without a picture", () => {
    expect(refuseUnsendable({ ...text, text: "" })).toMatchObject({ failure: "carrier_content" });
  });

  const refused = (failure: string, code: string | null) => ({ outcome: "refused", failure, code }) as SendResult;
  test.for<[string, WireAnswer, SendResult]>([
    ["an accepted text", answered(200, { data: { id: "t1" } }), { outcome: "accepted", carrierRef: "t1" }],
    ["an accepted answer without an id", answered(200, "<html>"), { outcome: "in_doubt" }],
    ["an error after the text was accepted", answered(503, errors("10007")), { outcome: "in_doubt" }],
    ["a lost answer", { broken: "after_first_byte" }, { outcome: "in_doubt" }],
    ["no connection", { broken: "before_first_byte" }, refused("carrier_unavailable", null)],
    ["a rate limit", answered(429, errors("10011")), refused("carrier_throttled", "10011")],
    ["a rate limit without a code", answered(429, "busy"), refused("carrier_throttled", "429")],
    ["a full queue", answered(400, errors("40318")), refused("carrier_throttled", "40318")],
    ["a wrong key", answered(401, errors("10009")), refused("carrier_account", "10009")],
    [
      "an opt-out",
      answered(400, errors("40300", "Blocked due to STOP message")),
      refused("carrier_opted_out", "40300"),
    ],
    ["an invalid number", answered(400, errors("40310")), refused("carrier_invalid_number", "40310")],
    ["an unregistered number", answered(400, errors("40010")), refused("carrier_unregistered", "40010")],
    ["a filtered text", answered(400, errors("40322")), refused("carrier_filtered", "40322")],
    ["a sender without pictures", answered(400, errors("40308")), refused("carrier_no_pictures", "40308")],
    ["an unknown code", answered(400, errors("49999")), refused("carrier_rejected", "49999")],
  ])("reads %s", ([, answer, result]) => {
    expect(readSend(answer)).toEqual(result);
  });
});

describe("the provider's limits", () => {
  const open = async (answer: WireAnswer) => {
    const clock = { now: 1_000 };
    const carrier = openTelnyxCarrier({
      name: "telnyx:c1",
      accountId: "a1",
      account,
      messagingProfileId,
      problem: null,
      perSecond: null,
      window: 5,
      demandsRegistration: false,
      webhookOf: () => webhookUrl,
      findNamed: async () => null,
      transport: async ({ method }) =>
        method === "GET" ? answered(200, { data: { record_type: "messaging_profile", enabled: true } }) : answer,
      clock: { now: () => clock.now, after: () => () => {} },
    });
    await new Promise(setImmediate);
    await carrier.send(text);
    return { carrier, clock };
  };

  test.for<[string, WireAnswer]>([
    ["after a 429", answered(429, errors("10011"), { "x-ratelimit-reset": "7" })],
    [
      "after the last request that they allow",
      answered(200, { data: { id: "t1" } }, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" }),
    ],
  ])("are obeyed %s", async ([, answer]) => {
    const { carrier, clock } = await open(answer);
    clock.now += 6_999;
    expect(carrier.room).toBe(0);
    clock.now += 1;
    expect(carrier.room).toBe(5);
  });

  test("leave the connection open while requests remain", async () => {
    const headers = { "x-ratelimit-remaining": "10", "x-ratelimit-reset": "7" };
    expect((await open(answered(200, { data: { id: "t1" } }, headers))).carrier.room).toBe(5);
  });

  test("are read from either header", () => {
    expect(resetAfterMs(answered(429, "", { "retry-after": "3" }))).toBe(3_000);
    expect(resetAfterMs(answered(429, ""))).toBeNull();
    expect(isLastAllowed({ broken: "after_first_byte" })).toBe(false);
  });
});

describe("a signature", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");
  const body = '{"data":{"event_type":"message.sent"}}';
  const timestamp = "1700000000";
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64");
  const good = { body, timestamp, signature };
  const nowMs = 1_700_000_100_000;

  test("is accepted over the time and the body", async () => {
    expect(await isSigned(key, good, nowMs)).toBe(true);
  });

  test.for<[string, Partial<typeof good>, string, number]>([
    ["for another body", { body: `${body} ` }, key, nowMs],
    ["for another time", { timestamp: "1700000001" }, key, nowMs],
    ["that is empty", { signature: "" }, key, nowMs],
    ["that is not base64", { signature: "!!" }, key, nowMs],
    ["without a time", { timestamp: "" }, key, nowMs],
    ["that is older than five minutes", {}, key, nowMs + 201_000],
    ["that comes from the future", {}, key, nowMs - 401_000],
    ["for a key that is none", {}, "abc", nowMs],
    ["for another key", {}, Buffer.alloc(32, 1).toString("base64"), nowMs],
  ])("is refused %s", async ([, change, publicKey, now]) => {
    expect(await isSigned(publicKey, { ...good, ...change }, now)).toBe(false);
  });
});

const eventOf = (type: string, payload: object) => {
  const event = readEvent(JSON.stringify({ data: { event_type: type, payload } }));
  if (event === null) throw new Error("no event");
  return event;
};
const status = (given: string, more: object = {}, type = "message.finalized") =>
  readStatus(eventOf(type, { id: "t1", to: [{ phone_number: "+13035550142", status: given }], errors: [], ...more }));

describe("an event", () => {
  test.for([
    ["sent", "submitted"],
    ["delivered", "delivered"],
    ["delivery_unconfirmed", "submitted"],
  ])("has the status %s, which is %s here", ([given = "", named]) => {
    expect(status(given)).toEqual({ carrierRef: "t1", status: named, failure: null, code: null });
  });

  test.for<[string, string, string, string, string]>([
    ["40001", "Not routable", "delivery_failed", "undelivered", "carrier_landline"],
    ["40300", "Blocked due to STOP message", "sending_failed", "undelivered", "carrier_opted_out"],
    ["40300", "Carrier rejected", "delivery_failed", "undelivered", "carrier_blocked"],
    ["40014", "Expired in queue", "sending_failed", "expired", "carrier_unreachable"],
    ["49999", "New", "delivery_failed", "undelivered", "carrier_unknown"],
  ])("shows why a text failed: %s %s", ([code, title, given, named, failure]) => {
    expect(status(given, errors(code, title))).toMatchObject({ status: named, failure, code });
  });

  test("without a known status, of another type, or that is none changes nothing", () => {
    expect(status("dreaming")).toBeNull();
    expect(status("delivered", {}, "message.received")).toBeNull();
    expect(["", "[]", "{}", '{"data":{"event_type":"message.sent"}}'].map(readEvent)).toEqual([null, null, null, null]);
  });

  const received = {
    id: "t2",
    from: { phone_number: "+13035550142" },
    to: [{ phone_number: "+13035550100" }],
    text: "Yes",
    media: [{ url: "https://media.example/1.png", content_type: "image/png" }, null],
    autoresponse_type: "STOP",
  };

  test("brings a received text with its pictures and the provider's opt-out", () => {
    expect(readInbound(eventOf("message.received", received))).toEqual({
      carrierRef: "t2",
      from: "+13035550142",
      to: "+13035550100",
      text: "Yes",
      media: [{ url: "https://media.example/1.png", contentType: "image/png" }],
      optOut: "stop",
    });
  });

  test("without a sender brings no text", () => {
    expect(readInbound(eventOf("message.received", { ...received, from: null }))).toBeNull();
  });
});

describe("numbers", () => {
  const search = { country: "US", type: "tollFree", texts: true, pictures: true, calls: false } as const;

  test("are searched by digits, letters of a keypad and abilities", () => {
    const url = new URL(buildSearchNumbers(account, { ...search, areaCode: "800", contains: "55help" })?.url ?? "");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      "filter[country_code]": "US",
      "filter[phone_number_type]": "toll_free",
      "filter[limit]": "50",
      "filter[national_destination_code]": "800",
      "filter[phone_number][contains]": "554357",
      "filter[features]": "sms,mms",
    });
  });

  test("are not searched with a sign for any digit", () => {
    expect(buildSearchNumbers(account, { ...search, contains: "5*5" })).toBeNull();
  });

  test("are read from a list of offers alone", () => {
    expect(readOffers(answered(401, errors("10009")))).toBeNull();
    expect(readOffers(answered(200, { data: [{ phone_number: "+18005550100", features: null }, null] }))).toEqual([
      { phone: "+18005550100", place: null, texts: false, pictures: false, calls: false, needsAddress: false },
    ]);
  });

  test.for<[string, WireAnswer, ReturnType<typeof readOrder>]>([
    [
      "failed",
      answered(200, { data: { status: "failure", phone_numbers: [{ id: "n1" }] } }),
      { status: "failed", ref: "n1" },
    ],
    [
      "done",
      answered(200, { data: { status: "pending", phone_numbers: [{ id: "n1" }] } }),
      { status: "done", ref: "n1" },
    ],
    ["unknown", answered(200, { data: {} }), null],
  ])("that were ordered are %s", ([, answer, order]) => {
    expect(readOrder(answer)).toEqual(order);
  });
});

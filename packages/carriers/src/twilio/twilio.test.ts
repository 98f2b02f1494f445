import { expect, test } from "vitest";
import type { OutgoingText, SendResult, WireAnswer } from "../carrier.ts";
import { buildReadBalance, buildSend, readSend, refuseUnsendable, retryAfterMs } from "./messages.ts";
import { readBought, readOffers } from "./numbers.ts";
import { isSigned, signWebhook } from "./signature.ts";

const account = { baseUrl: "https://api.example", accountSid: "AC1", authToken: "secret" };
const statusCallback = "https://trunkline.example/carriers/twilio/c1/status?message=m1";
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
const formOf = (body: string) => Object.fromEntries(new URLSearchParams(body));

test("sends a text from its number with a status callback", () => {
  const request = buildSend(account, { messagingServiceSid: null, statusCallback }, text);
  expect(request.url).toBe("https://api.example/2010-04-01/Accounts/AC1/Messages.json");
  expect(request.headers["authorization"]).toBe(`Basic ${btoa("AC1:secret")}`);
  expect(formOf(request.body)).toEqual({
    To: "+13035550142",
    From: "+13035550100",
    Body: "Hello & welcome",
    StatusCallback: statusCallback,
  });
});

test("lets the messaging service choose the sender", () => {
  const request = buildSend(account, { messagingServiceSid: "MG1", statusCallback }, text);
  expect(formOf(request.body)).toMatchObject({ MessagingServiceSid: "MG1" });
  expect(formOf(request.body)).not.toHaveProperty("From");
});

test("sends a picture without a text", () => {
  const picture = { ...text, text: "", mediaUrl: "https://trunkline.example/media/p1" };
  const form = formOf(buildSend(account, { messagingServiceSid: null, statusCallback }, picture).body);
  expect(form).toMatchObject({ MediaUrl: "https://trunkline.example/media/p1" });
  expect(form).not.toHaveProperty("Body");
});

test("refuses a text that is longer than the provider accepts", () => {
  expect(refuseUnsendable({ ...text, text: "a".repeat(1601) })).toMatchObject({ failure: "carrier_content" });
});

test("refuses a message without a text and without a picture", () => {
  expect(refuseUnsendable({ ...text, text: "" })).toMatchObject({ failure: "carrier_content" });
});

test("reads the balance of the account", () => {
  expect(buildReadBalance(account).url).toBe("https://api.example/2010-04-01/Accounts/AC1/Balance.json");
});

const refused = (failure: string, code: string | null) => ({ outcome: "refused", failure, code }) as SendResult;
const rows: [string, WireAnswer, SendResult][] = [
  ["an accepted text", answered(201, { sid: "SM1" }), { outcome: "accepted", carrierRef: "SM1" }],
  ["an accepted answer without an id", answered(201, "<html>"), { outcome: "in_doubt" }],
  ["an error after the text was accepted", answered(500, {}), { outcome: "in_doubt" }],
  ["a lost answer", { broken: "after_first_byte" }, { outcome: "in_doubt" }],
  ["no connection", { broken: "before_first_byte" }, refused("carrier_unavailable", null)],
  ["a rate limit", answered(429, { code: 20429 }), refused("carrier_throttled", "20429")],
  ["a rate limit without a code", answered(429, "busy"), refused("carrier_throttled", "429")],
  ["a wrong token", answered(401, { code: 20003 }), refused("carrier_account", "20003")],
  ["an opted-out contact", answered(400, { code: 21610 }), refused("carrier_opted_out", "21610")],
  ["an invalid number", answered(400, { code: 21211 }), refused("carrier_invalid_number", "21211")],
  ["an unknown code", answered(400, { code: 29999 }), refused("carrier_rejected", "29999")],
];

test.for(rows)("reads %s", ([, answer, result]) => {
  expect(readSend(answer)).toEqual(result);
});

test("reads Retry-After in seconds", () => {
  expect(retryAfterMs(answered(429, "", { "retry-after": "7" }), 0)).toBe(7000);
});

test("reads Retry-After as a date", () => {
  expect(retryAfterMs(answered(429, "", { "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" }), 2000)).toBe(7000);
});

// the example of the provider's documentation
const documented = {
  url: "https://mycompany.com/myapp.php?foo=1&bar=2",
  fields: [
    ["CallSid", "CA1234567890ABCDE"],
    ["Caller", "+14158675309"],
    ["Digits", "1234"],
    ["From", "+14158675309"],
    ["To", "+18005551212"],
  ] as const,
  signature: "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
};

test("accepts the documented signature", async () => {
  expect(await isSigned("12345", documented)).toBe(true);
});

test("accepts fields in any order", async () => {
  expect(await isSigned("12345", { ...documented, fields: documented.fields.toReversed() })).toBe(true);
});

test("accepts a signature over the address with its default port", async () => {
  const signature = await signWebhook("12345", "https://mycompany.com:443/myapp.php?foo=1&bar=2", documented.fields);
  expect(await isSigned("12345", { ...documented, signature })).toBe(true);
});

test("accepts a public address with its default port when the provider signs without it", async () => {
  const url = "https://mycompany.com:443/myapp.php?foo=1&bar=2";
  expect(await isSigned("12345", { ...documented, url })).toBe(true);
});

const forged: [string, string, Partial<typeof documented>][] = [
  ["made with another token", "54321", {}],
  ["for another address", "12345", { url: "https://mycompany.com/myapp.php?foo=1&bar=3" }],
  ["for other fields", "12345", { fields: [...documented.fields.slice(1)] as never }],
  ["that is empty", "12345", { signature: "" }],
  ["that is not base64", "12345", { signature: "!!" }],
  ["when the token is empty", "", {}],
];

test.for(forged)("refuses a signature %s", async ([, token, changed]) => {
  expect(await isSigned(token, { ...documented, ...changed })).toBe(false);
});

const answerOf = (status: number, body: object): WireAnswer => ({ status, headers: {}, body: JSON.stringify(body) });

test("numbers for sale are read with abilities in capitals, as some providers write them", () => {
  const sold = { phone_number: "+12062350100", capabilities: { voice: false, SMS: true, MMS: "true" } };
  expect(readOffers(answerOf(200, { available_phone_numbers: [sold] }))).toEqual([
    { phone: "+12062350100", place: null, texts: true, pictures: true, calls: false, needsAddress: false },
  ]);
});

test.each<[string, WireAnswer, [] | null]>([
  ["another list", answerOf(200, { numbers: [] }), null],
  ["a refusal", answerOf(401, { code: 20003 }), null],
  ["no numbers of this type", answerOf(404, { code: 20404 }), []],
])("an answer without numbers for sale is understood: %s", (_, said, read) => {
  expect(readOffers(said)).toEqual(read);
});

test("an answer to a purchase that names no number is no number", () => {
  expect(readBought(answerOf(201, { status: "in-use" }))).toBeNull();
  expect(readBought(answerOf(201, { sid: "PN1", phone_number: "+12062350100" }))).toMatchObject({ ref: "PN1" });
});

import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSameToken, isSigned, readChallenge, readData, readNotice } from "./webhooks.ts";

const phone = "+13035550142";
const clientToken = "SJENCPGJESMGUFPY";
const envelope = (data: string | object) => {
  const bytes = Buffer.from(typeof data === "string" ? data : JSON.stringify(data));
  return {
    body: {
      message: { data: bytes.toString("base64"), messageId: "p1", publishTime: "2026-04-01T10:00:00Z" },
      subscription: "s",
    },
    signature: createHmac("sha512", clientToken).update(bytes).digest("base64"),
  };
};
const noticeOf = (fields: object) => {
  const data = readData(envelope({ agentId: "shop_agent@rbm.goog", senderPhoneNumber: phone, ...fields }).body);
  return data && readNotice(data);
};

describe("a notice", () => {
  test("is signed over its decoded bytes", async () => {
    const { body, signature } = envelope({ agentId: "a", text: "Grüße" });
    const data = readData(body);
    if (data === null) throw new Error("there is no data");
    expect(await isSigned(clientToken, { data, signature })).toBe(true);
    expect(await isSigned("another token", { data, signature })).toBe(false);
    expect(await isSigned(clientToken, { data, signature: "Zm9yZ2Vk" })).toBe(false);
    expect(await isSigned(clientToken, { data, signature: "***" })).toBe(false);
    expect(await isSigned("", { data, signature })).toBe(false);
  });

  test("can be the challenge of a new webhook", async () => {
    expect(readChallenge({ clientToken, secret: "1234567890" })).toEqual({ clientToken, secret: "1234567890" });
    expect(readChallenge(envelope({}).body)).toBeNull();
    expect(await isSameToken(clientToken, clientToken)).toBe(true);
    expect(await isSameToken(clientToken, "")).toBe(false);
    expect(await isSameToken(clientToken, `${clientToken}x`)).toBe(false);
  });

  test.for<[string, object, object | null]>([
    [
      "a delivery",
      { eventType: "DELIVERED", messageId: "m1", eventId: "e1" },
      { kind: "receipt", messageId: "m1", phone, status: "delivered" },
    ],
    [
      "a reading",
      { eventType: "READ", messageId: "m1", eventId: "e1" },
      { kind: "receipt", messageId: "m1", phone, status: "read" },
    ],
    [
      "a revocation",
      {
        senderPhoneNumber: undefined,
        phoneNumber: phone,
        eventType: "TTL_EXPIRATION_REVOKED",
        messageId: "m1",
        eventId: "e1",
      },
      { kind: "receipt", messageId: "m1", phone, status: "expired" },
    ],
    ["a failed revocation as nothing", { eventType: "TTL_EXPIRATION_REVOKE_FAILED", messageId: "m1" }, null],
    ["typing as nothing", { eventType: "IS_TYPING", eventId: "e1" }, null],
    [
      "an opt-out",
      { eventType: "UNSUBSCRIBE", eventId: "e1" },
      { kind: "inbound", id: "e1", phone, text: "UNSUBSCRIBE", file: null, optOut: "stop" },
    ],
    [
      "an opt-in",
      { eventType: "SUBSCRIBE", eventId: "e1" },
      { kind: "inbound", id: "e1", phone, text: "SUBSCRIBE", file: null, optOut: "start" },
    ],
    [
      "a text",
      { messageId: "i1", text: "Hi" },
      { kind: "inbound", id: "i1", phone, text: "Hi", file: null, optOut: null },
    ],
    [
      "a tapped reply",
      { messageId: "i1", suggestionResponse: { text: "Yes", postbackData: "y", type: "REPLY" } },
      { kind: "inbound", id: "i1", phone, text: "Yes", file: null, optOut: null },
    ],
    [
      "a tapped link as nothing",
      { messageId: "i1", suggestionResponse: { text: "Look", postbackData: "y", type: "ACTION" } },
      null,
    ],
    [
      "a location",
      { messageId: "i1", location: { latitude: 37.42, longitude: -122.08 } },
      { kind: "inbound", id: "i1", phone, text: "Location: 37.42, -122.08", file: null, optOut: null },
    ],
    [
      "a file",
      {
        messageId: "i1",
        userFile: { payload: { mimeType: "image/png", fileUri: "https://rcs.example/f", fileSizeBytes: 1 } },
      },
      {
        kind: "inbound",
        id: "i1",
        phone,
        text: "",
        file: { url: "https://rcs.example/f", contentType: "image/png" },
        optOut: null,
      },
    ],
  ])("is read as %s", ([, fields, event]) => {
    expect(noticeOf(fields)).toEqual({ agentId: "shop_agent", event });
  });

  test.for(["", "[]", "{}", "no JSON"])("that says %s is none", (text) => {
    const data = readData(envelope(text).body);
    expect(data && readNotice(data)).toBeNull();
  });

  test.for([null, {}, { message: null }, { message: { data: 1 } }, { message: { data: "***" } }])(
    "is not in the body %j",
    (body) => {
      expect(readData(body)).toBeNull();
    },
  );
});

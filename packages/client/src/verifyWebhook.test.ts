import { describe, expect, it } from "vitest";
import { signatureHeaders } from "../../../apps/server/src/webhooks/signatureHeaders.ts";
import { verifyWebhook } from "./verifyWebhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const nowMs = Date.UTC(2026, 10, 26);
const body = JSON.stringify({ type: "dnc", timestamp: "2026-11-26T00:00:00.000Z", data: { phone: "+13035550123" } });
const headers = signatureHeaders([secret], "msg_1", nowMs, body);

describe("a delivery", () => {
  it("that the product signed is read", () => {
    expect(verifyWebhook({ body, headers, secrets: secret, nowMs })).toEqual({
      id: "msg_1",
      type: "dnc",
      timestamp: "2026-11-26T00:00:00.000Z",
      data: { phone: "+13035550123" },
    });
  });

  it("is read by either secret while one replaces the other", () => {
    const both = signatureHeaders(["new one", secret], "msg_1", nowMs, body);
    for (const secrets of [["new one"], [secret], ["another", secret]])
      expect(verifyWebhook({ body, headers: new Headers(both), secrets, nowMs }).id).toBe("msg_1");
  });

  it.each([
    ["another secret", { secrets: "another" }, "The signature is wrong"],
    ["a body that was changed", { body: body.replace("123", "124") }, "The signature is wrong"],
    ["a day old", { nowMs: nowMs + 86_400_000 }, "more than 300 seconds from now"],
    ["no signature", { headers: { ...headers, "webhook-signature": undefined } }, "webhook-signature is missing"],
    [
      "a signature of another version",
      { headers: { ...headers, "webhook-signature": "v1a,abc" } },
      "The signature is wrong",
    ],
  ])("with %s is refused", (_, change, words) => {
    expect(() => verifyWebhook({ body, headers, secrets: secret, nowMs, ...change })).toThrow(words);
  });
});

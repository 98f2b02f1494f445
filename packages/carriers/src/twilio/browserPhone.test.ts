import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { browserAddress, isBrowserAddress, phoneIdentity, phoneTokenSeconds, signPhoneToken } from "./browserPhone.ts";

const { jwt } = createRequire(import.meta.url)("twilio") as typeof import("twilio");
const key = { accountSid: `AC${"1".repeat(32)}`, keySid: `SK${"2".repeat(32)}`, secret: "a secret" };

test("a token is the one that the provider's own library writes", async () => {
  const nowMs = Date.now();
  const signed = await signPhoneToken(key, "user_1_2", nowMs);
  const official = new jwt.AccessToken(key.accountSid, key.keySid, key.secret, {
    identity: "user_1_2",
    ttl: phoneTokenSeconds,
  });
  official.addGrant(new jwt.AccessToken.VoiceGrant({ incomingAllow: true }));
  const [read, expected] = [signed, official.toJwt()].map((token) => {
    const [header = "", claims = ""] = token.split(".");
    const { iat, exp, jti, ...rest } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect(jti).toBe(`${key.keySid}-${iat}`);
    return { header: JSON.parse(Buffer.from(header, "base64url").toString()), rest, seconds: exp - iat };
  });
  expect(read).toEqual(expected);
});

test("a token is signed with the secret of its key", async () => {
  const signed = await signPhoneToken(key, "user_1_2", Date.now());
  const { verify } = createRequire(createRequire(import.meta.url).resolve("twilio"))("jsonwebtoken");
  expect(verify(signed, key.secret, { algorithms: ["HS256"] })).toMatchObject({ sub: key.accountSid });
  expect(() => verify(signed, "another secret", { algorithms: ["HS256"] })).toThrow("invalid signature");
});

test("a user's browser has a name of letters, digits and underscores, apart in each account", () => {
  const [one, other] = ["0198c0de-0000-7000-8000-00000000000a", "0198c0de-0000-7000-8000-00000000000b"];
  const identity = phoneIdentity(one, other);
  expect(identity).toMatch(/^\w{1,121}$/);
  expect(phoneIdentity(other, other)).not.toBe(identity);
  expect(isBrowserAddress(browserAddress(identity))).toBe(true);
  expect(isBrowserAddress("sip:client@example.com")).toBe(false);
});

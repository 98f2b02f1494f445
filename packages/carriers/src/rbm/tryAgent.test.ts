import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../carrier.ts";
import { account } from "../testWires/rbmAccount.ts";
import { tryAgent } from "./tryAgent.ts";

const agent = { baseUrl: "https://us-rcsbusinessmessaging.googleapis.com", agentId: "shop_agent" };
const answer = (status: number, body: object = {}, headers = {}): WireAnswer => ({
  status,
  headers,
  body: JSON.stringify(body),
});

describe("the test of a connection", () => {
  const token = answer(200, { access_token: "t", expires_in: 3_600 });
  test.for<[string, WireAnswer, WireAnswer, string]>([
    [
      "a revoked key",
      answer(400, { error: "invalid_grant", error_description: "Invalid JWT Signature." }),
      token,
      "Create a new key",
    ],
    [
      "a wrong clock",
      answer(400, {
        error: "invalid_grant",
        error_description: "Token must be a short-lived token and in a reasonable timeframe.",
      }),
      token,
      "the clock of this server is wrong",
    ],
    ["no sign-in", { broken: "before_first_byte" }, token, "sign-in cannot be reached"],
    ["another agent", token, answer(403), 'may not send as the agent "shop_agent"'],
    ["an unknown agent", token, answer(400), "Check the agent ID and the region"],
    ["no API", token, { broken: "before_first_byte" }, "API cannot be reached"],
  ])("names %s", async ([, signIn, probe, words]) => {
    const answers = [signIn, probe];
    const tested = await tryAgent(agent, account, async () => answers.shift() as WireAnswer, { now: () => 1_000 });
    expect(tested).toEqual({ ok: false, words: expect.stringContaining(words) });
  });

  test("names a broken private key", async () => {
    const tested = await tryAgent(agent, { ...account, privateKey: "none" }, async () => token, { now: () => 1_000 });
    expect(tested).toEqual({ ok: false, words: expect.stringContaining("the private key") });
  });

  test("accepts an agent that does not know the number", async () => {
    const answers = [token, answer(404)];
    expect(await tryAgent(agent, account, async () => answers.shift() as WireAnswer, { now: () => 1_000 })).toEqual({
      ok: true,
      words: 'Google accepted the service account and the agent "shop_agent"',
    });
  });
});

import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const asked = { body: { text: "Hi Ann, your table is ready.", type: "sms" } };
const spent = async (account: string) =>
  (
    await db.tx([account], (q) =>
      q.one<{ cost: number }>("select coalesce(sum(cost_micros), 0)::int cost from spend where account_id = $1", [
        account,
      ]),
    )
  )?.cost;

describe("POST /v4/ai/reword (spec 2 §7.2, spec 3 §9)", () => {
  it("returns the text and its price and charges it", async () => {
    const { account, key } = await server.account();
    await server.call("PUT", "/v4/account/", { as: { key }, body: { settings: { aiMessagePriceMicros: 25_000 } } });
    const { status, body } = await server.call("POST", "/v4/ai/reword", { as: { key }, ...asked });
    expect([status, body.payload]).toEqual([200, [{ text: "Hello Ann, your table is ready.", cost: 0.025 }]]);
    expect(await spent(account)).toBe(25_000);
  });

  it.each([
    [
      { killSwitch: true },
      "kill_switch",
      "Sending is switched off for this account. Turn off “Hold all sending” under Settings, Prices and limits.",
    ],
    [
      { spendLimitMicros: 19_999, aiMessagePriceMicros: 10_000 },
      "spend_limit",
      "The account's spending limit for today is reached. Raise it under Settings, Prices and limits, or try again tomorrow (UTC).",
    ],
  ])("respects %j with a message and no charge", async (settings, code, message) => {
    const { account, key } = await server.account();
    const as = { key };
    await server.call("PUT", "/v4/account/", { as, body: { settings } });
    // The limit allows one.
    const before = code === "spend_limit" ? 10_000 : 0;
    if (before > 0) expect((await server.call("POST", "/v4/ai/reword", { as, ...asked })).status).toBe(200);
    const { status, body } = await server.call("POST", "/v4/ai/reword", { as, ...asked });
    expect([status, body.error]).toEqual([409, [{ code, message }]]);
    expect(await spent(account)).toBe(before);
  });
});

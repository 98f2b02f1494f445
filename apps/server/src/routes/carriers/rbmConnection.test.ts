import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startRbmServer } from "../../../test/rbmServer.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import type { Config } from "../../config/config.ts";

const google = await startRbmServer(() => "");
const authorities = getCACertificates();
setDefaultCACertificates([...authorities, google.cert]);
afterAll(async () => {
  setDefaultCACertificates(authorities);
  await google.stop();
});
const db = await freshDatabase();
const plain = await testServer(db);
const publicUrl = "https://trunkline.example.com";
const config = { ...plain.api.config, publicUrl, egressAllow: ["127.0.0.0/8"] } as Config;
const server = await testServer(db, { config });
const { account, key } = await server.account();
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const said = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.error[0]?.where, body.error[0]?.message];
};
afterEach(() => {
  google.isKeyGood = true;
});

const good = {
  kind: "rbm",
  name: "Google",
  agentId: google.agentId,
  baseUrl: google.baseUrl,
  password: google.keyFile,
  clientToken: google.clientToken,
};
const make = (change: object = {}) => call("POST", "/v4/carrier/", { body: { ...good, ...change } });
const idOf = ({ body }: { body: { payload: Record<string, unknown>[] } }) => String(body.payload[0]?.["connectionId"]);
const test = async (change: object = {}) =>
  (await call("POST", "/v4/carrier/test", { body: { ...good, ...change } })).body.payload[0];

describe("connections to Google RCS Business Messaging", () => {
  it.each<[object, string, string]>([
    [{ agentId: "" }, "body.agentId", "Agent ID is required"],
    [{ agentId: "a b" }, "body.agentId", "Agent ID must be as the console shows it, such as shop_a1b2c3_agent"],
    [{ region: "mars" }, "body.region", "Choose a region"],
    [{ password: "" }, "body.password", "Service account key is required"],
    [{ password: "{}" }, "body.password", "Service account key must be the JSON file of a Google service account"],
    [{ baseUrl: "http://google" }, "body.baseUrl", "API address must be an https address without a query"],
    [{ ttlHours: 361 }, "body.ttlHours", "Time limit must be a whole number from 1 to 360"],
  ])("%j is refused: %s %s", async (change, where, message) => {
    expect(await said(make(change))).toEqual([400, where, message]);
  });

  it("are saved with the usual settings and never return their secrets", async () => {
    const made = await make({ name: "Defaults", agentId: `${google.agentId}@rbm.goog` });
    const id = idOf(made);
    expect(made.body.payload[0]).toMatchObject({
      kind: "rbm",
      carries: "agents",
      agentId: google.agentId,
      region: "us",
      ttlHours: 24,
      trafficType: "",
      clientToken: "",
      hasClientToken: true,
      password: "••••••••",
      agents: 0,
      eventsUrl: `${publicUrl}/carriers/rbm/${account}/${id}`,
    });
    const everything = await Promise.all(
      ["/v4/carrier/", `/v4/carrier/${id}/`, "/v4/audit/"].map((url) => call("GET", url)),
    );
    const stored = await db.tx([account], (q) =>
      q.rows("select * from carrier_connection where account_id = $1", [account]),
    );
    const shown = JSON.stringify([made.body, everything.map(({ body }) => body), stored]);
    expect(shown).not.toContain("PRIVATE KEY");
    expect(shown).not.toContain(google.clientToken);
  });

  it("keep the key and the client token apart when one of them changes", async () => {
    const id = idOf(await make({ name: "Apart", clientToken: "" }));
    const { password: _, clientToken: __, ...rest } = { ...good, name: "Apart" };
    const change = (more: object) => call("PUT", `/v4/carrier/${id}/`, { body: { ...rest, ...more } });
    const tested = () =>
      call("POST", "/v4/carrier/test", { body: { ...rest, connectionId: id } }).then(({ body }) => body.payload[0]);
    expect(await tested()).toEqual({
      ok: false,
      words: expect.stringContaining("But receipts and replies are refused without a client token"),
    });
    expect((await change({ clientToken: google.clientToken })).body.payload[0]).toMatchObject({ hasClientToken: true });
    expect(await tested()).toEqual({
      ok: true,
      words: `Google accepted the service account and the agent "${google.agentId}"`,
    });
    await change({ password: google.keyFile.replace("sender@", "another@") });
    expect(await tested()).toEqual({ ok: false, words: expect.stringContaining("no longer exists") });
    expect((await change({})).body.payload[0]).toMatchObject({ hasClientToken: true });
  });

  it("are tested with words that say what to do", async () => {
    expect(await test()).toMatchObject({ ok: true });
    expect(await test({ agentId: "another_agent" })).toEqual({
      ok: false,
      words: expect.stringContaining('the service account may not send as the agent "another_agent"'),
    });
    expect(await test({ baseUrl: "https://127.0.0.1:9" })).toEqual({
      ok: false,
      words: expect.stringContaining("Check the region and the API address"),
    });
    google.isKeyGood = false;
    expect(await test()).toEqual({ ok: false, words: expect.stringContaining("Create a new key") });
    expect(google.mistakes).toEqual([]);
  });

  it("carry the messages of agents and no numbers", async () => {
    const id = idOf(await make({ name: "Agents" }));
    expect(await said(call("POST", "/v4/number/", { body: { phone: "+12062345678", connectionId: id } }))).toEqual([
      400,
      "body.connectionId",
      '"Agents" carries RCS messages, not texts. Choose another connection',
    ]);
    const agent = { agentId: "the_shop", name: "The Shop", connectionId: id };
    expect((await call("POST", "/v4/rcs/agent/", { body: agent })).body.payload[0]).toMatchObject(agent);
    expect((await call("GET", `/v4/carrier/${id}/`)).body.payload[0]).toMatchObject({ agents: 1 });
    expect(await said(call("DELETE", `/v4/carrier/${id}/`))).toEqual([
      409,
      "path.connectionId",
      '1 RCS agent uses "Agents". Change it first',
    ]);
    // a client that does not know of connections leaves it as it is
    const renamed = await call("PUT", "/v4/rcs/agent/the_shop/", { body: { name: "Our Shop" } });
    expect(renamed.body.payload[0]).toMatchObject({ name: "Our Shop", connectionId: id });
    const without = { name: "The Shop", connectionId: null };
    expect((await call("PUT", "/v4/rcs/agent/the_shop/", { body: without })).body.payload[0]).toMatchObject(without);
    expect((await call("DELETE", `/v4/carrier/${id}/`)).status).toBe(200);
  });

  it("can be to a provider with the Twilio API, if it has an RCS sender that stays while agents use it", async () => {
    const provider = { kind: "twilio", name: "Provider", accountSid: `AC${"0".repeat(32)}`, password: "token" };
    const id = idOf(await call("POST", "/v4/carrier/", { body: provider }));
    const agent = { agentId: "by_provider", name: "By provider", connectionId: id };
    expect(await said(call("POST", "/v4/rcs/agent/", { body: agent }))).toEqual([
      400,
      "body.connectionId",
      '"Provider" has no RCS sender. Enter it under Settings → Carriers, or choose another connection',
    ]);
    const change = (rcsSender: string) =>
      call("PUT", `/v4/carrier/${id}/`, { body: { ...provider, password: "", rcsSender } });
    expect(await said(change("a b"))).toEqual([
      400,
      "body.rcsSender",
      "RCS sender must be as the provider shows it, such as rcs:shop_a1b2c3_agent",
    ]);
    expect((await change("rcs:shop_agent")).body.payload[0]).toMatchObject({
      rcsSender: "shop_agent",
      carries: "numbers",
      carriesRcs: true,
    });
    expect((await call("POST", "/v4/rcs/agent/", { body: agent })).status).toBe(200);
    expect(await said(change(""))).toEqual([
      409,
      "body.rcsSender",
      'RCS agents use "Provider", which has no RCS sender. Enter it under Settings → Carriers',
    ]);
  });

  it("are refused for an agent if they carry texts or do not exist", async () => {
    const smpp = { name: "Texts", host: "smsc.example.com", port: 2775, systemId: "us", password: "secret" };
    const agentWith = (connectionId: string) =>
      said(call("POST", "/v4/rcs/agent/", { body: { agentId: "another", name: "Another", connectionId } }));
    expect(await agentWith(idOf(await call("POST", "/v4/carrier/", { body: smpp })))).toEqual([
      400,
      "body.connectionId",
      '"Texts" carries texts, not RCS messages. Choose another connection',
    ]);
    expect(await agentWith("0198c0de-0000-7000-8000-0000000000ff")).toEqual([
      400,
      "body.connectionId",
      "This carrier connection does not exist",
    ]);
  });
});

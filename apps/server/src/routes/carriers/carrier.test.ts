import type { CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { startSmsc } from "../../../test/smsc.ts";
import { readConfig } from "../../config/config.ts";
import { writeHealth } from "../../store/carriers/carrierConnection.ts";
import { writeCarrierServices } from "../../store/carriers/carrierService.ts";

const db = await freshDatabase();
const smsc = await startSmsc();
afterAll(() => smsc.stop());
const config = readConfig({
  TRUNKLINE_DATA_DIR: "/nonexistent",
  TRUNKLINE_CALLS_PER_MINUTE: "1000000",
  TRUNKLINE_EGRESS_ALLOW: `127.0.0.1:${smsc.port}`,
});
const server = await testServer(db, { config });
const { account, key } = await server.account();
const other = await server.account("Other");
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const said = async (
  answer: Promise<{ status: number; body: { error: { message: string; where?: string | undefined }[] } }>,
) => {
  const { status, body } = await answer;
  return [status, body.error[0]?.where, body.error[0]?.message];
};

const good = { name: "Main", host: "127.0.0.1", port: smsc.port, tls: false, systemId: "us", password: "secret" };
const make = (change: object = {}) => call("POST", "/v4/carrier/", { body: { ...good, ...change } });
const idOf = ({ body }: { body: { payload: Record<string, unknown>[] } }) => String(body.payload[0]?.["connectionId"]);

describe("connections to carriers (readings, Requests of our pages)", () => {
  it.each<[object, string, string]>([
    [{ name: " " }, "body.name", "Name is required"],
    [{ host: "" }, "body.host", "Host is required"],
    [{ host: "smpp://carrier" }, "body.host", "Host must be a name or address, without a scheme, port or path"],
    [{ port: 0 }, "body.port", "Port must be a whole number from 1 to 65535"],
    [{ systemId: "" }, "body.systemId", "System id is required"],
    [{ systemId: "1234567890123456" }, "body.systemId", "System id must have at most 15 characters"],
    [{ password: "" }, "body.password", "Password is required"],
    [{ password: "süß" }, "body.password", "Password must consist of plain ASCII characters"],
    [{ systemType: "1234567890123" }, "body.systemType", "System type must have at most 12 characters"],
    [{ windowSize: 0 }, "body.windowSize", "Window size must be a whole number from 1 to 1000"],
    [{ perSecond: 0 }, "body.perSecond", "Messages per second must be a whole number from 1 to 10000"],
    [
      { enquireSeconds: 1 },
      "body.enquireSeconds",
      "Seconds between enquire_links must be a whole number from 5 to 600",
    ],
    [{ defaultAlphabet: "utf8" }, "body.defaultAlphabet", "Choose GSM-7 or Latin-1"],
    [{ concatenation: "none" }, "body.concatenation", "Choose how long texts travel"],
    [{ receiptIds: "octal" }, "body.receiptIds", "Choose how receipts write ids"],
    [{ sourceTon: 7 }, "body.sourceTon", "Source TON must be a whole number from 0 to 6"],
    [{ destinationNpi: 1.5 }, "body.destinationNpi", "Destination NPI must be a whole number from 0 to 18"],
  ])("%j is refused: %s %s", async (change, where, message) => {
    expect(await said(make(change))).toEqual([400, where, message]);
  });

  it.each<[object, string, string]>([
    [{ accountSid: "AC1" }, "body.accountSid", "Account SID must be AC and 32 hexadecimal digits"],
    [{ baseUrl: "http://api.example.com" }, "body.baseUrl", "Base address must be an https address without a query"],
    [{ lookupUrl: "http://a.example" }, "body.lookupUrl", "Look-up address must be an https address without a query"],
    [{ contentUrl: "ftp://a.example" }, "body.contentUrl", "Content address must be an https address without a query"],
    [
      { registrationUrl: "https://a.example?b=1" },
      "body.registrationUrl",
      "Registration address must be an https address without a query",
    ],
    [
      { messagingServiceSid: "AC1" },
      "body.messagingServiceSid",
      "Messaging service SID must be MG and 32 hexadecimal digits",
    ],
    [{ apiKeySid: "AC1" }, "body.apiKeySid", "API key SID must be SK and 32 hexadecimal digits"],
    [{ password: "" }, "body.password", "Auth token is required"],
  ])("of providers with the Twilio API are refused with %j: %s %s", async (change, where, message) => {
    const body = { kind: "twilio", name: "Provider", accountSid: `AC${"0".repeat(32)}`, password: "token", ...change };
    expect(await said(call("POST", "/v4/carrier/", { body }))).toEqual([400, where, message]);
  });

  it("are saved with the usual carrier defaults and never return their password", async () => {
    const made = await make({ name: "Defaults" });
    expect(made.body.payload[0]).toMatchObject({
      name: "Defaults",
      password: "••••••••",
      systemType: "",
      windowSize: 10,
      perSecond: 10,
      enquireSeconds: 30,
      defaultAlphabet: "gsm7",
      concatenation: "udh8",
      receiptIds: "same",
      sourceTon: 1,
      destinationNpi: 1,
      numbers: 0,
      health: { state: "unattended", boundAt: null, sent: 0 },
    });
    const everything = await Promise.all(
      ["/v4/carrier/", `/v4/carrier/${idOf(made)}/`, "/v4/audit/"].map((url) => call("GET", url)),
    );
    const stored = await db.tx([account], (q) =>
      q.rows("select * from carrier_connection where account_id = $1", [account]),
    );
    expect(JSON.stringify([everything.map(({ body }) => body), stored])).not.toContain("secret");
    expect(await said(make({ name: "DEFAULTS" }))).toEqual([
      409,
      "body.name",
      'A connection named "DEFAULTS" already exists',
    ]);
  });

  it("keep their password unless a change sets a new one", async () => {
    const id = idOf(await make({ name: "Changing" }));
    const { password: _, ...rest } = good;
    const test = (body: object = rest) =>
      call("POST", "/v4/carrier/test", { body: { ...body, connectionId: id } }).then(
        ({ body: { payload } }) => payload[0],
      );
    const taken = { ok: true, words: "The carrier accepted the bind" };
    const changed = await call("PUT", `/v4/carrier/${id}/`, { body: { ...rest, name: "Changed", perSecond: null } });
    expect(changed.body.payload[0]).toMatchObject({ name: "Changed", perSecond: null });
    expect(await test()).toEqual(taken);
    await call("PUT", `/v4/carrier/${id}/`, { body: { ...good, name: "Changed", password: "other" } });
    expect(await test()).toEqual({ ok: false, words: "The bind failed: the password is wrong (ESME_RINVPASWD)" });
    expect(await test(good)).toEqual(taken);
  });

  it("can be tested before they are saved, without access to private addresses", async () => {
    const test = async (change: object) =>
      (await call("POST", "/v4/carrier/test", { body: { ...good, ...change } })).body.payload[0];
    expect(await test({})).toEqual({ ok: true, words: "The carrier accepted the bind" });
    const refused = await test({ port: 9 });
    expect(refused).toMatchObject({ ok: false, words: expect.stringContaining("TRUNKLINE_EGRESS_ALLOW") });
    expect(await test({ host: "no-such-host.invalid" })).toMatchObject({
      ok: false,
      words: expect.stringContaining("does not exist"),
    });
    expect(await test({ tls: true })).toMatchObject({ ok: false });
    expect(smsc.bound).toBe(0);
  });

  it("have their own numbers and cannot be deleted while a number uses them", async () => {
    const id = idOf(await make({ name: "Numbers" }));
    const add = (phone: string, connectionId = id) => call("POST", "/v4/number/", { body: { phone, connectionId } });
    expect((await add("+1 206 234 5678")).body.payload[0]).toMatchObject({
      phone: "+12062345678",
      carrier: `smpp:${id}`,
      connection: { connectionId: id, name: "Numbers" },
    });
    expect(await said(add("+12065550150"))).toEqual([
      400,
      "body.phone",
      "+12065550150 belongs to the simulated carrier and cannot be used with a connection",
    ]);
    expect(await said(add("+12062345679", "0198c0de-0000-7000-8000-0000000000ff"))).toEqual([
      404,
      undefined,
      "Carrier connection not found",
    ]);
    const stolen = await server.call("POST", "/v4/number/", {
      as: { key: other.key },
      body: { phone: "+12062345679", connectionId: id },
    });
    expect(stolen.status).toBe(404);
    expect(await said(call("DELETE", `/v4/carrier/${id}/`))).toEqual([
      409,
      "path.connectionId",
      '1 number uses "Numbers". Release it first',
    ]);
    await call("DELETE", "/v4/number/+12062345678/");
    expect((await call("DELETE", `/v4/carrier/${id}/`)).status).toBe(200);
    expect((await call("GET", `/v4/carrier/${id}/`)).status).toBe(404);
  });

  it("report their state and refused submits and can be bound again on request", async () => {
    const id = idOf(await make({ name: "Ailing" }));
    const health = async () =>
      (await call("GET", `/v4/carrier/${id}/`)).body.payload[0]?.["health"] as Record<string, unknown>;
    expect(await health()).toMatchObject({ refusedPercent: null, lastSuccessAt: null, lastErrorAt: null });
    const reported = { accountId: account, connectionId: id, state: "bound", throttledAt: null, underWay: 0 };
    const now = new Date();
    await db.tx([account], (q) =>
      writeHealth(q, [
        { ...reported, boundAt: now, error: "queue full", errorAt: now, sent: 7, refused: 1, receipts: 3, texts: 0 },
      ]),
    );
    expect(await health()).toMatchObject({
      state: "bound",
      refusedPercent: 12.5,
      lastError: "queue full",
      lastErrorAt: now.toISOString(),
      lastSuccessAt: expect.any(String),
    });
    const revision = () => db.global((q) => q.one("select revision from carrier_bind where connection_id = $1", [id]));
    expect(await revision()).toEqual({ revision: 1 });
    expect((await call("POST", `/v4/carrier/${id}/reconnect/`)).status).toBe(200);
    expect(await revision()).toEqual({ revision: 2 });
    const foreign = await server.call("POST", `/v4/carrier/${id}/reconnect/`, { as: { key: other.key } });
    expect(foreign.status).toBe(404);
    expect(await revision()).toEqual({ revision: 2 });
  });

  it.each([
    ["is reconnected", (id: string) => call("POST", `/v4/carrier/${id}/reconnect/`)],
    ["is saved", (id: string) => call("PUT", `/v4/carrier/${id}/`, { body: { ...good, name: "Refused is saved" } })],
  ])("forgets what its carrier refused once it %s", async (how, act) => {
    const id = idOf(await make({ name: `Refused ${how}` }));
    const services = async () => {
      const { health } = (await call("GET", `/v4/carrier/${id}/`)).body.payload[0] as { health: CarrierHealth };
      return health.services.map(({ service, state }) => [service, state]);
    };
    await db.tx([account], (q) =>
      writeCarrierServices(q, [
        { accountId: account, connectionId: id, service: "texts", failures: 1, reason: "carrier_account", code: null },
      ]),
    );
    expect(await services()).toEqual([["texts", "fails"]]);
    expect((await act(id)).status).toBe(200);
    expect(await services()).toEqual([["texts", "untried"]]);
  });

  it("block their waiting texts with a reason when they are deleted", async () => {
    const id = idOf(await make({ name: "Leaving" }));
    await db.tx([account], (q) =>
      q.run(
        `insert into message (account_id, message_id, direction, from_number, to_number, state, carrier)
         values ($1, trunkline_uuid7(), 'out', '+12062345680', '+12062345681', 'queued', $2)`,
        [account, `smpp:${id}`],
      ),
    );
    await call("DELETE", `/v4/carrier/${id}/`);
    const rows = await db.tx([account], (q) =>
      q.rows("select state, reason from message where account_id = $1 and carrier = $2", [account, `smpp:${id}`]),
    );
    expect(rows).toEqual([{ state: "blocked", reason: "no_carrier" }]);
  });
});

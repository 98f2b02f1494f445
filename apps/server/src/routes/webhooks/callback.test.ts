import { describe, expect, it } from "vitest";
import connectionExample from "../../../fixtures/connection.json" with { type: "json" };
import webhookExample from "../../../fixtures/webhook.json" with { type: "json" };
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";
import { purgeJob } from "../../jobs/history/purge.ts";
import { signatureHeaders } from "../../webhooks/signatureHeaders.ts";

const db = await freshDatabase();
const receiver = await startReceiver();
const server = await testServer(db, {
  config: readConfig({
    TRUNKLINE_DATA_DIR: "/nonexistent",
    TRUNKLINE_CALLS_PER_MINUTE: "100000",
    TRUNKLINE_EGRESS_ALLOW: receiver.allow,
  }),
});
const { account, key } = await server.account("Shop");
const as = { key };
const hooks = "/v4/callback/configuration";
const connections = "/v4/callback/authentication";
const call = async (method: string, url: string, body?: unknown) => {
  const { status, body: answer } = await server.call(method, url, { as, body });
  return { status, first: answer.payload[0] ?? {}, rows: answer.payload, error: answer.error[0]?.message };
};
const mask = "••••••••";
const connection = String((await call("POST", `${connections}/`, connectionExample)).first["id"]);
const hook = (more: Record<string, unknown> = {}) => ({
  ...webhookExample,
  callbackServerConfigId: connection,
  ...more,
});

describe("connections (spec 2 §3.7, §7.3)", () => {
  it("load and save as the example on the wire, secrets masked", async () => {
    const { first } = await call("GET", `${connections}/id/${connection}/`);
    expect(first).toMatchObject({ ...connectionExample, authHeaders: { Authorization: mask } });
    const saved = await call("PUT", `${connections}/${connection}/`, first);
    expect(saved.first).toEqual(first);
  });

  it("mask their secrets and keep masked values", async () => {
    const stored = await db.tx([account], (q) =>
      q.one<{ text: string }>("select c::text as text from connection c where connection_id = $1", [connection]),
    );
    expect(stored?.text).not.toContain("replace-this-token");
    await call("PUT", `${connections}/${connection}/`, { authHeaders: { Authorization: mask, "X-Key": "new one" } });
    const { first } = await call("GET", `${connections}/id/${connection}/`);
    expect(first["authHeaders"]).toEqual({ Authorization: mask, "X-Key": mask });
    receiver.answer((_, response) => response.end('{"status":"ok"}'));
    const { first: tried } = await call("POST", `${hooks}/test`, hook({ url: receiver.url }));
    expect(tried["ok"]).toBe(true);
    expect(receiver.received.at(-1)?.headers).toMatchObject({
      authorization: "Bearer replace-this-token",
      "x-key": "new one",
    });
    expect(JSON.stringify(tried)).not.toContain("new one");
    await call("PUT", `${connections}/${connection}/`, { authHeaders: {} });
    expect((await call("GET", `${connections}/id/${connection}/`)).first["authHeaders"]).toEqual({});
  });

  it("sign with the old and the new secret during a rotation", async () => {
    const id = String((await call("POST", `${connections}/`, { name: "Signs" })).first["id"]);
    const secretOf = (body: object = {}) => call("POST", `${connections}/${id}/signing-secret/`, body);
    /** Which of these secrets the request of a test send is signed with. */
    const signedWith = async (...secrets: string[]) => {
      await call("POST", `${hooks}/test`, hook({ url: receiver.url, callbackServerConfigId: id }));
      const { headers, body } = receiver.received.at(-1)!;
      const wanted = secrets.map((secret) =>
        signatureHeaders([secret], String(headers["webhook-id"]), Number(headers["webhook-timestamp"]) * 1000, body),
      );
      const signatures = String(headers["webhook-signature"] ?? "")
        .split(" ")
        .filter(Boolean);
      expect(signatures).toEqual(wanted.map((one) => one["webhook-signature"]));
    };
    receiver.answer((_, response) => response.end('{"status":"ok"}'));
    await signedWith();
    const { first: begun } = await secretOf();
    const one = String(begun["newSigningSecret"]);
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(begun).toMatchObject({ signingSecret: mask, oldSigningSecretUntil: null });
    await signedWith(one);

    const { first: next } = await secretOf({ oldSecretHours: 2 });
    const two = String(next["newSigningSecret"]);
    const until = Date.parse(String(next["oldSigningSecretUntil"]));
    expect(Math.abs(until - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    await signedWith(two, one);
    // A save by the page in between keeps both.
    const { first: loaded } = await call("GET", `${connections}/id/${id}/`);
    expect(loaded["newSigningSecret"]).toBeUndefined();
    expect((await call("PUT", `${connections}/${id}/`, loaded)).first).toEqual(loaded);
    await signedWith(two, one);

    // After it expires it is not used and is deleted.
    const old = () =>
      db.tx([account], (q) => q.one("select old_signing_secret old from connection where connection_id = $1", [id]));
    await db.owner((q) => q.run("update connection set old_signing_until = now() where connection_id = $1", [id]));
    await signedWith(two);
    expect(await old()).not.toEqual({ old: null });
    await purgeJob.run(db);
    expect(await old()).toEqual({ old: null });

    // After a leak the old one can be ended at once, during or after the rotation.
    const own = "a secret that the receiver gave";
    expect((await secretOf({ signingSecret: own })).first["newSigningSecret"]).toBe(own);
    await signedWith(own, two);
    expect(
      (await call("DELETE", `${connections}/${id}/signing-secret/old/`)).first["oldSigningSecretUntil"],
    ).toBeNull();
    await signedWith(own);
    const { first: last } = await secretOf({ oldSecretHours: 0 });
    expect(last["oldSigningSecretUntil"]).toBeNull();
    await signedWith(String(last["newSigningSecret"]));
    await secretOf();
    expect((await call("PUT", `${connections}/${id}/`, { signingSecret: null })).first).toMatchObject({
      signingSecret: null,
      oldSigningSecretUntil: null,
    });
    await signedWith();
    for (const [body, message] of [
      [{ signingSecret: "too short" }, "A signing secret must have at least 16 characters"],
      [{ oldSecretHours: 169 }, "The hours of the old secret must be a whole number from 0 to 168"],
      [{ oldSecretHours: "2" }, "The hours of the old secret must be a whole number from 0 to 168"],
    ] as const)
      expect(await secretOf(body)).toMatchObject({ status: 400, error: message });
  });

  it.each([
    [{ name: " " }, "Connection name cannot be empty"],
    [{ name: "x".repeat(73) }, "Connection name must have at most 72 characters"],
  ])("refuse %j (spec 2 §5.4)", async (body, message) => {
    expect(await call("POST", `${connections}/`, body)).toMatchObject({ status: 400, error: message });
  });

  it("can be deleted by path and by payload, which leaves their webhooks without a connection", async () => {
    for (const by of ["path", "payload"]) {
      const id = String((await call("POST", `${connections}/`, { name: "Short" })).first["id"]);
      const webhook = String((await call("POST", `${hooks}/`, hook({ callbackServerConfigId: id }))).first["id"]);
      const answer =
        by === "path" ? await call("DELETE", `${connections}/${id}/`) : await call("DELETE", connections, { id });
      expect(answer.status).toBe(200);
      const { first } = await call("GET", `${hooks}/id/${webhook}/`);
      expect(first).toMatchObject({ callbackServerConfigId: null, connectionName: null });
    }
  });
});

describe("webhooks (spec 2 §3.6, §7.3)", () => {
  it("load and save as the example on the wire", async () => {
    const made = await call("POST", `${hooks}/`, hook());
    expect(made.first).toMatchObject(hook());
    const saved = await call("PUT", `${hooks}/${made.first["id"]}/`, made.first);
    expect(saved.first).toEqual(made.first);
    const list = await call("GET", `${hooks}/?eventType=campaign_workflow_callback`);
    expect(list.rows).toContainEqual(made.first);
    expect((await call("GET", `${hooks}/?eventType=dnc`)).rows).toEqual([]);
  });

  it("spec 1 §3.9: misspelled event types are accepted and normalized", async () => {
    const odd = await call("POST", `${hooks}/`, { ...hook(), name: "Odd", eventType: "camapign_status" });
    expect(odd.first).toMatchObject({ eventType: "campaign_status" });
    const list = await call("GET", `${hooks}/?eventType=Campaign_workflow_callback`);
    expect(list.rows.length).toBeGreaterThan(0);
    expect(new Set(list.rows.map(({ eventType }) => eventType))).toEqual(new Set(["campaign_workflow_callback"]));
    expect((await call("DELETE", `${hooks}/${odd.first["id"]}/camapign_status/`)).status).toBe(200);
  });

  it("have the defaults of spec 2 §9 and keep omitted fields", async () => {
    const { first } = await call("POST", `${hooks}/`, { name: "Bare", callbackServerConfigId: connection });
    expect(first).toMatchObject({ enabled: true, httpMethod: "POST", contentType: "JSON", successPath: "HTTP_OK" });
    const full = (await call("POST", `${hooks}/`, hook())).first;
    const changed = await call("PUT", `${hooks}/${full["id"]}/`, { name: "Renamed", headers: {} });
    expect(changed.first).toEqual({ ...full, name: "Renamed", headers: {} });
  });

  it.each([
    [{ name: "" }, "Callback Name Cannot be Empty"],
    [{ callbackServerConfigId: "" }, "Connection must be set"],
    [{ successPath: " " }, "Success path cannot be empty"],
    [{ failureStrategy: { retryStrategy: "linear", retryDelaySeconds: null } }, "Delay in seconds cannot be empty"],
    [
      { failureStrategy: { retryStrategy: "linear", retryDelaySeconds: 301 } },
      "Delay in seconds must be from 1 to 300",
    ],
    [
      { callbackServerConfigId: "01980000-0000-7000-8000-0000000000ff" },
      "This connection does not exist. Choose another one",
    ],
  ])("refuse %j (spec 2 §5.4)", async (wrong, message) => {
    expect(await call("POST", `${hooks}/`, hook(wrong))).toMatchObject({ status: 400, error: message });
  });

  it.each([{ successPath: "$[" }, { responseMapping: { a: "no path" } }, { bodyTemplate: "${" }])(
    "refuse the invalid path %j",
    async (wrong) => {
      expect((await call("POST", `${hooks}/`, hook(wrong))).status).toBe(400);
    },
  );

  it.each([
    ["url", { url: 'https://shop.example.com/${.now?string("QQ")}' }],
    ["bodyTemplate", { bodyTemplate: '{"at":"${.now?string("QQ")}"}' }],
    ["headers.x-at", { headers: { "x-at": '${.now?string("QQ")}' } }],
  ])("refuse a template that can never be filled in %s", async (field, wrong) => {
    const { status, body } = await server.call("POST", `${hooks}/`, { as: { key }, body: hook(wrong) });
    expect({ status, where: body.error[0]?.where }).toEqual({ status: 400, where: `body.${field}` });
  });

  it("keep their event type (spec 2 §4.6)", async () => {
    const { first } = await call("POST", `${hooks}/`, hook());
    const changed = await call("PUT", `${hooks}/${first["id"]}/`, { eventType: "dnc" });
    expect(changed.error).toBe("Event type cannot be changed during editing");
  });

  it("list the allowed event types when one is unknown", async () => {
    const unknown = await call("GET", `${hooks}/?eventType=call_completed`);
    expect(unknown).toMatchObject({ status: 400 });
    expect(unknown.error).toMatch(/^eventType must be one of call_completion, call_dialing, /);
    expect((await call("POST", `${hooks}/`, hook({ eventType: "call_completed" }))).error).toBe(unknown.error);
  });

  it("cannot be deleted under another event type", async () => {
    const { first } = await call("POST", `${hooks}/`, hook());
    expect(await call("DELETE", `${hooks}/${first["id"]}/dnc/`)).toMatchObject({
      status: 400,
      error: "The event type of this webhook is campaign_workflow_callback, not dnc",
    });
    expect((await call("GET", `${hooks}/id/${first["id"]}/`)).status).toBe(200);
  });

  it.each([
    ["headers", { "X-Key": "a\r\nb" }, "X-Key"],
    ["headers", { "X Key": "a" }, "X Key"],
  ])("refuse %s %j with its field", async (field, value, name) => {
    const refused = await server.call("POST", `${hooks}/`, { as, body: hook({ [field]: value }) });
    expect([refused.status, refused.body.error[0]?.where]).toEqual([400, `body.${field}.${name}`]);
  });

  it("are tested only by the id of a saved webhook", async () => {
    expect(await call("POST", `${hooks}/test`, hook({ id: "abc" }))).toMatchObject({
      status: 400,
      error: "id must be the id of a saved webhook or be omitted",
    });
  });

  it("fill a variable named like an object property", async () => {
    const bodyTemplate = "\"${constructor!'EMPTY'}\"";
    const { status, first } = await call("POST", `${hooks}/test`, hook({ url: receiver.url, bodyTemplate }));
    expect([status, first["requestBody"]]).toEqual([200, '"[constructor]"']);
  });

  it("log the headers that were actually sent", async () => {
    const headers = { Connection: "upgrade", "X-Key": '${"a\\nb"}', "X-Name": "Zoë 🙂" };
    const url = `${receiver.url}/headers`;
    const { first } = await call("POST", `${hooks}/test`, hook({ url, headers }));
    const received = receiver.received.find(({ path }) => path === "/headers")?.headers ?? {};
    const logged = first["requestHeaders"] as Record<string, string>;
    expect(Object.keys(logged).sort()).toEqual(Object.keys(received).sort());
    expect(logged).toMatchObject({ connection: "close", host: received.host, "x-name": "Zoë 🙂" });
    expect(Buffer.from(String(received["x-name"]), "latin1").toString("utf8")).toBe("Zoë 🙂");
  });

  it("show how their last requests went, without tests and old ones", async () => {
    const { first } = await call("POST", `${hooks}/`, hook());
    expect(first["recent"]).toBe(null);
    const requests = [
      { daysAgo: 9, ok: false, test: false },
      { daysAgo: 3, ok: true, test: false },
      { daysAgo: 2, ok: false, test: false },
      { daysAgo: 1, ok: true, test: true },
    ];
    for (const { daysAgo, ok, test } of requests)
      await db.tx([account], (q) =>
        q.run(
          `insert into webhook_delivery (account_id, delivery_id, webhook_id, event_type, message_id, attempt, elapsed_ms, ok, test, method, url)
           values ($1, trunkline_first_id(now() - $2::int * interval '1 day'), $3, '', trunkline_uuid7(), 1, 5, $4, $5, 'POST', 'https://example.com')`,
          [account, daysAgo, first["id"], ok, test],
        ),
      );
    const shown = (await call("GET", `${hooks}/id/${first["id"]}/`)).first["recent"];
    expect(shown).toMatchObject({ requests: 2, failed: 1, lastOk: false });
    const { lastAt } = shown as { lastAt: string };
    expect(Math.round((Date.now() - Date.parse(lastAt)) / 86_400_000)).toBe(2);
  });

  it("are deleted by id and event type", async () => {
    const { first } = await call("POST", `${hooks}/`, hook());
    const url = `${hooks}/${first["id"]}/campaign_workflow_callback/`;
    expect((await call("DELETE", url)).status).toBe(200);
    expect(await call("DELETE", url)).toMatchObject({ status: 404, error: "Webhook not found" });
  });

  it("can be sent once from the form and log every attempt", async () => {
    receiver.answer((_, response) => response.end('{"status":"ok","order":{"id":5}}'));
    const { first } = await call("POST", `${hooks}/test`, hook({ url: `${receiver.url}/test` }));
    expect(first).toMatchObject({ ok: true, status: 200, test: true, vars: { orderid: "5" } });
    const { rows } = await call("GET", "/v4/callback/delivery/?outcome=ok&limit=1");
    expect(rows[0]).toMatchObject({ deliveryId: first["deliveryId"], test: true, requestBody: first["requestBody"] });
    const refused = await call("POST", `${hooks}/test`, hook({ url: "http://10.0.0.1/" }));
    expect(refused.first["reason"]).toContain("the webhook's address is invalid or not allowed");
  });
});

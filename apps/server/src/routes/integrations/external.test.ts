import { externalFields, externalProviders } from "@trunkline/contract/integrations/external.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";

const db = await freshDatabase();
const provider = await startReceiver();
const server = await testServer(db, {
  config: readConfig({
    TRUNKLINE_DATA_DIR: "/nonexistent",
    TRUNKLINE_CALLS_PER_MINUTE: "100000",
    TRUNKLINE_HUBSPOT_URL: "http://127.0.0.1:9",
    TRUNKLINE_MAILGUN_URL: provider.url,
    TRUNKLINE_SENDGRID_URL: provider.url,
  }),
});
const path = "/v3/accounts/external/config";
const owner = await server.account("Shop");
const call = async (method: string, url: string, body?: unknown, key = owner.key) => {
  const answer = await server.call(method, url, { as: { key }, body });
  return { status: answer.status, rows: answer.body.payload, error: answer.body.error[0] };
};
const save = (body: object, key?: string) => call("POST", path, body, key);
const flag = (feature_forth_enabled: boolean) => call("PUT", "/v4/account/", { flags: { feature_forth_enabled } });

describe("the status of integrations", () => {
  it("says which are connected, and which the last e-mail found failing", async () => {
    const shop = await server.account("Status");
    const status = async () => {
      const { rows } = await call("GET", "/v4/integration/", undefined, shop.key);
      return Object.fromEntries(rows.map((row) => [row["provider"], [row["state"], row["problem"]]]));
    };
    const end = (state: string, reason: string | null) =>
      db.tx([shop.account], (q) =>
        q.run(
          `insert into email (account_id, email_id, provider, simulated, from_email, from_name, to_email, to_name, cc, bcc, subject,
             template_id, replacements, state, reason, words, updated)
           values ($1, trunkline_uuid7(), 'sendgrid', false, '', '', '', '', '[]', '[]', '', '', '{}', $2, $3, 'Bad key', now())`,
          [shop.account, state, reason],
        ),
      );
    expect(await status()).toMatchObject({ sendgrid: ["notConnected", null], saml: ["notConnected", null] });
    await save({ provider: "mailgun", key: "domain", value: "mg.example.com" }, shop.key);
    await save({ provider: "sendgrid", key: "api_key", encryptedValue: "k" }, shop.key);
    expect(await status()).toMatchObject({ sendgrid: ["connected", null], mailgun: ["notConnected", null] });
    await end("rejected", "email_account");
    expect(await status()).toMatchObject({
      sendgrid: ["failing", "the e-mail provider refused the account's key: Bad key"],
    });
    await end("rejected", "email_template");
    expect(await status()).toMatchObject({ sendgrid: ["connected", null] });
    await end("rejected", "email_account");
    await save({ provider: "sendgrid", key: "api_key", encryptedValue: "another" }, shop.key);
    expect(await status()).toMatchObject({ sendgrid: ["connected", null] });
  });
});

describe("external integrations (spec 3 §3–§7)", () => {
  it("spec 3 §3, §4: keys are ordered per provider, with secrets as encryptedValue and others as value", () => {
    const posts = Object.entries(externalFields).map(([name, fields]) => [
      name,
      ...fields.map(({ key, secret }) => `${key} ${secret ? "encryptedValue" : "value"}`),
    ]);
    expect(posts).toEqual(
      expect.arrayContaining([
        ["hubspot", "api_key encryptedValue"],
        ["mailgun", "domain value", "api_key encryptedValue"],
        ["sendgrid", "api_key encryptedValue"],
        ["remediation", "loginId value"],
        ["forth", "client_id value", "client_secret encryptedValue"],
      ]),
    );
    expect(Object.values(externalProviders)).toEqual(
      expect.arrayContaining(["Hubspot", "Mailgun", "SendGrid", "Remediation", "Forth"]),
    );
  });

  it.each([
    [{ provider: "unknown", key: "api_key" }, "body.provider", "Provider is required"],
    [{ key: "api_key", encryptedValue: "k" }, "body.provider", "Provider is required"],
    [{ provider: "hubspot", key: "api_key" }, "body.encryptedValue", "Api key is required"],
    [{ provider: "sendgrid", key: "api_key", encryptedValue: " " }, "body.encryptedValue", "Api key is required"],
    // A secret sent as a plain value is refused because it would be readable.
    [{ provider: "sendgrid", key: "api_key", value: "plain" }, "body.encryptedValue", "Api key is required"],
    [{ provider: "mailgun", key: "domain" }, "body.value", "Domain is required for provider mailgun"],
    [{ provider: "remediation", key: "loginId" }, "body.value", "LoginId is required for provider remediation"],
    [
      { provider: "mailgun", key: "loginId", value: "x" },
      "body.key",
      'Mailgun has no key "loginId". Its keys are domain, api_key',
    ],
    [
      { provider: "remediation", key: "loginId", value: "x".repeat(4001) },
      "body.value",
      "A value must have at most 4000 characters",
    ],
  ])("spec 3 §5: %j is refused at %s: %s", async (body, where, message) => {
    expect(await save(body)).toMatchObject({ status: 400, error: { where, message } });
    expect((await call("GET", path)).rows).toEqual([]);
  });

  it("spec 3 §6: Forth needs its feature flag and has the messages of its fields", async () => {
    const id = { provider: "forth", key: "client_id", value: "shop" };
    expect(await save(id)).toMatchObject({
      status: 403,
      error: { code: "flag_needed", message: "The Forth integration is not turned on for this account" },
    });
    await flag(true);
    expect(await save({ ...id, value: "" })).toMatchObject({
      status: 400,
      error: { message: "Client Id is required for provider forth" },
    });
    expect(await save({ provider: "forth", key: "client_secret" })).toMatchObject({
      status: 400,
      error: { message: "Client Secret is required for provider forth" },
    });
    await save(id);
    await save({ provider: "forth", key: "client_secret", encryptedValue: "forth secret" });
    const { rows } = await call("GET", `${path}?keys=forth`);
    expect(rows).toMatchObject([
      { key: "client_id", value: "shop", masked: null },
      { key: "client_secret", value: null, masked: "••••••••" },
    ]);
    await flag(false);
    // Existing keys can be deleted without the flag.
    expect((await call("DELETE", `${path}/forth`)).status).toBe(200);
  });

  it("spec 3 §6, §7: changes need account-config-update, every user can read, and deletion removes all keys", async () => {
    const viewer = await server.key(owner.account, "viewer");
    const member = await server.key(owner.account, "member", ["account-config-update"]);
    const domain = { provider: "mailgun", key: "domain", value: "mg.example.com" };
    expect(await save(domain, viewer)).toMatchObject({ status: 403 });
    expect((await save(domain, member)).status).toBe(200);
    await save({ provider: "mailgun", key: "api_key", encryptedValue: "first key" });
    await save({ provider: "mailgun", key: "api_key", encryptedValue: "second key" });
    await save({ provider: "remediation", key: "loginId", value: "shop" });
    const listed = async (query: string) =>
      (await call("GET", path + query, undefined, viewer)).rows.map((row) => `${row["provider"]} ${row["key"]}`);
    expect(await listed("")).toEqual(["mailgun api_key", "mailgun domain", "remediation loginId"]);
    expect(await listed("?keys=remediation, hubspot")).toEqual(["remediation loginId"]);
    const shown = JSON.stringify([
      await call("GET", path),
      await call("GET", "/v4/audit/"),
      await db.owner((q) => q.rows("select * from external_config")),
    ]);
    expect(shown).not.toContain("first key");
    expect(shown).not.toContain("second key");
    for (const one of ["mailgun", "remediation"]) {
      expect((await call("DELETE", `${path}/${one}`, undefined, viewer)).status).toBe(403);
      expect((await call("DELETE", `${path}/${one}`)).status).toBe(200);
    }
    expect(await call("DELETE", `${path}/mailgun`)).toMatchObject({
      status: 404,
      error: { message: "Provider not found" },
    });
    expect(await listed("")).toEqual([]);
  });
});

describe("testing a connection", () => {
  const test = async (name: string) => {
    const { status, rows, error } = await call("POST", `${path}/${name}/test`);
    return status === 200 ? rows[0] : { status, message: error?.message };
  };

  it("uses the saved key and reports the provider's answer", async () => {
    await save({ provider: "mailgun", key: "domain", value: "mg.example.com" });
    await save({ provider: "mailgun", key: "api_key", encryptedValue: "a mailgun key" });
    await save({ provider: "sendgrid", key: "api_key", encryptedValue: "a sendgrid key" });
    await save({ provider: "hubspot", key: "api_key", encryptedValue: "a hubspot key" });
    provider.answer((got, response) => {
      const isMailgun = got.path.startsWith("/v4/domains/");
      response.statusCode = isMailgun ? 401 : 200;
      response.end(isMailgun ? '{"message":"Forbidden"}' : '{"scopes":["mail.send"]}');
    });
    expect(await test("sendgrid")).toEqual({ ok: true, words: "SendGrid accepts the key" });
    expect(provider.received.at(-1)).toMatchObject({
      path: "/v3/scopes",
      headers: { authorization: "Bearer a sendgrid key" },
    });
    expect(await test("mailgun")).toEqual({ ok: false, words: "Mailgun rejected the key: Forbidden" });
    expect(provider.received.at(-1)?.path).toBe("/v4/domains/mg.example.com");
    expect(await test("hubspot")).toEqual({ ok: false, words: "HubSpot could not be reached" });
    provider.answer((_, response) => response.end('{"scopes":["stats.read"]}'));
    expect(await test("sendgrid")).toEqual({
      ok: false,
      words: "SendGrid accepts the key, but the key lacks the scope mail.send",
    });
  });

  it("connects to the saved mail server and logs in", async () => {
    const settings = { host: "127.0.0.1", port: 9, user: "shop", sender: "news@shop.example.com" };
    await save({ provider: "smtp", key: "metadata", value: JSON.stringify(settings) });
    expect(await test("smtp")).toMatchObject({ status: 404 });
    await save({ provider: "smtp", key: "api_key", encryptedValue: "a password" });
    expect(await test("smtp")).toMatchObject({ ok: false, words: expect.stringMatching(/^The host is not allowed: /) });
    await call("DELETE", `${path}/smtp`);
  });

  it("sends a second of silence to the saved speech service", async () => {
    expect(await test("speech")).toMatchObject({ status: 404 });
    const refused = await save({ provider: "speech", key: "url", value: "whisper" });
    expect(refused.error?.message).toBe("Address must be a web address such as https://api.openai.com/v1");
    await save({ provider: "speech", key: "url", value: "http://127.0.0.1:9/v1" });
    await save({ provider: "speech", key: "model", value: "whisper-1" });
    expect(await test("speech")).toMatchObject({ ok: false, words: expect.stringMatching(/not allowed/) });
    await call("DELETE", `${path}/speech`);
  });

  it.each([
    ["{", "body.value", "Mail server must be JSON with host, port, tls, user and sender"],
    ['{"user":"shop","sender":"news@shop.example.com"}', "body.value.host", "Host is required"],
    [
      '{"host":"mail.example.com","user":"shop","sender":"shop"}',
      "body.value.sender",
      "Sender must be a valid email address",
    ],
  ])("refuses the mail server %s", async (value, where, message) => {
    const { status, error } = await save({ provider: "smtp", key: "metadata", value });
    expect({ status, error }).toMatchObject({ status: 400, error: { where, message } });
  });

  it("explains why a provider without a test or a saved key cannot be tested", async () => {
    expect(await test("remediation")).toEqual({ status: 400, message: "Remediation has no connection test" });
    expect(await test("forth")).toEqual({ status: 400, message: "Forth has no connection test" });
    await call("DELETE", `${path}/hubspot`);
    expect(await test("hubspot")).toEqual({ status: 404, message: "Provider not found" });
    // Sealed under a missing master key.
    await db.owner((q) => q.run("update external_config set sealed = 's1.00000000.a.b.c' where provider = 'sendgrid'"));
    expect(await test("sendgrid")).toMatchObject({ status: 409, message: expect.stringContaining("master key") });
  });
});

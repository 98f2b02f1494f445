import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { noteSecrets } from "../../../test/suiteLogs.ts";
import type { Config } from "../../config/config.ts";
import { openMailer } from "../../mail/mailer.ts";

// Readings, Accounts: created by POST /v4/operator/account/ with TRUNKLINE_OPERATOR_TOKEN, with an invited owner.

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const operatorToken = randomBytes(32).toString("hex");
noteSecrets([operatorToken]);
const off = await testServer(db);
const config = { ...off.api.config, operatorToken } as Config;
const server = await testServer(db, { config });
const mailing = await testServer(db, { config, mailer: openMailer(mail.settings) });
const first = await server.account("First");
const ann = await server.user(first.account, "owner");

beforeEach(() => {
  mail.received.length = 0;
});

const create = (body: object, token: string | undefined = operatorToken, at = server) =>
  at.call("POST", "/v4/operator/account/", { body, ...(token && { as: { key: token } }) });
const tokenOf = (url: unknown) => String(url).split("/").at(-1);
const join = (url: unknown, body: object) => server.call("POST", `/auth/invitation/${tokenOf(url)}`, { body });

describe("an account that the operator creates", () => {
  it("is joined by its owner through a one-time link", async () => {
    const made = await create({ name: "Second", owner: "Owner@Example.com" });
    const [shown] = made.body.payload;
    expect(shown).toMatchObject({ name: "Second", owner: "owner@example.com" });
    const joined = await join(shown?.["invitationUrl"], { name: "Olga", password: testPassword });
    expect(joined.body.payload[0]).toMatchObject({
      account: { accountSid: shown?.["accountSid"], name: "Second" },
      role: "owner",
      accounts: [{ name: "Second" }],
    });
    const { body } = await server.call("GET", "/v4/audit/?limit=10", { as: { cookie: joined.cookie! } });
    expect(body.payload.map(({ action, actorId }) => `${action} ${String(actorId).split(":")[0]}`)).toEqual([
      "auth.signIn user",
      "user.join user",
      "user.invite operator",
      "account.create operator",
    ]);
  });

  it("has the defaults of a first account", async () => {
    const made = await create({ name: "Defaults", owner: "defaults@example.com" });
    const joined = await join(made.body.payload[0]?.["invitationUrl"], { name: "D", password: testPassword });
    const as = { cookie: joined.cookie! };
    const account = (await server.call("GET", "/v4/account/", { as })).body.payload[0];
    expect(account?.["settings"]).toMatchObject({ legalHours: true });
    expect((await server.call("GET", "/v4/disposition", { as })).body.payload.length).toBeGreaterThan(0);
  });

  it("is added to the accounts of an existing user with that user's password", async () => {
    const made = await create({ name: "Third", owner: ann.email });
    const url = made.body.payload[0]?.["invitationUrl"];
    expect((await join(url, { name: "Thief", password: "a password of a thief" })).status).toBe(400);
    const joined = await join(url, { name: "Ann", password: testPassword });
    expect(joined.body.payload[0]?.["accounts"]).toMatchObject([{ name: "First" }, { name: "Third" }]);
  });

  it("mails its owner where mail is set up", async () => {
    const made = await create({ name: "Mailed", owner: "mailed@example.com" }, operatorToken, mailing);
    expect(made.body.payload[0]).toMatchObject({ invitationMail: "Invitation sent to mailed@example.com" });
    expect(made.body.payload[0]).not.toHaveProperty("invitationUrl");
    expect(mail.received.map(({ to }) => to)).toEqual([["mailed@example.com"]]);
  });

  it("is reused with a new link when the request is repeated before the owner has joined", async () => {
    const [one] = (await create({ name: "Twice", owner: "first-try@example.com" })).body.payload;
    const [two] = (await create({ name: "TWICE", owner: "second-try@example.com" })).body.payload;
    expect(two).toMatchObject({ accountSid: one?.["accountSid"], name: "Twice", owner: "second-try@example.com" });
    const read = async (url: unknown) => (await server.call("GET", `/auth/invitation/${tokenOf(url)}`)).status;
    expect([await read(one?.["invitationUrl"]), await read(two?.["invitationUrl"])]).toEqual([404, 200]);
  });

  it("is created once by concurrent requests", async () => {
    const asked = Array.from({ length: 4 }, () => create({ name: "Race", owner: "race@example.com" }));
    const made = (await Promise.all(asked)).filter(({ status }) => status === 200);
    expect(new Set(made.map(({ body }) => body.payload[0]?.["accountSid"])).size).toBe(1);
    const rows = await db.owner((q) => q.run("select from account where name = 'Race'"));
    expect(rows).toBe(1);
  });

  it("cannot take the name of an account that has users", async () => {
    const { status, body } = await create({ name: "first", owner: "other@example.com" });
    expect([status, body.error[0]?.code, body.error[0]?.where]).toEqual([409, "name_taken", "body.name"]);
  });

  it.each([
    [{ owner: "a@example.com" }, "body.name", "Account name is required"],
    [{ name: " ", owner: "a@example.com" }, "body.name", "Account name is required"],
    [{ name: "A", owner: "unknown" }, "body.owner", "Owner must be a valid e-mail address"],
    [{ name: "A", owner: "a@example.com", days: 31 }, "body.days", "A link must last 1 to 30 days"],
  ])("is refused for %j with the field", async (body, where, message) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error[0]]).toMatchObject([400, { where, message }]);
  });
});

describe("a request of the operator", () => {
  const body = { name: "None", owner: "none@example.com" };
  const code = ({ status, body: { error } }: Awaited<ReturnType<typeof create>>) => [status, error[0]?.code];

  it("is refused without a token, with a wrong one, an API key, or an owner's session", async () => {
    const refused = [401, "bad_operator_token"];
    expect(code(await create(body, ""))).toEqual(refused);
    expect(code(await create(body, "x".repeat(64)))).toEqual(refused);
    expect(code(await create(body, first.key))).toEqual(refused);
    const session = await server.call("POST", "/v4/operator/account/", { body, as: { cookie: ann.cookie } });
    expect(code(session)).toEqual(refused);
  });

  it("is turned off where no token is set", async () => {
    expect(code(await create(body, operatorToken, off))).toEqual([403, "operator_off"]);
  });

  it("with wrong tokens is limited by address", async () => {
    const strict = await testServer(db, { config: { ...config, signInsPerMinute: 3 } });
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await create(body, `wrong-${n}-${"x".repeat(40)}`, strict)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await create({ ...body, name: "Still" }, operatorToken, strict)).status).toBe(200);
  });

  it("uses a token that is not an API key", async () => {
    const { status } = await server.call("GET", "/v4/account/", { as: { key: operatorToken } });
    expect(status).toBe(401);
  });
});

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { breakingDatabase } from "../../test/breakingDatabase.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import { type Config, readConfig } from "../config/config.ts";
import type { Database } from "../store/database.ts";
import { listAccounts } from "../store/identity/account.ts";
import { firstStart } from "./firstStart.ts";

const masterKey = randomBytes(32);
const embedded = { TRUNKLINE_DATA_DIR: "/nonexistent" };
const start = (db: Database, env: Record<string, string> = {}, empty = false) =>
  firstStart({ db, masterKey, config: readConfig({ ...embedded, ...env }, { empty }) });
const over = (db: Database, env: Record<string, string> = {}) =>
  testServer(db, { masterKey, config: readConfig({ ...embedded, ...env }) as Config });
const operatorsKey = "an-api-key-of-the-operator";

describe("a first start that is interrupted", async () => {
  // One statement of each part: account, numbers and workflows, upload, import, owner.
  it.each([2, 12, 40, 50, 56])("at statement %i is completed by the next start", async (at) => {
    const db = await freshDatabase();
    const breakDown = () => {
      throw new Error("cut off");
    };
    await expect(start(breakingDatabase(db, at, "before", breakDown))).rejects.toThrow("cut off");
    await start(db);
    await start(db);
    const [account, ...others] = await db.global(listAccounts);
    expect(others).toEqual([]);
    const counts = await db.tx([account!.accountSid], (q) =>
      q.one(`select (select count(*)::int from number) numbers, (select count(*)::int from campaign) workflows,
        (select count(*)::int from sms_template) templates, (select count(*)::int from contact) contacts,
        (select count(*)::int from membership) members`),
    );
    expect(counts).toMatchObject({ numbers: 4, workflows: 3, contacts: 1_000, members: 1 });
  });
});

describe("the first start on an empty embedded database", async () => {
  const db = await freshDatabase();
  const line = await start(db, { TRUNKLINE_API_KEY: operatorsKey });
  const server = await over(db);
  const demo = { email: "demo@trunkline.local", password: "trunkline-demo" };

  it("creates the demo account and prints how to sign in", async () => {
    expect(line).toBe("Sign in as demo@trunkline.local with the password trunkline-demo");
    const { body } = await server.call("GET", "/auth/entrance");
    expect(body.payload).toEqual([{ setup: false, demo, mail: false }]);
    const me = await server.call("POST", "/auth/sign-in", { body: demo });
    expect(me.body.payload[0]).toMatchObject({ role: "owner", account: { name: "Demo" } });
  });

  it("turns legal hours off so that the demo works at night, and looks numbers up at the simulated carrier", async () => {
    const { body } = await server.call("GET", "/v4/account/", { as: { key: operatorsKey } });
    expect(body.payload[0]).toMatchObject({ settings: { legalHours: false, carrierLookup: "simulated" } });
  });

  it("has an inbound number whose saved route tests pass and whose destinations include the owner", async () => {
    const as = { key: operatorsKey };
    const read = async (path: string) => (await server.call("GET", path, { as })).body.payload;
    const [account] = await read("/v4/account/");
    const accountSid = String(account?.["accountSid"]);
    const [saved] = await read(`/v4/workflow/${accountSid}/front%20desk`);
    expect(await read("/v4/route/test/front%20desk/")).toHaveLength(5);
    // A save runs every check, including the saved tests.
    const body = { routeTag: "front desk", accountSid, workflow: saved?.["workflow"] };
    expect((await server.call("PUT", "/v4/workflow", { as, body })).body.error).toEqual([]);
    const destinations = await read("/v4/route/front%20desk/");
    expect(destinations.map(({ destType, dest }) => [destType, dest])).toEqual([
      ["workgroup", "Front desk"],
      ["workflow", expect.any(String)],
      ["ivr", "ivr"],
      ["inbox", "Front desk"],
      ["voicemail", "voicemail"],
    ]);
    const [campaign] = (await read("/v4/campaign/")).filter(
      ({ campaignId }) => campaignId === destinations[1]?.["dest"],
    );
    expect(campaign).toMatchObject({ campaignName: "Appointment reminder" });
    const [ivr] = await read("/v4/ivr/reception");
    expect((await server.call("PUT", "/v4/ivr/reception", { as, body: ivr ?? {} })).body.error).toEqual([]);
    expect(await read("/v4/route/?destType=ivr")).toContainEqual(expect.objectContaining({ name: "ivr-reception" }));
    const owner = expect.objectContaining({ name: "Demo User" });
    expect(await read("/v4/livelist/all")).toMatchObject([{ listName: "front-desk", users: [expect.anything()] }]);
    expect(await read("/v4/workgroup/")).toMatchObject([{ name: "Front desk", members: [owner] }]);
  });

  it("adds TRUNKLINE_API_KEY to that account only once", async () => {
    await start(db, { TRUNKLINE_API_KEY: "another key, set at a later start" });
    const { body } = await server.call("GET", "/v4/apikey/", { as: { key: operatorsKey } });
    expect(body.payload).toMatchObject([{ name: "TRUNKLINE_API_KEY", role: "owner", prefix: "an-api-k" }]);
  });

  it("changes nothing when it starts again", async () => {
    expect(await start(db)).toBe(line);
    expect(await db.global((q) => q.rows("select from account"))).toHaveLength(1);
  });

  it("refuses /setup", async () => {
    const body = { token: "x", accountName: "A", name: "B", email: "c@example.com", password: "long enough password" };
    const answer = await server.call("POST", "/auth/setup", { body });
    expect([answer.status, answer.body.error[0]?.code]).toEqual([409, "already_set_up"]);
  });

  it("refuses the demo password from other machines", async () => {
    const exposed = await over(db, { HOST: "0.0.0.0" });
    const answer = await exposed.call("POST", "/auth/sign-in", { body: demo });
    expect([answer.status, answer.body.error[0]?.code]).toEqual([403, "demo_sign_in"]);
    expect((await exposed.call("GET", "/auth/entrance")).body.payload).toEqual([
      { setup: false, demo: null, mail: false },
    ]);
  });

  it("stops showing the demo's sign-in once its password is changed", async () => {
    const { cookie } = await server.call("POST", "/auth/sign-in", { body: demo });
    const body = { current: demo.password, next: "a password of my own" };
    await server.call("POST", "/auth/password", { as: { cookie: cookie! }, body });
    expect((await server.call("GET", "/auth/entrance")).body.payload).toEqual([
      { setup: false, demo: null, mail: false },
    ]);
    expect(await start(db)).toBe("Sign in with your e-mail.");
  });

  it("refuses another master key than the first one", async () => {
    const other = firstStart({ db, masterKey: randomBytes(32), config: readConfig(embedded) });
    await expect(other).rejects.toThrow("The file master.key in /nonexistent is not the key");
  });
});

describe.each<[string, Record<string, string>, boolean]>([
  ["with --empty", {}, true],
  ["on an address that others reach", { HOST: "0.0.0.0" }, false],
  ["with a public address", { TRUNKLINE_PUBLIC_URL: "https://shop.example" }, false],
  ["on a database server", { DATABASE_URL: "postgres://x/y" }, false],
])("the first start %s", async (_how, env, empty) => {
  const db = await freshDatabase();
  it("creates no demo and lets /setup create the first account once, with the token from the log", async () => {
    const line = await start(db, env, empty);
    expect(line).toMatch(/\/setup with this one-time token: [\w-]{32}$/);
    expect(await start(db, env, empty)).toBe(line);
    const server = await over(db, { ...env, TRUNKLINE_API_KEY: operatorsKey });
    expect((await server.call("GET", "/auth/entrance")).body.payload).toEqual([
      { setup: true, demo: null, mail: false },
    ]);
    const form = { accountName: "Shop", name: "Ann", email: "Ann@Example.com", password: "a long password" };
    const setup = (token: string) => server.call("POST", "/auth/setup", { body: { ...form, token } });
    const wrong = await setup("not the token");
    expect([wrong.status, wrong.body.error[0]?.where]).toEqual([400, "body.token"]);
    const token = line.split(": ").at(-1)!;
    const made = await Promise.all([setup(token), setup(` ${token}`)]);
    expect(made.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const first = made.find((answer) => answer.status === 200)!;
    expect(first.body.payload[0]).toMatchObject({ role: "owner", user: { email: "ann@example.com" } });
    expect((await server.call("GET", "/auth/me", { as: { cookie: first.cookie! } })).status).toBe(200);
    const account = (await server.call("GET", "/v4/account/", { as: { key: operatorsKey } })).body.payload[0];
    expect(account).toMatchObject({ name: "Shop", settings: { legalHours: true } });
  });
});

describe("the first start with TRUNKLINE_ADMIN_EMAIL and TRUNKLINE_ADMIN_PASSWORD", async () => {
  const db = await freshDatabase();
  it("creates one first account when several processes start together", async () => {
    const env = { TRUNKLINE_ADMIN_EMAIL: "boss@example.com", TRUNKLINE_ADMIN_PASSWORD: "a long password" };
    const lines = await Promise.all([start(db, env), start(db, env)]);
    expect(lines).toEqual(["Sign in with your e-mail.", "Sign in with your e-mail."]);
    expect(await db.global((q) => q.rows("select from account"))).toHaveLength(1);
    const server = await over(db, env);
    const body = { email: "boss@example.com", password: "a long password" };
    expect((await server.call("POST", "/auth/sign-in", { body })).body.payload[0]).toMatchObject({ role: "owner" });
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testPassword, testServer } from "../../test/server.ts";
import type { Config } from "../config/config.ts";
import { insertMembership } from "../store/identity/membership.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account("Ann's shop");
let ann: Awaited<ReturnType<typeof server.user>>;
beforeAll(async () => {
  ann = await server.user(account, "owner");
});

const signIn = (email: string, password = testPassword, headers: Record<string, string> = {}) =>
  server.call("POST", "/auth/sign-in", { body: { email, password }, headers });
const me = (cookie: string) => server.call("GET", "/auth/me", { as: { cookie } });

describe("signing in", () => {
  it("sets an HttpOnly, same-site cookie and returns the user", async () => {
    const answer = await signIn(ann.email.toUpperCase());
    expect(answer.headers["set-cookie"]).toMatch(
      /^trunkline_4400=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.body.payload[0]).toMatchObject({
      user: { email: ann.email },
      account: { accountSid: account, name: "Ann's shop" },
      role: "owner",
      accounts: [{ accountSid: account, name: "Ann's shop" }],
      simulated: true,
    });
  });

  it("marks the cookie secure where the public address is https", async () => {
    const config = { ...server.api.config, host: "0.0.0.0", publicUrl: "https://shop.example" } as Config;
    const secure = await testServer(db, { config });
    const answer = await secure.call("POST", "/auth/sign-in", { body: { email: ann.email, password: testPassword } });
    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-trunkline=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers["strict-transport-security"]).toContain("max-age");
  });

  it("does not reveal whether the e-mail or the password is wrong and audits the attempt", async () => {
    const wrong = await signIn(ann.email, "something else");
    const unknown = await signIn("unknown@example.com", "something else");
    expect([wrong.status, wrong.body.error[0]]).toEqual([
      401,
      { code: "wrong_credentials", message: "E-mail or password is wrong" },
    ]);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.cookie).toBeUndefined();
    const { body } = await server.call("GET", "/v4/audit/?action=auth.signIn&limit=1", { as: { key } });
    expect(body.payload[0]).toMatchObject({ outcome: "refused", actor: `Test User (${ann.email})` });
  });

  it("stores only a hash of session and password", async () => {
    const rows = await db.owner((q) =>
      q.rows<{ row: string }>("select u::text || s::text as row from auth_user u join auth_session s using (user_id)"),
    );
    for (const { row } of rows) {
      expect(row).not.toContain(ann.cookie.split("=")[1]);
      expect(row).not.toContain(testPassword);
      expect(row).toContain("$argon2id$");
    }
  });

  it("blocks one e-mail after ten attempts per minute and not the others", async () => {
    const limited = await testServer(db, { config: { ...server.api.config, signInsPerMinute: 10 } as Config });
    const tryIt = async (email: string) =>
      (await limited.call("POST", "/auth/sign-in", { body: { email, password: "wrong password" } })).status;
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push(await tryIt(n % 2 ? "guess@example.com" : "GUESS@example.com"));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(await tryIt("other@example.com")).toBe(401);
  });

  it("limits the attempts of one address across e-mails", async () => {
    const limited = await testServer(db, { config: { ...server.api.config, signInsPerMinute: 2 } as Config });
    const statuses = [];
    for (let n = 0; n < 13; n++)
      statuses.push(
        (await limited.call("POST", "/auth/sign-in", { body: { email: `g${n}@example.com`, password: "x" } })).status,
      );
    expect(statuses).toEqual([...Array(12).fill(401), 429]);
  });
});

describe("a session", () => {
  it("distinguishes a missing session from one that has ended", async () => {
    const stranger = await server.call("GET", "/auth/me");
    expect([stranger.status, stranger.body.error[0]?.code]).toEqual([401, "not_signed_in"]);
    const over = await me("trunkline_4400=abc");
    expect([over.status, over.body.error[0]?.code]).toEqual([401, "session_ended"]);
  });

  it.each([
    ["seven days without a request", "seen = now() - interval '7 days 1 minute'", 401],
    ["thirty days, even when active", "created = now() - interval '30 days 1 minute'", 401],
    ["not before", "seen = now() - interval '6 days 23 hours', created = now() - interval '29 days'", 200],
  ])("ends after %s", async (_when, change, status) => {
    const { cookie, userId } = await server.user(account, "viewer");
    await db.owner((q) => q.run(`update auth_session set ${change} where user_id = $1`, [userId]));
    expect((await me(cookie)).status).toBe(status);
  });

  it("is extended by requests", async () => {
    const { cookie, userId } = await server.user(account, "viewer");
    await db.owner((q) =>
      q.run("update auth_session set seen = now() - interval '6 days' where user_id = $1", [userId]),
    );
    await me(cookie);
    const row = await db.owner((q) =>
      q.one<{ fresh: boolean }>(
        "select seen > now() - interval '1 minute' fresh from auth_session where user_id = $1",
        [userId],
      ),
    );
    expect(row?.fresh).toBe(true);
  });

  it("ends by signing out", async () => {
    const { cookie } = await server.user(account, "viewer");
    expect((await server.call("POST", "/auth/sign-out", { as: { cookie } })).status).toBe(200);
    expect((await me(cookie)).body.error[0]?.code).toBe("session_ended");
  });

  it("is listed with the user's other sessions, and only the user's own can be ended", async () => {
    const { cookie, email } = await server.user(account, "viewer");
    const second = (await signIn(email, testPassword, { "user-agent": "Second browser" })).cookie!;
    const { body } = await server.call("GET", "/v4/session/", { as: { cookie } });
    expect(body.payload.map((row) => [row["current"], row["agent"]]).sort()).toEqual([
      [false, "Second browser"],
      [true, "lightMyRequest"],
    ]);
    const other = body.payload.find((row) => !row["current"])!["sessionId"];
    const foreign = await server.call("DELETE", `/v4/session/${other}/`, { as: { cookie: ann.cookie } });
    expect([foreign.status, (await me(second)).status]).toEqual([404, 200]);
    await server.call("DELETE", `/v4/session/${other}/`, { as: { cookie } });
    expect([(await me(second)).status, (await me(cookie)).status]).toEqual([401, 200]);
  });

  it("is not available to an API key", async () => {
    const { status, body } = await server.call("GET", "/v4/session/", { as: { key } });
    expect([status, body.error[0]?.code]).toEqual([403, "forbidden"]);
  });
});

describe("changing the password", () => {
  const change = (cookie: string, current: string, next: string) =>
    server.call("POST", "/auth/password", { as: { cookie }, body: { current, next } });

  it("needs the current one and at least 10 characters", async () => {
    const { cookie } = await server.user(account, "viewer");
    const wrong = await change(cookie, "not this one", "another password");
    expect([wrong.status, wrong.body.error[0]?.message, wrong.body.error[0]?.where]).toEqual([
      400,
      "Current password is wrong",
      "body.current",
    ]);
    const short = await change(cookie, testPassword, "too short");
    expect(short.body.error[0]?.message).toBe("Password must have at least 10 characters");
  });

  it("ends the user's other sessions", async () => {
    const { cookie, email } = await server.user(account, "viewer");
    const other = (await signIn(email)).cookie!;
    expect((await change(cookie, testPassword, "another password")).status).toBe(200);
    expect([(await me(other)).status, (await me(cookie)).status]).toEqual([401, 200]);
    expect([(await signIn(email)).status, (await signIn(email, "another password")).status]).toEqual([401, 200]);
  });
});

describe("a change that another site asks a browser for (reliability §7)", () => {
  const post = (headers: Record<string, string>) =>
    server.call("POST", "/v4/smstemplate/", {
      as: { cookie: ann.cookie },
      body: { templateTitle: "CSRF", templateText: "x" },
      headers: { host: "127.0.0.1:4400", ...headers },
    });

  it.each<[string, Record<string, string>]>([
    ["its origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["the same host on another port", { origin: "http://127.0.0.1:4401" }],
    ["the Sec-Fetch-Site header", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
  ])("is refused by %s", async (_by, headers) => {
    const { status, body } = await post(headers);
    expect([status, body.error[0]?.code]).toEqual([403, "cross_site"]);
  });

  it("is accepted from our own pages", async () => {
    expect((await post({ origin: "http://127.0.0.1:4400", "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("is refused as a form, which browsers send without a preflight", async () => {
    const { status } = await server.call("POST", "/v4/smstemplate/", {
      as: { cookie: ann.cookie },
      payload: "templateTitle=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(status).toBe(415);
  });

  it("is also refused for sign-in", async () => {
    expect((await signIn(ann.email, testPassword, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("several accounts", () => {
  it("are available only to their members", async () => {
    const other = await server.account("Second shop");
    const foreign = await server.account("Foreign shop");
    const { cookie, userId } = await server.user(account, "viewer");
    await db.owner((q) =>
      q.run("insert into membership (account_id, user_id, role) values ($1, $2, 'member')", [other.account, userId]),
    );
    const go = (accountSid: string) => server.call("POST", "/auth/account", { as: { cookie }, body: { accountSid } });
    expect((await go(foreign.account)).status).toBe(404);
    const switched = await go(other.account);
    expect(switched.body.payload[0]).toMatchObject({ account: { name: "Second shop" }, role: "member" });
    const found = await server.call("GET", "/v4/account/", { as: { cookie } });
    expect(found.body.payload[0]?.["name"]).toBe("Second shop");
  });

  it("are kept apart after a switch in another tab", async () => {
    const other = await server.account("Third shop");
    const { cookie, userId } = await server.user(account, "owner");
    await db.global((q) => insertMembership(q, other.account, userId, { role: "owner", privileges: [] }));
    const make = (title: string, meant: string) =>
      server.call("POST", "/v4/smstemplate/", {
        as: { cookie },
        body: { templateTitle: title, templateText: "x" },
        headers: { "trunkline-account": meant },
      });
    expect((await make("Before", account)).status).toBe(200);
    await server.call("POST", "/auth/account", { as: { cookie }, body: { accountSid: other.account } });
    const late = await make("Late", account);
    expect([late.status, late.body.error[0]?.code]).toEqual([409, "account_changed"]);
    expect((await make("After", other.account)).status).toBe(200);
    const titles = async (key: string) =>
      (await server.call("GET", "/v4/smstemplate/", { as: { key } })).body.payload.map((row) => row["templateTitle"]);
    expect([(await titles(key)).includes("Late"), await titles(other.key)]).toEqual([false, ["After"]]);
  });

  it("are closed at once when the membership is removed", async () => {
    const { cookie, userId } = await server.user(account, "administrator");
    expect((await server.call("DELETE", `/v4/user/${userId}/`, { as: { key } })).status).toBe(200);
    const { status, body } = await server.call("GET", "/v4/account/", { as: { cookie } });
    expect([status, body.error[0]?.code]).toEqual([403, "no_account"]);
  });
});

import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { insertMembership } from "../../store/identity/membership.ts";

const db = await freshDatabase();
const server = await testServer(db);
const shop = await server.account("Shop");
const as = { key: shop.key };

const invite = (body: Record<string, unknown>, caller = as) => server.call("POST", "/v4/user/", { as: caller, body });
const tokenOf = (url: unknown) => String(url).split("/").at(-1);
const accept = (token: string | undefined, body: Record<string, unknown>) =>
  server.call("POST", `/auth/invitation/${token}`, { body });
const users = async () => (await server.call("GET", "/v4/user/", { as })).body.payload;

describe("an invitation", () => {
  it("is a link that is shown once, works once, and creates a user with its rights", async () => {
    const invited = await invite({ email: "Guest@Example.com", role: "member", privileges: ["workflow-run"] });
    expect(invited.body.payload[0]).toMatchObject({ email: "guest@example.com", state: "invited", name: null });
    const token = tokenOf(invited.body.payload[0]?.["invitationUrl"]);
    expect(invited.body.payload[0]?.["invitationUrl"]).toBe(`http://127.0.0.1:4400/invitation/${token}`);
    expect((await users()).find((user) => user["email"] === "guest@example.com")).not.toHaveProperty("invitationUrl");

    const what = await server.call("GET", `/auth/invitation/${token}`);
    expect(what.body.payload).toEqual([{ accountName: "Shop", email: "guest@example.com", role: "member" }]);

    const joined = await accept(token, { name: "Guest", password: testPassword });
    expect(joined.body.payload[0]).toMatchObject({ role: "member", privileges: ["workflow-run"] });
    expect((await server.call("GET", "/auth/me", { as: { cookie: joined.cookie! } })).status).toBe(200);
    expect((await users()).find((user) => user["email"] === "guest@example.com")).toMatchObject({ state: "active" });

    const again = await accept(token, { name: "Guest", password: testPassword });
    expect([again.status, again.body.error[0]?.message]).toEqual([
      404,
      "This invitation was used, was withdrawn or has expired",
    ]);
  });

  it("works for one of two concurrent requests", async () => {
    const token = tokenOf(
      (await invite({ email: "race@example.com", role: "viewer" })).body.payload[0]?.["invitationUrl"],
    );
    const both = await Promise.all([1, 2].map(() => accept(token, { name: "Race", password: testPassword })));
    expect(both.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
    expect((await users()).filter((user) => user["email"] === "race@example.com")).toHaveLength(1);
  });

  it("ends when it is withdrawn, replaced or a week old", async () => {
    const make = async () => (await invite({ email: "late@example.com", role: "viewer" })).body.payload[0]!;
    const first = await make();
    const second = await make();
    expect((await server.call("GET", `/auth/invitation/${tokenOf(first["invitationUrl"])}`)).status).toBe(404);
    await server.call("DELETE", `/v4/user/${second["userId"]}/`, { as });
    expect((await server.call("GET", `/auth/invitation/${tokenOf(second["invitationUrl"])}`)).status).toBe(404);
    const third = await make();
    await db.owner((q) => q.run("update invitation set expires = now() where invitation_id = $1", [third["userId"]]));
    expect((await accept(tokenOf(third["invitationUrl"]), { name: "x", password: testPassword })).status).toBe(404);
  });

  it("adds the account to an existing user only with that user's password", async () => {
    const elsewhere = await server.account("Elsewhere");
    const { email } = await server.user(elsewhere.account, "owner");
    const token = tokenOf((await invite({ email, role: "viewer" })).body.payload[0]?.["invitationUrl"]);
    const thief = await accept(token, { name: "Thief", password: "a password of a thief" });
    expect([thief.status, thief.body.error[0]?.where]).toEqual([400, "body.password"]);
    const joined = await accept(token, { name: "Same", password: testPassword });
    expect(joined.body.payload[0]).toMatchObject({ account: { name: "Shop" }, role: "viewer" });
    expect(joined.body.payload[0]?.["accounts"]).toHaveLength(2);
  });

  it("is valid for the given days until a new link replaces it", async () => {
    const made = (await invite({ email: "long@example.com", role: "viewer", days: 30 })).body.payload[0]!;
    const days = (Date.parse(String(made["expires"])) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await invite({ email: "forever@example.com", role: "viewer", days: 31 })).body.error[0]).toMatchObject({
      message: "A link must last 1 to 30 days",
      where: "body.days",
    });
    const url = `/v4/user/${made["userId"]}`;
    const renewed = (await server.call("POST", `${url}/invitation`, { as, body: { days: 1 } })).body.payload[0]!;
    expect((await server.call("GET", `/auth/invitation/${tokenOf(made["invitationUrl"])}`)).status).toBe(404);
    expect((await server.call("GET", `/auth/invitation/${tokenOf(renewed["invitationUrl"])}`)).status).toBe(200);
    expect((await server.call("GET", `${url}/`, { as })).body.payload[0]).not.toHaveProperty("invitationUrl");
    const member = await server.user(shop.account, "viewer");
    const none = await server.call("POST", `/v4/user/${member.userId}/invitation`, { as, body: {} });
    expect([none.status, none.body.error[0]?.message]).toEqual([404, "Invitation not found"]);
  });

  it("is refused for an existing member", async () => {
    const { email } = await server.user(shop.account, "viewer");
    const { status, body } = await invite({ email: email.toUpperCase(), role: "viewer" });
    expect([status, body.error[0]?.where]).toEqual([409, "body.email"]);
  });
});

describe("users cannot grant more than they have (readings, Roles)", () => {
  const cases: [Role, Privilege[], Role, Privilege[], number][] = [
    ["owner", [], "owner", [], 200],
    ["administrator", [], "owner", [], 403],
    ["administrator", [], "administrator", [], 200],
    ["administrator", [], "member", ["user-admin", "inbox-use"], 200],
    ["member", ["user-admin"], "administrator", [], 403],
    ["member", ["user-admin"], "member", ["user-admin"], 200],
    ["member", ["user-admin"], "member", ["workflow-run"], 403],
    ["member", ["user-admin"], "viewer", [], 200],
  ];
  it.each(cases)("%s with %j invites %s with %j: %i", async (role, held, newRole, granted, status) => {
    const key = await server.key(shop.account, role, held);
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    const answer = await invite({ email, role: newRole, privileges: granted }, { key });
    expect(answer.status).toBe(status);
  });

  it("applies to the new link of an invitation", async () => {
    const privileges = ["user-admin", "workflow-run"];
    const [made] = (await invite({ email: "more@example.com", role: "member", privileges })).body.payload;
    const renew = (key: string) =>
      server.call("POST", `/v4/user/${made?.["userId"]}/invitation`, { as: { key }, body: { days: 1 } });
    const refused = await renew(await server.key(shop.account, "member", ["user-admin"]));
    expect([refused.status, refused.body.error[0]?.code]).toEqual([403, "grant_above"]);
    const still = await server.call("GET", `/auth/invitation/${tokenOf(made?.["invitationUrl"])}`);
    expect(still.status).toBe(200);
    expect((await renew(await server.key(shop.account, "member", ["user-admin", "workflow-run"]))).status).toBe(200);
  });

  it("applies to API keys", async () => {
    const key = await server.key(shop.account, "member", ["account-config-update"]);
    const make = (body: Record<string, unknown>) => server.call("POST", "/v4/apikey/", { as: { key }, body });
    expect((await make({ name: "up", role: "owner" })).status).toBe(403);
    expect((await make({ name: "up", role: "member", privileges: ["user-admin"] })).status).toBe(403);
    expect((await make({ name: "same", role: "member", privileges: ["account-config-update"] })).status).toBe(200);
  });

  it("prevents changes to a user with a higher role", async () => {
    const owner = await server.user(shop.account, "owner");
    const key = await server.key(shop.account, "administrator");
    const body = { role: "viewer", privileges: [] };
    const changed = await server.call("PUT", `/v4/user/${owner.userId}/`, { as: { key }, body });
    const removed = await server.call("DELETE", `/v4/user/${owner.userId}/`, { as: { key } });
    expect([changed.status, removed.status]).toEqual([403, 403]);
  });

  it("keeps a member's privileges that the changing user lacks", async () => {
    const { userId } = await server.user(shop.account, "member", ["inbox-use"]);
    const key = await server.key(shop.account, "member", ["user-admin"]);
    const put = (privileges: string[]) =>
      server.call("PUT", `/v4/user/${userId}/`, { as: { key }, body: { role: "member", privileges } });
    expect((await put(["inbox-use", "user-admin"])).status).toBe(200);
    expect((await put(["workflow-run"])).status).toBe(403);
  });
});

describe("owners", () => {
  it("cannot lose their last one", async () => {
    const firm = await server.account("Firm");
    const owner = { key: firm.key };
    const one = await server.user(firm.account, "owner");
    const last = (answer: { status: number; body: { error: { code: string }[] } }) => [
      answer.status,
      answer.body.error[0]?.code,
    ];
    const url = `/v4/user/${one.userId}/`;
    const demote = () => server.call("PUT", url, { as: owner, body: { role: "viewer", privileges: [] } });
    expect(last(await demote())).toEqual([409, "last_owner"]);
    expect(last(await server.call("DELETE", url, { as: owner }))).toEqual([409, "last_owner"]);
    const two = await server.user(firm.account, "owner");
    const both = await Promise.all([
      server.call("DELETE", url, { as: owner }),
      server.call("DELETE", `/v4/user/${two.userId}/`, { as: owner }),
    ]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe("the list of users", () => {
  it("contains first name, last name and the client id for live lists (spec 3 §3)", async () => {
    const { userId } = await server.user(shop.account, "viewer");
    await db.owner((q) => q.run("update auth_user set name = 'Ann Mary Lee' where user_id = $1", [userId]));
    const named = (await users()).find((user) => user["userId"] === userId);
    expect(named).toMatchObject({ firstName: "Ann", lastName: "Mary Lee", clientId: userId });
    const [invited] = (await invite({ email: "unnamed@example.com", role: "viewer" })).body.payload;
    expect(invited).toMatchObject({ firstName: "", lastName: "", clientId: null });
    const list = { listName: "by-client-id", clientIds: [named?.["clientId"]] };
    const [made] = (await server.call("POST", "/v4/livelist", { as, body: list })).body.payload;
    expect(made?.["users"]).toEqual([{ clientId: userId, firstName: "Ann", lastName: "Mary Lee" }]);
  });
});

describe("a change of rights", () => {
  it("takes effect at once", async () => {
    const { userId, cookie } = await server.user(shop.account, "viewer");
    const make = () =>
      server.call("POST", "/v4/smstemplate/", { as: { cookie }, body: { templateTitle: "t", templateText: "t" } });
    expect((await make()).status).toBe(403);
    const body = { role: "member", privileges: ["workflow-edit"] };
    await server.call("PUT", `/v4/user/${userId}/`, { as, body });
    expect((await make()).status).toBe(200);
  });
});

describe("the sessions of a user", () => {
  const sessionsOf = async (userId: string) =>
    (await server.call("GET", `/v4/user/${userId}/session/`, { as })).body.payload;
  const isIn = async (cookie: string) => (await server.call("GET", "/auth/me", { as: { cookie } })).status === 200;

  it("can be listed and ended by user administrators only in this account", async () => {
    const { userId, email, cookie } = await server.user(shop.account, "member");
    const signIn = { body: { email, password: testPassword } };
    const second = (await server.call("POST", "/auth/sign-in", signIn)).cookie!;
    const third = (await server.call("POST", "/auth/sign-in", signIn)).cookie!;
    const other = await server.account("Other");
    await db.global((q) => insertMembership(q, other.account, userId, { role: "viewer", privileges: [] }));
    await server.call("POST", "/auth/account", { as: { cookie: third }, body: { accountSid: other.account } });
    const [newest] = await sessionsOf(userId);
    expect(await sessionsOf(userId)).toHaveLength(2);

    await server.call("DELETE", `/v4/user/${userId}/session/${newest?.["sessionId"]}/`, { as });
    expect((await Promise.all([cookie, second].map(isIn))).filter(Boolean)).toHaveLength(1);
    const { body } = await server.call("DELETE", `/v4/user/${userId}/session/`, { as });
    expect(body.payload[0]).toMatchObject({ ended: 1 });
    expect(await Promise.all([cookie, second, third].map(isIn))).toEqual([false, false, true]);
  });

  it("of a user with a higher role cannot be ended", async () => {
    const owner = await server.user(shop.account, "owner");
    const key = await server.key(shop.account, "administrator");
    const read = await server.call("GET", `/v4/user/${owner.userId}/session/`, { as: { key } });
    expect([read.status, read.body.error[0]?.code]).toEqual([403, "role_above"]);
    const answer = await server.call("DELETE", `/v4/user/${owner.userId}/session/`, { as: { key } });
    expect([answer.status, answer.body.error[0]?.code, await isIn(owner.cookie)]).toEqual([403, "role_above", true]);
  });

  it("can be ended by the user except the current one", async () => {
    const { email, cookie } = await server.user(shop.account, "viewer");
    const signIn = { body: { email, password: testPassword } };
    const signInAgain = async () => (await server.call("POST", "/auth/sign-in", signIn)).cookie!;
    const others = [await signInAgain(), await signInAgain()];
    const ended = await server.call("DELETE", "/v4/session/", { as: { cookie } });
    expect(ended.body.payload).toEqual([{ ended: 2 }]);
    expect(await Promise.all([cookie, ...others].map(isIn))).toEqual([true, false, false]);
  });
});

describe("an API key", () => {
  it("is shown once, stored as a hash, and revoked at once", async () => {
    const { body } = await server.call("POST", "/v4/apikey/", { as, body: { name: "CI", role: "viewer" } });
    const { key, apiKeyId, prefix } = body.payload[0] as { key: string; apiKeyId: string; prefix: string };
    expect(key.startsWith(prefix)).toBe(true);
    const listed = (await server.call("GET", "/v4/apikey/", { as })).body.payload.find((row) => row["name"] === "CI");
    expect(listed).toMatchObject({ apiKeyId, prefix, role: "viewer" });
    expect(listed).not.toHaveProperty("key");
    const stored = await db.owner((q) =>
      q.one<{ row: string }>("select k::text as row from api_key k where name = 'CI'"),
    );
    expect(stored?.row).not.toContain(key);

    const use = () => server.call("GET", "/v4/account/", { as: { key } });
    expect((await use()).status).toBe(200);
    await server.call("DELETE", `/v4/apikey/${apiKeyId}/`, { as });
    const revoked = await use();
    expect([revoked.status, revoked.body.error[0]?.code]).toEqual([401, "bad_api_key"]);
  });
});

describe("the account", () => {
  const put = (body: Record<string, unknown>) => server.call("PUT", "/v4/account/", { as, body });

  it("changes only the given fields", async () => {
    await put({ settings: { brandName: "Shop Ltd", legalHours: false }, flags: { feature_forth_enabled: true } });
    const { body } = await put({ settings: { killSwitch: true }, customFields: ["Policy_No", "colour", "COLOUR"] });
    expect(body.payload[0]).toMatchObject({
      name: "Shop",
      flags: { feature_forth_enabled: true, feature_dnclist_enabled: false },
      settings: { brandName: "Shop Ltd", legalHours: false, killSwitch: true, segmentPriceMicros: 8000 },
      customFields: ["policy_no", "colour"],
    });
    const configuration = await server.call("GET", "/v4/account/configuration/", { as });
    expect(configuration.body.payload).toEqual([{ custom_fields: '["policy_no","colour"]' }]);
  });

  it("refuses unknown time zones and settings", async () => {
    expect((await put({ settings: { defaultTimezoneId: 999 } })).body.error[0]?.where).toBe(
      "body.settings.defaultTimezoneId",
    );
    expect((await put({ settings: { colour: 1 } })).body.error[0]?.where).toBe("body.settings.colour");
  });

  it("lists the time zones for pickers", async () => {
    const { body } = await server.call("GET", "/v4/timezone/", { as });
    expect(body.payload).toContainEqual(expect.objectContaining({ timezoneId: -20, zone: "America/New_York" }));
  });
});

describe("the audit", () => {
  it("lists who did what with filters and pages", async () => {
    const { account, key } = await server.account("Audited");
    for (const name of ["one", "two", "three"])
      await server.call("POST", "/v4/apikey/", { as: { key }, body: { name, role: "viewer" } });
    const list = (query: string) => server.call("GET", `/v4/audit/${query}`, { as: { key } });
    const first = await list("?action=apiKey.create&limit=2");
    expect(first.body.payload.map((row) => (row["data"] as { name: string }).name)).toEqual(["three", "two"]);
    const second = await list(`?action=apiKey.create&limit=2&cursor=${first.body.next}`);
    expect(second.body.payload.map((row) => (row["data"] as { name: string }).name)).toEqual(["one"]);
    expect(second.body.next).toBeNull();
    expect(first.body.payload[0]).toMatchObject({ actor: "API key owner", outcome: "ok" });
    const target = String(first.body.payload[0]?.["target"]);
    expect((await list(`?target=${target}`)).body.payload).toHaveLength(1);
    expect(account).toBeTruthy();
  });

  it("cannot be changed by the program itself", async () => {
    const change = db.tx([shop.account], (q) => q.run("update audit set action = 'nothing'"));
    await expect(change).rejects.toThrow("permission denied");
    await expect(db.tx([shop.account], (q) => q.run("delete from audit"))).rejects.toThrow("permission denied");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { oneTimeCode } from "../../../test/oneTimeCode.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { insertMembership } from "../../store/identity/membership.ts";

// Codes change every 30 seconds, so the program's clock is fixed and the tests advance it.
const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account("Guarded");
let now = 1_900_000_000_000;
let ann: Awaited<ReturnType<typeof server.user>>;

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterAll(() => void vi.useRealTimers());
beforeEach(async () => {
  later(600_000);
  ann = await server.user(account, "member");
});

function later(ms: number): void {
  now += ms;
  vi.setSystemTime(now);
}

type Answer = Awaited<ReturnType<typeof server.call>>;
const post = (path: string, body: unknown, cookie?: string) =>
  server.call("POST", `/auth/${path}`, { body, ...(cookie && { as: { cookie } }) });
const error = ({ status, body }: Answer) => [status, body.error[0]?.code];

/** Sets up a second factor and returns a code generator and the recovery codes. */
async function setUp(user = ann) {
  const begun = await post("two-factor/begin", { password: testPassword }, user.cookie);
  const secret = String(begun.body.payload[0]?.["secret"]);
  const code = (apart = 0) => oneTimeCode(secret, apart);
  const confirmed = await post("two-factor/confirm", { code: code(-1) }, user.cookie);
  expect(confirmed.status).toBe(200);
  return { code, recovery: confirmed.body.payload[0]?.["recoveryCodes"] as string[] };
}
const passwordStep = async (user = ann) =>
  (await post("sign-in", { email: user.email, password: testPassword })) as Answer;
const challengeOf = async (user = ann) => String((await passwordStep(user)).body.payload[0]?.["challenge"]);
const codeStep = (challenge: string, code: string) => post("sign-in/code", { challenge, code });
const find = async (cookie = ann.cookie) =>
  (await server.call("GET", "/auth/two-factor", { as: { cookie } })).body.payload[0];

describe("two-factor authentication", () => {
  it("is set up with password and code, ends other sessions, and shows ten recovery codes once", async () => {
    const other = (await passwordStep()).cookie!;
    expect(error(await post("two-factor/begin", { password: "not mine" }, ann.cookie))).toEqual([
      400,
      "wrong_password",
    ]);
    expect(error(await post("two-factor/confirm", { code: "123456" }, ann.cookie))).toEqual([409, "nothing_begun"]);
    const begun = await post("two-factor/begin", { password: testPassword }, ann.cookie);
    expect(begun.body.payload[0]?.["uri"]).toContain(
      `otpauth://totp/Trunkline%3A${encodeURIComponent(ann.email)}?secret=`,
    );
    expect((await find())?.["enabled"]).toBe(false);
    expect((await passwordStep()).cookie).toBeDefined();
    const { recovery } = await setUp();
    expect([recovery.length, new Set(recovery).size]).toEqual([10, 10]);
    for (const code of recovery) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(await find()).toMatchObject({ enabled: true, recoveryCodesLeft: 10, required: false });
    expect((await server.call("GET", "/auth/me", { as: { cookie: other } })).status).toBe(401);
    expect(error(await post("two-factor/begin", { password: testPassword }, ann.cookie))).toEqual([
      409,
      "two_factor_on",
    ]);
    const rows = await db.owner((q) =>
      q.rows<{ row: string }>("select t::text || r::text as row from auth_totp t, auth_recovery_code r"),
    );
    for (const { row } of rows) for (const code of recovery) expect(row).not.toContain(code);
  });

  it("requires a code after the password", async () => {
    const { code } = await setUp();
    const first = await passwordStep();
    expect([first.status, first.cookie, Object.keys(first.body.payload[0] ?? {})]).toEqual([
      200,
      undefined,
      ["challenge", "expires"],
    ]);
    const challenge = String(first.body.payload[0]?.["challenge"]);
    expect(error(await codeStep(challenge, "000000"))).toEqual([400, "wrong_code"]);
    const entered = await codeStep(challenge, code().replace(/^(...)/, "$1 "));
    expect(entered.body.payload[0]).toMatchObject({ user: { email: ann.email } });
    expect((await server.call("GET", "/auth/me", { as: { cookie: entered.cookie! } })).status).toBe(200);
    const { body } = await server.call("GET", `/v4/audit/?actor=user:${ann.userId}`, { as: { key } });
    // All have the same time, because the clock is fixed.
    expect(body.payload.map((row) => `${row["action"]} ${row["outcome"]}`).sort()).toEqual([
      "auth.signIn ok",
      "auth.signIn ok",
      "auth.signInCode refused",
      "auth.twoFactorBegin ok",
      "auth.twoFactorOn ok",
    ]);
  });

  it("accepts a code once and no earlier code", async () => {
    const { code } = await setUp();
    expect((await codeStep(await challengeOf(), code())).status).toBe(200);
    expect(error(await codeStep(await challengeOf(), code()))).toEqual([400, "used_code"]);
    expect(error(await codeStep(await challengeOf(), code(-1)))).toEqual([400, "used_code"]);
    expect((await codeStep(await challengeOf(), code(1))).status).toBe(200);
    later(60_000);
    expect((await codeStep(await challengeOf(), code())).status).toBe(200);
  });

  it("accepts one of two concurrent requests with the same code", async () => {
    const { code } = await setUp();
    const challenges = [await challengeOf(), await challengeOf()];
    const both = await Promise.all(challenges.map((challenge) => codeStep(challenge, code())));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("ends a challenge after five attempts, ten minutes or a completed sign-in", async () => {
    const { code } = await setUp();
    const tried = await challengeOf();
    for (let n = 0; n < 5; n++) expect(error(await codeStep(tried, "000000"))).toEqual([400, "wrong_code"]);
    expect(error(await codeStep(tried, code()))).toEqual([401, "challenge_over"]);
    const late = await challengeOf();
    await db.owner((q) => q.run("update auth_challenge set expires = now()"));
    expect(error(await codeStep(late, code()))).toEqual([401, "challenge_over"]);
    const used = await challengeOf();
    expect((await codeStep(used, code())).status).toBe(200);
    expect(error(await codeStep(used, code(1)))).toEqual([401, "challenge_over"]);
    expect(error(await codeStep("unknown", code(1)))).toEqual([401, "challenge_over"]);
  });

  it("accepts only recovery codes for a while after ten wrong codes", async () => {
    const { code, recovery } = await setUp();
    for (let n = 0; n < 2; n++) {
      const challenge = await challengeOf();
      for (let m = 0; m < 5; m++) await codeStep(challenge, "000000");
    }
    expect(error(await codeStep(await challengeOf(), code()))).toEqual([400, "codes_locked"]);
    expect((await codeStep(await challengeOf(), recovery[0]!.toUpperCase())).status).toBe(200);
    await db.owner((q) => q.run("update auth_totp set locked_until = now() where user_id = $1", [ann.userId]));
    expect((await codeStep(await challengeOf(), code())).status).toBe(200);
  });

  it("accepts a recovery code once until new ones replace it", async () => {
    const { code, recovery } = await setUp();
    expect((await codeStep(await challengeOf(), recovery[0]!)).status).toBe(200);
    expect(error(await codeStep(await challengeOf(), recovery[0]!))).toEqual([400, "wrong_code"]);
    const cookie = (await codeStep(await challengeOf(), recovery[1]!)).cookie!;
    expect((await find(cookie))?.["recoveryCodesLeft"]).toBe(8);
    const renewed = await post("two-factor/recovery-codes", { code: code() }, cookie);
    expect(renewed.body.payload[0]?.["recoveryCodes"]).toHaveLength(10);
    expect(error(await codeStep(await challengeOf(), recovery[2]!))).toEqual([400, "wrong_code"]);
  });

  it("is turned off with password and code, or by an administrator", async () => {
    const { code } = await setUp();
    const off = (password: string, given: string) => post("two-factor/disable", { password, code: given }, ann.cookie);
    expect(error(await off("not mine", code()))).toEqual([400, "wrong_password"]);
    expect(error(await off(testPassword, "000000"))).toEqual([400, "wrong_code"]);
    expect((await off(testPassword, code())).status).toBe(200);
    expect((await passwordStep()).cookie).toBeDefined();

    const lost = await server.user(account, "member");
    await setUp(lost);
    const reset = () => server.call("DELETE", `/v4/user/${lost.userId}/two-factor/`, { as: { key } });
    const elsewhere = await server.account("Elsewhere");
    await db.global((q) => insertMembership(q, elsewhere.account, lost.userId, { role: "owner", privileges: [] }));
    expect(error(await reset())).toEqual([409, "conflict"]);
    await db.owner((q) => q.run("delete from membership where account_id = $1", [elsewhere.account]));
    expect((await reset()).status).toBe(200);
    expect((await passwordStep(lost)).cookie).toBeDefined();
  });

  it("is turned off or gets new recovery codes with a recovery code", async () => {
    const { recovery } = await setUp();
    const renew = (code: string) => post("two-factor/recovery-codes", { code }, ann.cookie);
    const renewed = (await renew(recovery[0]!)).body.payload[0]?.["recoveryCodes"] as string[];
    expect(renewed).toHaveLength(10);
    expect(error(await renew(recovery[1]!))).toEqual([400, "wrong_code"]);
    const off = (password: string, code: string) => post("two-factor/disable", { password, code }, ann.cookie);
    expect(error(await off("not mine", renewed[0]!))).toEqual([400, "wrong_password"]);
    expect(error(await off(testPassword, recovery[1]!))).toEqual([400, "wrong_code"]);
    expect((await off(testPassword, renewed[0]!.toUpperCase())).status).toBe(200);
    expect((await passwordStep()).cookie).toBeDefined();
  });

  it("cannot be turned off by an administrator for themselves", async () => {
    const boss = await server.user(account, "owner");
    await setUp(boss);
    const own = await server.call("DELETE", `/v4/user/${boss.userId}/two-factor/`, { as: { cookie: boss.cookie } });
    expect([own.status, own.body.error[0]?.message]).toEqual([
      409,
      "Turn off your own two-factor authentication under Settings, Password and sessions, with your password and a code",
    ]);
    expect((await passwordStep(boss)).cookie).toBeUndefined();
  });

  it("is also required to accept an invitation as an existing user", async () => {
    const { code } = await setUp();
    // Its name sorts after Ann's first account, so that it is not the default one.
    const other = await server.account("Inviting");
    const invited = await server.call("POST", "/v4/user/", {
      as: { key: other.key },
      body: { email: ann.email, role: "viewer" },
    });
    const token = String(invited.body.payload[0]?.["invitationUrl"]).split("/").at(-1);
    const joined = await post(`invitation/${token}`, { name: "Ann", password: testPassword });
    expect([joined.status, joined.cookie]).toEqual([200, undefined]);
    const entered = await codeStep(String(joined.body.payload[0]?.["challenge"]), code());
    expect(entered.body.payload[0]).toMatchObject({ account: { name: "Inviting" }, role: "viewer" });
    expect(entered.body.payload[0]?.["accounts"]).toHaveLength(2);
  });
});

describe("an account that asks for two-factor authentication", () => {
  it("allows only the set-up to users without it and does not affect API keys", async () => {
    const strict = await server.account("Strict");
    const as = { key: strict.key };
    const boss = await server.user(strict.account, "owner");
    const read = (cookie: string) => server.call("GET", "/v4/account/", { as: { cookie } });
    const ask = (who: { key?: string; cookie?: string }) =>
      server.call("PUT", "/v4/account/", { as: who, body: { settings: { requireTwoFactor: true } } });
    expect((await ask({ cookie: boss.cookie })).body.error[0]).toMatchObject({
      where: "body.settings.requireTwoFactor",
      message: "Set up two-factor authentication for yourself first, under Password and sessions",
    });
    expect((await ask(as)).status).toBe(200);
    expect(error(await read(boss.cookie))).toEqual([403, "two_factor_needed"]);
    const me = await server.call("GET", "/auth/me", { as: { cookie: boss.cookie } });
    expect(me.body.payload[0]).toMatchObject({ twoFactorNeeded: true });
    expect((await server.call("GET", "/v4/account/", { as })).status).toBe(200);
    const { code } = await setUp(boss);
    expect((await read(boss.cookie)).status).toBe(200);
    const off = await post("two-factor/disable", { password: testPassword, code: code() }, boss.cookie);
    expect(error(off)).toEqual([409, "two_factor_needed"]);
    expect(await find(boss.cookie)).toMatchObject({ enabled: true, required: true });
  });
});

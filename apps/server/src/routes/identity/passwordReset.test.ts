import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { oneTimeCode } from "../../../test/oneTimeCode.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { noteSecrets } from "../../../test/suiteLogs.ts";
import { mailPasswordsJob } from "../../jobs/identity/mailPasswords.ts";
import { openMailer } from "../../mail/mailer.ts";
import { insertMembership, removeMembership } from "../../store/identity/membership.ts";
import { insertVouchedUser } from "../../store/identity/user.ts";

// Readings, Password reset: by mail, by the operator's command, or by an administrator for a user of only that account.

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const logged: string[] = [];
const log = pino(
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const masterKey = randomBytes(32);
const mailer = openMailer(mail.settings);
const server = await testServer(db, { mailer, log, masterKey });
const silent = await testServer(db, { masterKey });
const shop = await server.account("Shop");
const elsewhere = await server.account("Elsewhere");
const as = { key: shop.key };
const fresh = "a fresh long password";
const [job] = mailPasswordsJob({ mailer, publicUrl: "https://trunkline.example", tokens: server.api.tokens, log });

beforeEach(async () => {
  mail.received.length = 0;
  mail.state.mood = "well";
  await db.global((q) => q.run("delete from auth_mail_due"));
});

const request = (email: string, at = server) => at.call("POST", "/auth/password-reset", { body: { email } });
const read = (token: string) => server.call("POST", "/auth/password-reset/link", { body: { token } });
const choose = (token: string, password = fresh) =>
  server.call("PUT", "/auth/password-reset", { body: { token, password } });
const signIn = (email: string, password: string) => server.call("POST", "/auth/sign-in", { body: { email, password } });
const isIn = async (cookie: string) => (await server.call("GET", "/auth/me", { as: { cookie } })).status === 200;
const linkTo = (userId: string, caller: { key?: string; cookie?: string } = as) =>
  server.call("POST", `/v4/user/${userId}/password-reset`, { as: caller });

function tokenIn(text: unknown): string {
  const token = /\/reset-password#(\S+)/.exec(String(text).replaceAll("\r\n", "\n"))?.[1] ?? "";
  noteSecrets([token]);
  return token;
}

/** The token of the link that is mailed to a user. */
async function mailed(email: string): Promise<string> {
  await request(email);
  await job?.run(db);
  return tokenIn(mail.received.at(-1)?.text);
}

describe("a mailed link", () => {
  it("lets the user choose a new password, once", async () => {
    const { email } = await server.user(shop.account, "member");
    const token = await mailed(email.toUpperCase());
    expect(mail.received[0]).toMatchObject({ to: [email] });
    expect((await read(token)).body.payload[0]).toMatchObject({ email });
    expect((await choose(token)).body.payload).toEqual([{ email }]);
    expect([(await signIn(email, testPassword)).status, (await signIn(email, fresh)).status]).toEqual([401, 200]);
    const again = await choose(token, "yet another password");
    expect([again.status, again.body.error[0]?.message]).toEqual([
      404,
      "This link was already used or has expired. Request a new one.",
    ]);
  });

  it("works for only one of two concurrent requests", async () => {
    const { email } = await server.user(shop.account, "member");
    const token = await mailed(email);
    const both = await Promise.all([choose(token, "the first password"), choose(token, "the other password")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("ends every session and every other link of the user", async () => {
    const { email, userId, cookie } = await server.user(shop.account, "member");
    await db.global((q) => insertMembership(q, elsewhere.account, userId, { role: "viewer", privileges: [] }));
    const other = (await signIn(email, testPassword)).cookie!;
    await server.call("POST", "/auth/account", { as: { cookie: other }, body: { accountSid: elsewhere.account } });
    const [first, second] = [await mailed(email), await mailed(email)];
    expect((await choose(second)).status).toBe(200);
    expect([await isIn(cookie), await isIn(other)]).toEqual([false, false]);
    expect((await read(first)).status).toBe(404);
  });

  it("keeps the second factor and ends a sign-in that waits for its code", async () => {
    const { email, cookie } = await server.user(shop.account, "member");
    const begun = await server.call("POST", "/auth/two-factor/begin", {
      as: { cookie },
      body: { password: testPassword },
    });
    const secret = String(begun.body.payload[0]?.["secret"]);
    const code = oneTimeCode(secret, -1);
    await server.call("POST", "/auth/two-factor/confirm", { as: { cookie }, body: { code } });
    const old = String((await signIn(email, testPassword)).body.payload[0]?.["challenge"]);
    await choose(await mailed(email));
    const next = (await signIn(email, fresh)).body.payload[0];
    expect(Object.keys(next ?? {})).toEqual(["challenge", "expires"]);
    const finish = (challenge: unknown) =>
      server.call("POST", "/auth/sign-in/code", { body: { challenge, code: oneTimeCode(secret) } });
    expect((await finish(old)).body.error[0]?.code).toBe("challenge_over");
    expect((await finish(next?.["challenge"])).status).toBe(200);
  });

  it("expires after an hour", async () => {
    const { email, userId } = await server.user(shop.account, "member");
    const token = await mailed(email);
    const row = await db.owner((q) =>
      q.one<{ minutes: number }>(
        "select round(extract(epoch from expires - created) / 60)::int minutes from auth_reset where user_id = $1",
        [userId],
      ),
    );
    expect(row).toEqual({ minutes: 60 });
    await db.owner((q) => q.run("update auth_reset set expires = now() where user_id = $1", [userId]));
    expect([(await read(token)).status, (await choose(token)).status]).toEqual([404, 404]);
  });

  it("is stored as a hash and is not logged", async () => {
    const { email, userId } = await server.user(shop.account, "member");
    const token = await mailed(email);
    await read(token);
    const row = await db.owner((q) =>
      q.one<{ row: string }>("select r::text as row from auth_reset r where user_id = $1", [userId]),
    );
    expect(row?.row).not.toContain(token);
    await choose(token);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(logged.join("")).not.toContain(token);
  });

  it("is audited in each account of the user when mailed and when used", async () => {
    const { email, userId } = await server.user(shop.account, "member");
    await choose(await mailed(email));
    const { body } = await server.call("GET", `/v4/audit/?target=${userId}`, { as });
    expect(body.payload.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["auth.resetPassword", `user:${userId}`],
      ["auth.resetMail", "worker"],
    ]);
  });

  it("is followed by a mail that confirms the change", async () => {
    const { email } = await server.user(shop.account, "member");
    await choose(await mailed(email));
    await job?.run(db);
    expect(mail.received.map(({ to, head }) => [to, /^Subject: (.*)$/m.exec(head)?.[1]])).toEqual([
      [[email], "Choose a new password for Trunkline"],
      [[email], "Your Trunkline password was changed"],
    ]);
  });

  it("is mailed again with a new link when the mail server was busy", async () => {
    const { email, userId } = await server.user(shop.account, "member");
    mail.state.mood = "busy";
    await request(email);
    await job?.run(db);
    const links = () => db.owner((q) => q.run("select from auth_reset where user_id = $1", [userId]));
    expect([mail.received.length, await links()]).toEqual([0, 0]);
    mail.state.mood = "well";
    await db.global((q) => q.run("update auth_mail_due set due = now()"));
    await job?.run(db);
    expect([mail.received.length, await links()]).toEqual([1, 1]);
  });
});

describe("a request for a link", () => {
  it("is answered and stored in the same way for unknown users", async () => {
    const { email } = await server.user(shop.account, "member");
    const [known, unknown] = [await request(email), await request("unknown@example.com")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const due = () => db.global((q) => q.run("select from auth_mail_due"));
    expect(await due()).toBe(2);
    await job?.run(db);
    expect(await due()).toBe(0);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  });

  it("is not mailed to users who only use single sign-on", async () => {
    const email = "vouched@example.com";
    await db.global(async (q) => {
      const userId = await insertVouchedUser(q, shop.account, { email, name: "Vouched" });
      await insertMembership(q, shop.account, userId!, { role: "viewer", privileges: [] });
    });
    expect((await request(email)).status).toBe(200);
    await job?.run(db);
    expect(mail.received).toEqual([]);
  });

  it("is refused with Retry-After after three within an hour, also for unknown users", async () => {
    const { email } = await server.user(shop.account, "member");
    for (const address of [email, "stranger@example.com"]) {
      for (let n = 0; n < 3; n++) expect((await request(address)).status).toBe(200);
      const { status, headers } = await request(address);
      expect([address, status]).toEqual([address, 429]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(3000);
    }
  });

  it("explains what to do where mail is not set up", async () => {
    const { status, body } = await request("anyone@example.com", silent);
    expect([status, body.error[0]?.code]).toEqual([409, "no_mail"]);
    expect((await silent.call("GET", "/auth/entrance")).body.payload[0]).toMatchObject({ mail: false });
    expect((await server.call("GET", "/auth/entrance")).body.payload[0]).toMatchObject({ mail: true });
  });
});

describe("an administrator's link", () => {
  it("lets a user of the account choose a new password and is shown once", async () => {
    const { email, userId, cookie } = await server.user(shop.account, "member");
    const made = await linkTo(userId);
    expect(made.body.payload[0]?.["resetUrl"]).toMatch(/^http:\/\/127\.0\.0\.1:4400\/reset-password#[\w-]{43}$/);
    expect((await choose(tokenIn(made.body.payload[0]?.["resetUrl"]))).status).toBe(200);
    expect([await isIn(cookie), (await signIn(email, fresh)).status]).toEqual([false, 200]);
    const { body } = await server.call("GET", `/v4/audit/?target=${userId}`, { as });
    expect(body.payload.map(({ action }) => action)).toEqual(["auth.resetPassword", "user.resetLink"]);
  });

  it("is refused for a user who also belongs to another account", async () => {
    const { userId } = await server.user(shop.account, "member");
    await db.global((q) => insertMembership(q, elsewhere.account, userId, { role: "viewer", privileges: [] }));
    const { status, body } = await linkTo(userId);
    expect([status, body.error[0]?.code]).toEqual([409, "other_accounts"]);
  });

  it("ends when the user joins another account, or leaves this one", async () => {
    const [joins, leaves] = [await server.user(shop.account, "member"), await server.user(shop.account, "member")];
    const tokens = [];
    for (const { userId } of [joins, leaves])
      tokens.push(tokenIn((await linkTo(userId)).body.payload[0]?.["resetUrl"]));
    await db.global(async (q) => {
      await insertMembership(q, elsewhere.account, joins.userId, { role: "viewer", privileges: [] });
      await removeMembership(q, shop.account, leaves.userId);
    });
    for (const token of tokens) expect((await choose(token)).status).toBe(404);
    expect((await signIn(joins.email, testPassword)).status).toBe(200);
  });

  it("is refused for a higher role, for a user with more privileges, and for the administrator's own user", async () => {
    const owner = await server.user(shop.account, "owner");
    const rich = await server.user(shop.account, "member", ["user-admin", "workflow-run"]);
    const poor = await server.user(shop.account, "member", ["user-admin"]);
    const administrator = { key: await server.key(shop.account, "administrator") };
    const code = async (of: { userId: string }, by: { key?: string; cookie?: string }) =>
      (await linkTo(of.userId, by)).body.error[0]?.code;
    expect(await code(owner, administrator)).toBe("role_above");
    expect(await code(rich, { cookie: poor.cookie })).toBe("grant_above");
    expect(await code(poor, { cookie: poor.cookie })).toBe("conflict");
  });

  it("is refused for a user who signs in by single sign-on", async () => {
    const userId = await db.global(async (q) => {
      const made = (await insertVouchedUser(q, shop.account, { email: "sso@example.com", name: "Sso" }))!;
      await insertMembership(q, shop.account, made, { role: "viewer", privileges: [] });
      return made;
    });
    expect((await linkTo(userId)).body.error[0]?.code).toBe("no_password");
  });
});

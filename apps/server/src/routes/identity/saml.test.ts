import { inflateRawSync } from "node:zlib";
import type { Me } from "@trunkline/contract/identity/auth.ts";
import { samlRefusals } from "@trunkline/contract/identity/saml.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { makeProvider, makeProviderCertificate } from "../../../test/identityProvider.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { type SignOnBrowser, signOnAccount } from "../../../test/signOn.ts";
import { insertMembership } from "../../store/identity/membership.ts";

const db = await freshDatabase();
const server = await testServer(db);
const one = await signOnAccount(server, "One");
const other = await signOnAccount(server, "Other");

let n = 0;
const fresh = (name = "ann"): string => `${name}${n++}@example.com`;
const meOf = async (browser: SignOnBrowser) =>
  (await server.call("GET", "/auth/me", { as: { cookie: browser.session() ?? "" } })).body.payload[0] as unknown as Me;
const refused = "/login?signOn=refused&attempt=";
/** The log entry of the attempt that a refused browser was redirected with. */
const whyOf = async (to: string, of = one) => {
  expect(to.startsWith(refused), to).toBe(true);
  return (await of.attempts()).find(({ attemptId }) => attemptId === to.slice(refused.length));
};
const error = ({ status, body }: Awaited<ReturnType<typeof server.call>>) => [
  status,
  body.error[0]?.code,
  body.error[0]?.message,
];

/** Starts here, signs in at the identity provider, and returns. */
async function fromHere(email: string, next?: string, browser = one.browser()) {
  const url = await browser.begin(next);
  const request = inflateRawSync(Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const { id: inResponseTo, ...asks } = await one.provider.read(Object.fromEntries(url.searchParams));
  expect(asks).toEqual({ acsUrl: one.saml.acsUrl, entityId: one.saml.entityId });
  const relayState = url.searchParams.get("RelayState") ?? undefined;
  const answer = await one.answer({ email, inResponseTo });
  return { url, request, inResponseTo, answer, relayState, browser };
}

describe("a sign-in by single sign-on", () => {
  it("can start at the identity provider, creates the user with the default role, and follows RelayState", async () => {
    const browser = one.browser();
    const email = fresh();
    expect(await browser.hand(await one.answer({ email, name: "Ann Lee" }), "/contacts?q=1")).toBe("/contacts?q=1");
    expect(await meOf(browser)).toMatchObject({
      user: { email, name: "Ann Lee" },
      account: { accountSid: one.account },
      role: "viewer",
      signOn: true,
      signOnNeeded: false,
      twoFactorNeeded: false,
    });
    const [attempt] = await one.attempts();
    expect(attempt).toMatchObject({
      refused: null,
      words: "Signed in.",
      email,
      solicited: false,
      issuer: one.provider.entityId,
    });
    const { body } = await server.call("GET", `/v4/audit/?search=${encodeURIComponent(email)}`, {
      as: { key: one.key },
    });
    expect(body.payload.map(({ action, data }) => [action, data])).toEqual([
      ["auth.signIn", { address: expect.any(String), singleSignOn: true }],
      ["user.join", { email, role: "viewer", singleSignOn: true }],
    ]);
  });

  it("can start here with a valid request whose answer is accepted once in the same browser", async () => {
    const email = fresh();
    const { url, request, answer, relayState, browser, inResponseTo } = await fromHere(email, "/reports?grouping=day");
    expect(url.origin + url.pathname).toBe("https://idp.example.com/sso");
    expect(relayState).toBe("/reports?grouping=day");
    expect(request).toContain("nameid-format:emailAddress");
    expect(request).not.toContain("RequestedAuthnContext");
    expect(await browser.hand(answer, relayState)).toBe("/reports?grouping=day");
    expect(await meOf(browser)).toMatchObject({ user: { email } });
    expect(browser.cookies.size).toBe(1);
    // The same request again, with another assertion.
    const again = await one.answer({ email, inResponseTo });
    expect(await whyOf(await browser.hand(again))).toMatchObject({ refused: "replayed", email });
  });

  it("continues to the requested page and never to another site", async () => {
    const long = `/contacts?q=${"a".repeat(300)}`;
    const { url, answer, browser } = await fromHere(fresh(), long);
    expect(url.searchParams.get("RelayState")).toBe(null);
    expect(await browser.hand(answer, "https://evil.example.com/")).toBe(long);
    for (const next of [
      "https://evil.example.com/",
      "//evil.example.com",
      "/\\evil.example.com",
      "/\t/evil.example.com",
      "javascript:alert(1)",
      "/saml/x/sign-in",
      "/login?next=//x",
      "",
    ]) {
      const begun = await fromHere(fresh(), next);
      expect([next, await begun.browser.hand(begun.answer, next)]).toEqual([next, "/"]);
      expect([next, await one.browser().hand(await one.answer({ email: fresh() }), next)]).toEqual([next, "/"]);
    }
  });

  it("is accepted only in the browser that started it", async () => {
    const { answer } = await fromHere(fresh("bob"));
    const victim = one.browser();
    expect(await whyOf(await victim.hand(answer))).toMatchObject({ refused: "other_browser" });
    expect(victim.session()).toBeUndefined();
  });

  it("does not replace an existing session with an unrequested answer", async () => {
    const browser = one.browser();
    await one.signIn({ email: fresh("carl") }, browser);
    const before = browser.session();
    expect(await whyOf(await one.signIn({ email: fresh("mallory") }, browser))).toMatchObject({ refused: "signed_in" });
    expect(browser.session()).toBe(before);
    // A requested answer does, and ends the previous session.
    const begun = await fromHere(fresh("dora"), "/calls", browser);
    expect(await browser.hand(begun.answer)).toBe("/calls");
    expect(browser.session()).not.toBe(before);
    expect((await server.call("GET", "/auth/me", { as: { cookie: before ?? "" } })).status).toBe(401);
  });

  it("accepts only requests of this account within 15 minutes, and no unrequested answers where they are turned off", async () => {
    const foreign = await other.browser().begin();
    const text = inflateRawSync(Buffer.from(foreign.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    for (const inResponseTo of [/ ID="([^"]+)"/.exec(text)?.[1] ?? "", "_made-up", `_${"A".repeat(51)}`])
      expect(await whyOf(await one.signIn({ email: fresh(), inResponseTo }))).toMatchObject({
        refused: "unknown_request",
      });
    expect((await one.set({ unsolicited: false })).status).toBe(200);
    expect(await whyOf(await one.signIn({ email: fresh() }))).toMatchObject({
      refused: "unsolicited",
      words: samlRefusals.unsolicited,
    });
    const begun = await fromHere(fresh(), "/calls");
    expect(await begun.browser.hand(begun.answer)).toBe("/calls");
    await one.set({ unsolicited: true });
  });

  it("is turned off without metadata", async () => {
    const { account } = await server.account();
    const off = await server.call("GET", `/saml/${account}/sign-in`);
    expect(off.headers["location"]).toBe("/login?signOn=off");
    const metadata = await server.call("GET", `/saml/${one.account}/metadata`);
    expect(metadata.headers["content-type"]).toContain("application/samlmetadata+xml");
  });
});

describe("a user of single sign-on", () => {
  it("is the member with the same e-mail, ignoring case, and keeps the role", async () => {
    const member = await server.user(one.account, "member", ["inbox-use"]);
    const browser = one.browser();
    await one.signIn({ email: member.email.toUpperCase() }, browser);
    expect(await meOf(browser)).toMatchObject({
      user: { userId: member.userId },
      role: "member",
      privileges: ["inbox-use"],
    });
  });

  it("cannot reach the user's other accounts, password, second factor or other sessions", async () => {
    const victim = await server.user(other.account, "owner");
    await db.global((q) => insertMembership(q, one.account, victim.userId, { role: "viewer", privileges: [] }));
    const browser = one.browser();
    await one.signIn({ email: victim.email }, browser);
    const as = { cookie: browser.session() ?? "" };
    expect((await meOf(browser)).accounts.map(({ accountSid }) => accountSid)).toEqual([one.account]);
    for (const [method, url, body] of [
      ["POST", "/auth/account", { accountSid: other.account }],
      ["POST", "/auth/password", { current: testPassword, next: "another password" }],
      ["GET", "/auth/two-factor", undefined],
      ["POST", "/auth/two-factor/begin", { password: testPassword }],
    ] as const)
      expect([url, error(await server.call(method, url, { as, body })).slice(0, 2)]).toEqual([
        url,
        [409, "single_sign_on"],
      ]);
    const own = await server.call("GET", "/v4/session/", { as });
    expect(own.body.payload.map(({ current }) => current)).toEqual([true]);
    expect((await server.call("DELETE", "/v4/session/", { as })).body.payload).toEqual([{ ended: 0 }]);
    expect((await server.call("GET", "/auth/me", { as: { cookie: victim.cookie } })).status).toBe(200);
    // Removed from the account, they have no access.
    await db.global((q) =>
      q.run("delete from membership where account_id = $1 and user_id = $2", [one.account, victim.userId]),
    );
    expect((await server.call("GET", "/v4/account/", { as })).status).toBe(403);
  });

  it("is separate from a user with the same e-mail in another account", async () => {
    const there = await server.user(other.account, "owner");
    const browser = one.browser();
    await one.signIn({ email: there.email }, browser);
    const here = await meOf(browser);
    expect([here.user.userId === there.userId, here.role]).toEqual([false, "viewer"]);
    const byPassword = await server.call("POST", "/auth/sign-in", {
      body: { email: there.email, password: testPassword },
    });
    expect(byPassword.body.payload[0]).toMatchObject({ user: { userId: there.userId } });
    // An assertion with an e-mail does not block an invitation of its owner elsewhere.
    const squatted = fresh("squat");
    await one.signIn({ email: squatted });
    const invited = await server.call("POST", "/v4/user/", {
      as: { key: other.key },
      body: { email: squatted, role: "viewer" },
    });
    const token = String(invited.body.payload[0]?.["invitationUrl"]).split("/").at(-1);
    const joined = await server.call("POST", `/auth/invitation/${token}`, {
      body: { name: "True", password: testPassword },
    });
    expect((joined.body.payload[0] as unknown as Me).accounts.map(({ accountSid }) => accountSid)).toEqual([
      other.account,
    ]);
  });

  it("accepts an invitation with its rights, and unknown users are refused where new users are turned off", async () => {
    await one.set({ createUsers: false });
    const email = fresh("guest");
    expect(await whyOf(await one.signIn({ email }))).toMatchObject({ refused: "no_user", email });
    const invite = (role: string) =>
      server.call("POST", "/v4/user/", { as: { key: one.key }, body: { email, role, privileges: ["dnc-admin"] } });
    await invite("owner");
    expect(await whyOf(await one.signIn({ email }))).toMatchObject({ refused: "no_user" });
    await invite("member");
    const browser = one.browser();
    await one.signIn({ email }, browser);
    expect(await meOf(browser)).toMatchObject({ role: "member", privileges: ["dnc-admin"] });
    const { body } = await server.call("GET", "/v4/user/", { as: { key: one.key } });
    const row = body.payload.find((user) => user["email"] === email);
    expect(row).toMatchObject({ state: "active", signOn: true });
    // An owner has a password.
    const raise = server.call("PUT", `/v4/user/${row?.["userId"]}/`, { as: { key: one.key }, body: { role: "owner" } });
    expect(error(await raise).slice(0, 2)).toEqual([409, "no_password"]);
    await one.set({ createUsers: true });
  });

  it("has no password here", async () => {
    const email = fresh("nopass");
    await one.signIn({ email });
    for (const password of ["", " ", "null", testPassword])
      expect((await server.call("POST", "/auth/sign-in", { body: { email, password } })).cookie).toBeUndefined();
  });
});

describe("required single sign-on", () => {
  it("can be required after one successful sign-in, with an exception for owners and no second factor", async () => {
    const strict = await signOnAccount(server, "Strict");
    const owner = await server.user(strict.account, "owner");
    const member = await server.user(strict.account, "administrator");
    expect(error(await strict.set({ required: true }))).toEqual([
      409,
      "conflict",
      "Sign in with single sign-on once before you require it",
    ]);
    const browser = strict.browser();
    await strict.signIn({ email: member.email }, browser);
    expect((await strict.set({ required: true })).status).toBe(200);
    const listed = (cookie = "") => server.call("GET", "/v4/user/", { as: { cookie } });
    expect(error(await listed(member.cookie)).slice(0, 2)).toEqual([403, "sign_on_needed"]);
    expect((await listed(browser.session())).status).toBe(200);
    expect((await listed(owner.cookie)).status).toBe(200);
    expect((await server.call("GET", "/v4/user/", { as: { key: strict.key } })).status).toBe(200);
    const again = await server.call("POST", "/auth/sign-in", { body: { email: member.email, password: testPassword } });
    expect(again.body.payload[0]).toMatchObject({ signOnNeeded: true });
    // The second step applies only to passwords.
    await db.global((q) =>
      q.run(`update account set settings = settings || '{"requireTwoFactor": true}' where account_id = $1`, [
        strict.account,
      ]),
    );
    expect((await listed(browser.session())).status).toBe(200);
    expect(error(await listed(owner.cookie)).slice(0, 2)).toEqual([403, "two_factor_needed"]);
    // Without the identity provider it is not required and its sessions end.
    const gone = await server.call("DELETE", "/v3/accounts/external/config/saml", { as: { key: strict.key } });
    expect(gone.status).toBe(200);
    expect((await listed(browser.session())).status).toBe(401);
    expect(error(await listed(member.cookie)).slice(0, 2)).toEqual([403, "two_factor_needed"]);
    expect(await strict.signIn({ email: member.email })).toBe("/login?signOn=off");
  });

  it("can be set up only by owners", async () => {
    const key = await server.key(one.account, "administrator");
    const as = { key };
    const body = { provider: "saml", key: "metadata", value: makeProvider("https://evil.example.com").metadata() };
    for (const call of [
      server.call("POST", "/v3/accounts/external/config", { as, body }),
      server.call("PUT", "/v4/saml/", { as, body: { createUsers: true } }),
      server.call("DELETE", "/v3/accounts/external/config/saml", { as }),
      server.call("DELETE", `/v4/saml/certificate/${"0".repeat(64)}/`, { as }),
    ])
      expect(error(await call).slice(0, 2)).toEqual([403, "owner_needed"]);
    expect((await server.call("GET", "/v4/saml/", { as })).status).toBe(200);
  });
});

describe("a certificate", () => {
  it("can be rotated without interrupting sign-in", async () => {
    const changing = await signOnAccount(server, "Changing");
    const certificates = async () =>
      (
        (await server.call("GET", "/v4/saml/", { as: { key: changing.key } })).body
          .payload[0] as unknown as typeof changing.saml
      ).provider?.certificates ?? [];
    const [first] = await certificates();
    const signs = async () => (await changing.signIn({ email: fresh() })) === "/";
    expect(await signs()).toBe(true);
    const next = makeProviderCertificate();
    // The identity provider publishes the next one, continues with the old one, and then changes.
    expect((await changing.upload(changing.provider.metadata([next]))).status).toBe(200);
    expect((await certificates()).map(({ inMetadata }) => inMetadata)).toEqual([true, false]);
    expect(await signs()).toBe(true);
    changing.provider.change(next);
    expect(await signs()).toBe(true);
    const [second, before] = await certificates();
    expect([second?.used !== null, before?.fingerprint]).toEqual([true, first?.fingerprint]);
    const remove = (fingerprint = "") =>
      server.call("DELETE", `/v4/saml/certificate/${fingerprint}/`, { as: { key: changing.key } });
    expect(error(await remove(second?.fingerprint)).slice(0, 2)).toEqual([409, "conflict"]);
    expect((await remove(before?.fingerprint)).status).toBe(200);
    expect(await signs()).toBe(true);
    changing.provider.change(makeProviderCertificate());
    expect(await whyOf(await changing.signIn({ email: fresh() }), changing)).toMatchObject({
      refused: "signature",
      email: null,
    });
    // Another identity provider has its own, and the previous ones are removed.
    await changing.upload(makeProvider("https://idp.example.com/quite-another").metadata());
    expect((await certificates()).length).toBe(1);
  });
});

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
/** What the log says of the attempt that a refused browser was sent away with. */
const whyOf = async (to: string, of = one) => {
  expect(to.startsWith(refused), to).toBe(true);
  return (await of.attempts()).find(({ attemptId }) => attemptId === to.slice(refused.length));
};
const error = ({ status, body }: Awaited<ReturnType<typeof server.call>>) => [
  status,
  body.error[0]?.code,
  body.error[0]?.message,
];

/** Begins here, signs in at the identity provider, and comes back. */
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
  it("begins at the identity provider, makes the user with the default role, and goes where RelayState says", async () => {
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

  it("begins here: a request that the identity provider can read, its answer taken once, in the same browser", async () => {
    const email = fresh();
    const { url, request, answer, relayState, browser, inResponseTo } = await fromHere(email, "/reports?grouping=day");
    expect(url.origin + url.pathname).toBe("https://idp.example.com/sso");
    expect(relayState).toBe("/reports?grouping=day");
    expect(request).toContain("nameid-format:emailAddress");
    expect(request).not.toContain("RequestedAuthnContext");
    expect(await browser.hand(answer, relayState)).toBe("/reports?grouping=day");
    expect(await meOf(browser)).toMatchObject({ user: { email } });
    expect(browser.cookies.size).toBe(1);
    // the same request once more, with another assertion
    const again = await one.answer({ email, inResponseTo });
    expect(await whyOf(await browser.hand(again))).toMatchObject({ refused: "replayed", email });
  });

  it("goes on where it was asked to, however long that address is, and never to another site", async () => {
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
      expect([next, await begun.browser.hand(begun.answer, next)]).toEqual([next, "/campaigns"]);
      expect([next, await one.browser().hand(await one.answer({ email: fresh() }), next)]).toEqual([
        next,
        "/campaigns",
      ]);
    }
  });

  it("is not taken in another browser than the one that began it", async () => {
    const { answer } = await fromHere(fresh("bob"));
    const victim = one.browser();
    expect(await whyOf(await victim.hand(answer))).toMatchObject({ refused: "other_browser" });
    expect(victim.session()).toBeUndefined();
  });

  it("does not take somebody out of their own session by an answer that they did not ask for", async () => {
    const browser = one.browser();
    await one.signIn({ email: fresh("carl") }, browser);
    const before = browser.session();
    expect(await whyOf(await one.signIn({ email: fresh("mallory") }, browser))).toMatchObject({ refused: "signed_in" });
    expect(browser.session()).toBe(before);
    // asked for here, it does, and the session that was there ends
    const begun = await fromHere(fresh("dora"), "/calls", browser);
    expect(await browser.hand(begun.answer)).toBe("/calls");
    expect(browser.session()).not.toBe(before);
    expect((await server.call("GET", "/auth/me", { as: { cookie: before ?? "" } })).status).toBe(401);
  });

  it("answers only requests of this account, within 15 minutes, and none where only such are taken", async () => {
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

  it("is off without metadata, and says so", async () => {
    const { account } = await server.account();
    const off = await server.call("GET", `/saml/${account}/sign-in`);
    expect(off.headers["location"]).toBe("/login?signOn=off");
    const metadata = await server.call("GET", `/saml/${one.account}/metadata`);
    expect(metadata.headers["content-type"]).toContain("application/samlmetadata+xml");
  });
});

describe("who comes in by single sign-on", () => {
  it("is a member of the account with the same e-mail, whatever the case of its letters, with their role", async () => {
    const member = await server.user(one.account, "member", ["inbox-use"]);
    const browser = one.browser();
    await one.signIn({ email: member.email.toUpperCase() }, browser);
    expect(await meOf(browser)).toMatchObject({
      user: { userId: member.userId },
      role: "member",
      privileges: ["inbox-use"],
    });
  });

  it("reaches no other account of the user, neither their password nor their second factor nor sessions elsewhere", async () => {
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
    // taken from the account, they are nowhere
    await db.global((q) =>
      q.run("delete from membership where account_id = $1 and user_id = $2", [one.account, victim.userId]),
    );
    expect((await server.call("GET", "/v4/account/", { as })).status).toBe(403);
  });

  it("is somebody else than whoever has the e-mail in another account, and takes it from nobody", async () => {
    const there = await server.user(other.account, "owner");
    const browser = one.browser();
    await one.signIn({ email: there.email }, browser);
    const here = await meOf(browser);
    expect([here.user.userId === there.userId, here.role]).toEqual([false, "viewer"]);
    const byPassword = await server.call("POST", "/auth/sign-in", {
      body: { email: there.email, password: testPassword },
    });
    expect(byPassword.body.payload[0]).toMatchObject({ user: { userId: there.userId } });
    // whoever gets an e-mail vouched for first does not keep its owner from an invitation elsewhere
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

  it("takes up an invitation with its rights, and nobody else comes in where new users are not made", async () => {
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
    // an owner has a password
    const raise = server.call("PUT", `/v4/user/${row?.["userId"]}/`, { as: { key: one.key }, body: { role: "owner" } });
    expect(error(await raise).slice(0, 2)).toEqual([409, "no_password"]);
    await one.set({ createUsers: true });
  });

  it("has no password here, whatever is tried", async () => {
    const email = fresh("nopass");
    await one.signIn({ email });
    for (const password of ["", " ", "null", testPassword])
      expect((await server.call("POST", "/auth/sign-in", { body: { email, password } })).cookie).toBeUndefined();
  });
});

describe("single sign-on for everybody", () => {
  it("is asked for once it has worked; owners keep their way back, second factors are the identity provider's matter", async () => {
    const strict = await signOnAccount(server, "Strict");
    const owner = await server.user(strict.account, "owner");
    const member = await server.user(strict.account, "administrator");
    expect(error(await strict.set({ required: true }))).toEqual([
      409,
      "conflict",
      "Sign in once by single sign-on first: nobody can be asked for what does not work yet",
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
    // the second step is asked of passwords alone
    await db.global((q) =>
      q.run(`update account set settings = settings || '{"requireTwoFactor": true}' where account_id = $1`, [
        strict.account,
      ]),
    );
    expect((await listed(browser.session())).status).toBe(200);
    expect(error(await listed(owner.cookie)).slice(0, 2)).toEqual([403, "two_factor_needed"]);
    // without the identity provider nobody is asked for it, and its sessions end
    const gone = await server.call("DELETE", "/v3/accounts/external/config/saml", { as: { key: strict.key } });
    expect(gone.status).toBe(200);
    expect((await listed(browser.session())).status).toBe(401);
    expect(error(await listed(member.cookie)).slice(0, 2)).toEqual([403, "two_factor_needed"]);
    expect(await strict.signIn({ email: member.email })).toBe("/login?signOn=off");
  });

  it("is set up by owners alone: whoever does can come in as an owner", async () => {
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
  it("changes without a moment in which nobody can sign in", async () => {
    const changing = await signOnAccount(server, "Changing");
    const certificates = async () =>
      (
        (await server.call("GET", "/v4/saml/", { as: { key: changing.key } })).body
          .payload[0] as unknown as typeof changing.saml
      ).provider?.certificates ?? [];
    const [first] = await certificates();
    const signs = async () => (await changing.signIn({ email: fresh() })) === "/campaigns";
    expect(await signs()).toBe(true);
    const next = makeProviderCertificate();
    // the identity provider tells of the next one, goes on with the old one, and then changes
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
    // another identity provider brings its own, and those of before end
    await changing.upload(makeProvider("https://idp.example.com/quite-another").metadata());
    expect((await certificates()).length).toBe(1);
  });
});

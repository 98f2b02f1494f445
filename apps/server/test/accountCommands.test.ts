import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { makeAccount } from "../src/accounts/makeAccount.ts";
import { firstStart } from "../src/program/firstStart.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { launch } from "./launch.ts";
import { testPassword, testServer } from "./server.ts";
import { noteSecrets } from "./suiteLogs.ts";

// Readings, Accounts and Password reset: what the operator does in a terminal.

const db = await freshDatabase();
const masterKey = randomBytes(32);
const server = await testServer(db, { masterKey });
const env = {
  DATABASE_URL: db.url,
  TRUNKLINE_MASTER_KEY: masterKey.toString("base64"),
  TRUNKLINE_PUBLIC_URL: "https://trunkline.example",
};

async function run(args: string[], more: NodeJS.ProcessEnv = {}) {
  const program = launch(args, { ...env, ...more });
  const code = await program.ended;
  const said = program.said();
  const token = /(?:invitation\/|reset-password#)(\S+)/.exec(said)?.[1];
  noteSecrets([token]);
  return { code, said, token };
}

it("`account create` makes an account whose owner joins by the printed link", async () => {
  const { code, said, token } = await run(["account", "create", "Harbor Bakery", "--owner", "nora@example.com"]);
  expect(code).toBe(0);
  expect(said).toContain("Send this link to nora@example.com.");
  expect(said).toContain(`https://trunkline.example/invitation/${token}`);
  const body = { name: "Nora", password: testPassword };
  const joined = await server.call("POST", `/auth/invitation/${token}`, { body });
  expect(joined.body.payload[0]).toMatchObject({ account: { name: "Harbor Bakery" }, role: "owner" });
  const again = await run(["account", "create", "harbor bakery", "--owner", "nora@example.com"]);
  expect([again.code, again.said]).toEqual([1, expect.stringContaining("already exists")]);
});

it("`account create` refuses a wrong e-mail and a number of days out of bounds, each in words", async () => {
  const { code, said } = await run(["account", "create", "B", "--owner", "unknown", "--days", "40"]);
  expect([code, said.trim().split("\n").slice(-2)]).toEqual([
    2,
    ["Owner must be a valid e-mail address.", "A link must last 1 to 30 days."],
  ]);
});

it("`user reset-link` prints a link by which the user chooses a new password", async () => {
  const { account } = await server.account("Shop");
  const { email, cookie } = await server.user(account, "owner");
  const { code, token } = await run(["user", "reset-link", email.toUpperCase()]);
  expect(code).toBe(0);
  const body = { token, password: "a fresh long password" };
  expect((await server.call("PUT", "/auth/password-reset", { body })).status).toBe(200);
  expect((await server.call("GET", "/auth/me", { as: { cookie } })).status).toBe(401);
  const signedIn = await server.call("POST", "/auth/sign-in", { body: { email, password: body.password } });
  expect(signedIn.status).toBe(200);
});

it("`user reset-link` says when there is no such user", async () => {
  const { code, said } = await run(["user", "reset-link", "unknown@example.com"]);
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('No user with a password has the e-mail "unknown@example.com"'),
  ]);
});

it("a wrong master key makes no link, because it would never work", async () => {
  const { code, said } = await run(["user", "reset-link", "nora@example.com"], {
    TRUNKLINE_MASTER_KEY: randomBytes(32).toString("base64"),
  });
  expect([code, said]).toEqual([1, expect.stringContaining("This database was created with another master key")]);
});

it("a first start does not put the demo into an account that waits for its owner", async () => {
  const own = await freshDatabase();
  const other = await testServer(own, { masterKey });
  const made = await makeAccount(own, other.api.tokens, {
    name: "Waiting",
    owner: "waiting@example.com",
    days: 7,
    madeBy: "terminal",
  });
  const config = {
    ...(other.api.config as never as Parameters<typeof firstStart>[0]["config"]),
    databaseUrl: undefined,
  };
  await firstStart({ db: own, config, masterKey, tokens: other.api.tokens });
  const account = "invitation" in made ? made.invitation.account : "";
  const members = await own.owner((q) => q.run("select from membership where account_id = $1", [account]));
  const contacts = await own.tx([account], (q) => q.run("select from contact"));
  expect([members, contacts]).toEqual([0, 0]);
});

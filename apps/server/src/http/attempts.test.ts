import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testPassword, testServer } from "../../test/server.ts";
import type { Config } from "../config/config.ts";

// Password attempts are counted by user in the database, across addresses and processes.

const db = await freshDatabase();
const open = await testServer(db);
const { masterKey, config } = { masterKey: Buffer.alloc(32, 7), config: open.api.config as Config };
const strict = { ...config, signInsPerMinute: 2, trustedProxies: ["127.0.0.1"] };
/** Two processes of one installation. */
const processes = [
  await testServer(db, { masterKey, config: strict }),
  await testServer(db, { masterKey, config: strict }),
];
const { account } = await open.account("Shop");

let sent = 0;
/** Each attempt comes from its own address, alternating between the processes. */
const signIn = (email: string, password = "a wrong password", address = `198.51.100.${++sent % 250}`) =>
  processes[sent % 2]!.call("POST", "/auth/sign-in", {
    body: { email, password },
    headers: { "x-forwarded-for": address },
  });
const statuses = async (email: string, count: number) => {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push((await signIn(email)).status);
  return found;
};

it("answers 429 with Retry-After after ten wrong passwords for a known or unknown user", async () => {
  const { email } = await open.user(account, "member");
  for (const name of [email, "unknown@example.com"]) {
    expect(await statuses(name, 11)).toEqual([...Array(10).fill(401), 429]);
    const { headers, body } = await signIn(name);
    expect(Number(headers["retry-after"])).toBeGreaterThan(800);
    expect(body.error[0]?.message).toBe("Too many attempts. Try again in 15 minutes");
  }
  expect((await signIn(email, testPassword)).status).toBe(429);
});

it("concurrent attempts are each counted", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn("many@example.com")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});

it("a correct password resets the count", async () => {
  const { email } = await open.user(account, "member");
  await statuses(email, 9);
  expect((await signIn(email, testPassword)).status).toBe(200);
  expect(await statuses(email, 3)).toEqual([401, 401, 401]);
});

it("the count resets when its window ends", async () => {
  await statuses("later@example.com", 11);
  await db.global((q) => q.run("update auth_attempt set ends = now()"));
  expect((await signIn("later@example.com")).status).toBe(401);
});

it("other people's attempts do not lock out a signed-in user", async () => {
  const { email } = await open.user(account, "member");
  const home = "203.0.113.7";
  expect((await signIn(email, testPassword, home)).status).toBe(200);
  await statuses(email, 11);
  expect((await signIn(email, testPassword)).status).toBe(429);
  expect((await signIn(email, testPassword, home)).status).toBe(200);
});

it("password attempts on an invitation of an existing user are counted", async () => {
  const { email } = await open.user(account, "member");
  const other = await processes[0]!.account("Other");
  const made = await processes[0]!.call("POST", "/v4/user/", {
    as: { key: other.key },
    body: { email, role: "viewer" },
  });
  const token = String(made.body.payload[0]?.["invitationUrl"]).split("/").at(-1);
  await statuses(email, 10);
  const { status } = await processes[0]!.call("POST", `/auth/invitation/${token}`, {
    body: { name: "Guess", password: "a guess at a password" },
    headers: { "x-forwarded-for": "198.51.100.251" },
  });
  expect(status).toBe(429);
});

it("the stored counts contain no e-mail address", async () => {
  await signIn("typed-by-mistake@example.com");
  const rows = await db.owner((q) => q.rows<{ row: string }>("select a::text as row from auth_attempt a"));
  expect(rows.map(({ row }) => row).join()).not.toContain("@");
});

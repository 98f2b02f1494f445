import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { bulkContactsJob } from "./bulkContacts.ts";
import { importFile } from "./importContacts.ts";

const db = await freshDatabase();
const server = await testServer(db);

/** An account with `count` contacts, half of them of Texas, every third without a phone. */
async function makeAccount(count: number) {
  const { account, key } = await server.account();
  const rows = Array.from({ length: count }, (_, n) => {
    const phone = n % 3 === 2 ? "" : `+1202555${String(1000 + n).slice(-4)}`;
    return `${phone},a${n}@example.com,${n % 2 ? "TX" : "CA"}\n`;
  });
  await importFile(
    db,
    account,
    (async function* () {
      yield `phone,email,state\n${rows.join("")}`;
    })(),
  );
  const call = (method: string, url: string, body?: unknown, as = key) =>
    server.call(method, url, { as: { key: as }, body });
  const count_ = async (body: object) =>
    Number((await call("POST", "/v4/contact/count", body)).body.payload[0]?.["count"]);
  const start = async (body: object) => (await call("POST", "/v4/contact/job/", body)).body.payload[0] ?? {};
  const jobOf = async (id: unknown) => (await call("GET", `/v4/contact/job/${String(id)}/`)).body.payload[0] ?? {};
  return { account, key, call, count: count_, start, jobOf };
}
const texas = { statements: [{ variable: "state", operation: "EQUALS", value: "TX" }] };

describe("work on all contacts that a filter picks (readings, Requests of our pages)", () => {
  it("archives and restores exactly the chosen contacts", async () => {
    const { start, jobOf, count } = await makeAccount(600);
    const job = await start({ action: "archive", selection: texas });
    expect(job).toMatchObject({ status: "queued", total: null, done: 0 });
    await bulkContactsJob.run(db);
    expect(await jobOf(job["id"])).toMatchObject({ status: "done", total: 300, done: 300, changed: 300 });
    expect([await count({}), await count({ archived: "only" })]).toEqual([300, 300]);
    const back = await start({ action: "unarchive", selection: { ...texas, archived: "only", search: "a1" } });
    await bulkContactsJob.run(db);
    const restored = Number((await jobOf(back["id"]))["changed"]);
    expect([restored, await count({})]).toEqual([await count({ ...texas, search: "a1" }), 300 + restored]);
  });

  it("puts their numbers on the do-not-contact list, those that have one", async () => {
    const { start, jobOf, call } = await makeAccount(60);
    const job = await start({ action: "dnc", selection: texas, types: ["sms"], reason: "Moved away" });
    await bulkContactsJob.run(db);
    expect(await jobOf(job["id"])).toMatchObject({ status: "done", total: 30, done: 30, changed: 20 });
    const { payload } = (await call("GET", "/v4/dnc/?limit=200")).body;
    expect(payload).toHaveLength(20);
    expect(payload[0]).toMatchObject({ type: "sms", party: "account", reason: "Moved away" });
    const { payload: contacts } = (
      await call("GET", `/v4/contact/?statements=${encodeURIComponent(JSON.stringify(texas.statements))}`)
    ).body;
    expect(contacts.filter(({ dnc }) => JSON.stringify(dnc) === '["sms"]')).toHaveLength(20);
  });

  it("leaves contacts alone that are made after it was asked for", async () => {
    const { start, jobOf, call, count } = await makeAccount(10);
    const job = await start({ action: "archive", selection: {} });
    await call("POST", "/v4/contact/", { email: "later@example.com" });
    await bulkContactsJob.run(db);
    expect(await jobOf(job["id"])).toMatchObject({ status: "done", done: 10 });
    expect(await count({})).toBe(1);
  });

  it("is cancelled before it comes to anybody else, and is not done again", async () => {
    const { start, jobOf, call, count } = await makeAccount(10);
    const job = await start({ action: "archive", selection: {} });
    const cancelled = await call("POST", `/v4/contact/job/${String(job["id"])}/cancel`);
    expect(cancelled.body.payload[0]).toMatchObject({ status: "cancelled", done: 0 });
    await bulkContactsJob.run(db);
    expect(await jobOf(job["id"])).toMatchObject({ status: "cancelled", done: 0, changed: 0 });
    expect(await count({})).toBe(10);
  });

  it("continues where a worker left it", async () => {
    const { account, start, jobOf, count } = await makeAccount(10);
    const job = await start({ action: "archive", selection: {} });
    await db.global((q) =>
      q.run("update contact_job_queue set worker = $2, seen_at = now() - interval '2 minutes' where account_id = $1", [
        account,
        account,
      ]),
    );
    await db.tx([account], (q) =>
      q.run("update contact_job set status = 'running', total = 10 where account_id = $1", [account]),
    );
    await bulkContactsJob.run(db);
    expect(await jobOf(job["id"])).toMatchObject({ status: "done", done: 10 });
    expect(await count({})).toBe(0);
  });

  it("asks for the privilege of what it does, and for statements that can pick", async () => {
    const { account, call } = await makeAccount(1);
    const admin = await server.key(account, "member", ["contact-admin"]);
    const ask = (body: object, as?: string) => call("POST", "/v4/contact/job/", body, as);
    expect((await ask({ action: "dnc", selection: {} }, admin)).status).toBe(403);
    expect((await ask({ action: "archive", selection: {} }, admin)).status).toBe(200);
    const wrong = await ask({
      action: "archive",
      selection: { statements: [{ variable: "stte", operation: "EQUALS", value: "TX" }] },
    });
    expect([wrong.status, wrong.body.error[0]?.where]).toEqual([400, "body.selection.statements[0].variable"]);
  });
});

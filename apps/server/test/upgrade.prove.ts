import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { insertDatabase, removeDatabase } from "../src/store/provision.ts";
import { handsets, until } from "./engineWorld.ts";
import { serverUrl } from "./freshDatabase.ts";
import { type Launched, launch } from "./launch.ts";
import { installOlder, olderCommit } from "./olderProgram.ts";
import { readAddress } from "./startFolder.ts";
import { noteSecrets } from "./suiteLogs.ts";

// An upgrade as operators do it: the older version serves and sends, the newer one migrates the database under it, both
// work side by side, and then the older one is stopped. Nothing is lost, nothing is sent twice, nothing fails.

const perRun = 1_500;
const replying = 200;
const apiKey = `key_${randomBytes(24).toString("hex")}`;
const masterKey = randomBytes(32).toString("base64");
noteSecrets([apiKey, masterKey]);
const name = `upgrade_${randomUUID().slice(0, 8)}`;
const databaseUrl = serverUrl(name);
const env = {
  DATABASE_URL: databaseUrl,
  TRUNKLINE_MASTER_KEY: masterKey,
  TRUNKLINE_API_KEY: apiKey,
  TRUNKLINE_ADMIN_EMAIL: "owner@example.com",
  TRUNKLINE_ADMIN_PASSWORD: "a long test password",
  TRUNKLINE_CALLS_PER_MINUTE: "1000000",
};
const running: Launched[] = [];
const start = (args: string[], program?: string): Launched => {
  const launched = launch(args, env, program);
  running.push(launched);
  return launched;
};
/** Waits for a command; what it said if it failed. */
const succeed = async ({ ended, said }: Launched): Promise<void> =>
  expect([await ended, said()]).toEqual([0, expect.any(String)]);
const stop = async (launched: Launched): Promise<void> => {
  launched.child.kill("SIGTERM");
  await launched.ended;
};
afterAll(async () => {
  await Promise.all(running.map(stop));
  await removeDatabase(serverUrl("postgres"), name);
});

type Row = Record<string, unknown>;

async function call(address: string, method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { payload, error } = (await answer.json()) as { payload: Row[]; error: unknown };
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(error)}`);
  return payload[0] ?? {};
}

/** A text, a day for the reply, and a text to those who reply. */
const flow = (templateId: string) => {
  const text = { smsTemplateId: templateId, smsTemplateName: "Offer", useAiRewording: false };
  const nodes = [
    { id: 1, type: "start", children: [2] },
    { id: 2, type: "smsSend", children: [3], ...text },
    {
      id: 3,
      type: "event",
      children: [4, 5],
      timeoutData: {
        timeoutType: "wait",
        timeoutWaitType: "number",
        timeoutWaitNumber: 1,
        timeoutWaitUnits: "days",
        timeoutPath: 5,
      },
      conditions: [
        { targetNode: 4, statements: [{ variable: "node2.reply", operation: "EQUALS", value: "yes", negated: false }] },
      ],
    },
    { id: 4, type: "smsSend", children: [6], ...text },
    { id: 5, type: "control", children: [] },
    { id: 6, type: "control", children: [] },
  ];
  return JSON.stringify({ nodes: nodes.map((node) => ({ x: 0, y: 0, ...node })) });
};

async function inGroups<One>(all: readonly One[], work: (one: One) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 20) await Promise.all(all.slice(from, from + 20).map(work));
}

const errorsOf = (launched: Launched): string[] =>
  launched
    .said()
    .split("\n")
    .filter((line) => /"level":(50|60)/.test(line));

it(`of ${olderCommit} to this version loses and repeats nothing while both work`, async () => {
  const older = installOlder();
  await insertDatabase(serverUrl("postgres"), name);
  await succeed(start(["migrate"], older));
  const olderApi = start(["serve", "--role", "api", "--port", "0"], older);
  const olderAddress = await readAddress(olderApi);
  const olderWorker = start(["serve", "--role", "worker"], older);
  // at night, texts would wait for the morning
  await call(olderAddress, "PUT", "/v4/account/", { settings: { legalHours: false } });
  const free = (await call(olderAddress, "GET", "/v4/number/available"))["phone"];
  const { phone } = await call(olderAddress, "POST", "/v4/number/", { phone: free });
  const { numberSetId: numberSet } = await call(olderAddress, "POST", "/v4/numberset/", {
    name: "Main",
    phoneNumbers: [phone],
  });
  const { templateId } = await call(olderAddress, "POST", "/v4/smstemplate/", {
    templateTitle: "Offer",
    templateText: "Hello ${firstName}",
  });
  const { campaignId } = await call(olderAddress, "POST", "/v4/campaign/", { campaignName: "Offers", numberSet });
  await call(olderAddress, "POST", `/v4/campaign/${campaignId}/workflow/`, { workflow: flow(String(templateId)) });
  const phones = handsets(3 * perRun);
  const contacts: string[] = [];
  await inGroups(phones, async (one) => {
    const made = await call(olderAddress, "POST", "/v4/contact/", { phone: one, firstName: "Ann" });
    contacts[phones.indexOf(one)] = String(made["contactId"]);
  });
  const run = (address: string, n: number): Promise<Row> =>
    call(address, "POST", `/v4/campaign/${campaignId}/batch/`, {
      displayName: `Run ${n}`,
      contactIds: contacts.slice(n * perRun, (n + 1) * perRun),
      periodMs: 5,
      start: true,
    });
  const db = openDatabase(databaseUrl, { connections: 4 });
  afterAll(() => db.close());
  const account = await db.global(async (q) => (await q.one<{ id: string }>("select account_id id from account"))?.id);
  const count = (sql: string): Promise<number> =>
    db.tx(
      [String(account)],
      async (q) => (await q.one<{ n: number }>(`${sql} and account_id = $1`, [account]))?.n ?? 0,
    );
  const texts = () => count("select count(*)::int n from simulator_message where direction = 'to_handset'");

  await run(olderAddress, 0);
  await until("the older version sends", async () => (await texts()) > perRun / 10);
  await succeed(start(["migrate"]));
  const newerApi = start(["serve", "--role", "api", "--port", "0"]);
  const newerAddress = await readAddress(newerApi);
  const newerWorker = start(["serve", "--role", "worker"]);
  await run(newerAddress, 1);
  await run(olderAddress, 2);
  const addresses = [olderAddress, newerAddress];
  const asked = phones.filter((_, index) => index % perRun < replying);
  await inGroups(asked, async (from) => {
    const waiting = () =>
      count(
        `select count(*)::int n from journey j where node = 3 and status = 2 and exists (
           select from contact c where c.account_id = j.account_id and c.contact_id = j.contact_id and c.phone = '${from}')`,
      );
    while ((await waiting()) === 0) await pause(100);
    const address = addresses[phones.indexOf(from) % 2] ?? "";
    await call(address, "POST", "/v4/simulator/message", { from, to: phone, text: "yes" });
  });
  await until("every contact is texted", async () => (await texts()) >= 3 * perRun);
  await stop(olderWorker);
  await stop(olderApi);
  await until("those who replied are texted again", async () => (await texts()) === 3 * perRun + asked.length, texts);
  await until(
    "all texts are accepted",
    async () =>
      (await count("select count(*)::int n from message where direction = 'out' and state = 'accepted'")) ===
      3 * perRun + asked.length,
  );
  expect(
    await count("select count(distinct client_ref)::int n from simulator_message where direction = 'to_handset'"),
  ).toBe(3 * perRun + asked.length);
  expect(await db.tx([String(account)], (q) => listBroken(q, String(account)))).toEqual([]);
  expect([olderApi, olderWorker, newerApi, newerWorker].map(errorsOf)).toEqual([[], [], [], []]);
});

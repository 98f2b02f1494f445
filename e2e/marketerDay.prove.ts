import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownerRole } from "../apps/server/src/postgres/initCluster.ts";
import { openDatabase } from "../apps/server/src/store/database.ts";
import { makeOpenFolder } from "../apps/server/test/launch.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, save, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, follow, goTo, patience, pick, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startProduct } from "./product.ts";

// A day of a marketer (decisions 0092 and 0095): an audience, a workflow with a goal and two texts, its run, replies, and the
// verdict. Its product is its own, because the hour of the goal passes by a change of its database.

const browser = useBrowser();
let address = "";
let folder = "";
let stop = async (): Promise<void> => {};

beforeAll(async () => {
  folder = await makeOpenFolder("trunkline-e2e-day-");
  const started = await startProduct(join(folder, "data"), []);
  stop = started.stop;
  ({ address } = started.product);
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Contacts of the audience. Half of them get each text, by chance. */
const people = 300;
const atOnce = 20;
/** Of so many contacts who got a text, one or seven in ten reply. */
const replies = { plain: (nth: number) => nth % 10 === 0, friendly: (nth: number) => nth % 10 < 7 };
const texts = {
  plain: "Your table is free tonight.",
  friendly: "Hi ${firstName}, shall we keep your table? Reply YES.",
};

/** Does something for each, some at a time. */
async function forEach<T>(of: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < of.length; from += atOnce) await Promise.all(of.slice(from, from + atOnce).map(act));
}

/** The contacts of a city are saved as an audience. */
async function makeAudience(page: Page, name: string, city: string): Promise<void> {
  await goTo(page, "Contacts");
  await press(page, "Filter");
  const filter = page.getByRole("dialog", { name: "Filter" });
  await choose(filter, "Field", "City");
  await fill(filter, "Value", city);
  await press(filter, "Add filter");
  await page.getByRole("link", { name: "Save as audience" }).click();
  await fill(page, "Name", name);
  await see(page.getByRole("status").getByText(`${people} contacts`, { exact: true }));
  await press(page, "Save");
  await see(rowOf(page, "Audiences", name).getByText(`City equals ${city}`));
}

/** Start (goal: a reply within an hour) → Percent → one of two texts → Stop. */
async function draw(page: Page, name: string): Promise<void> {
  await goTo(page, "Workflows");
  await follow(page, "Workflow");
  await pick(page, "Workflow Type", "Outbound");
  await fill(page, "Title", name);
  await choose(page, "Number Set", "Main line");
  await pick(page, "Timezone Protection", "None");
  await press(page, "Create Workflow");
  await readNotice(page, "Created workflow");
  await see(card(page, "Start 1"));
  const start = await select(page, "Start 1");
  await choose(start, "Goal", "Reply");
  await choose(start, "Goal Window", "1 hour");
  await addNode(page, "Percent");
  await write(await addNode(page, "SMS Send"), "Plain", texts.plain);
  await addNode(page, "Stop");
  await write(await addAfter(page, "Percent 2", "SMS Send"), "Friendly", texts.friendly);
  await addNode(page, "Stop");
  await save(page);
}

async function write(form: Awaited<ReturnType<typeof addNode>>, title: string, text: string): Promise<void> {
  await pick(form, "Message", "New Template");
  await fill(form, "Title", unique(title));
  await fill(form, "Content", text);
}

/** The texts that the audience has on its phones. A text that still waits for its turn cannot be replied to. */
async function receivedTexts(account: Account): Promise<{ to: string; from: string; text: string }[]> {
  const { payload } = await account.call("GET", "/v4/message/?limit=500&figure=delivered");
  return payload
    .map(({ to, from, text }) => ({ to: String(to), from: String(from), text: String(text) }))
    .filter(({ text }) => /table/.test(text));
}

/** Moves the start of every contact so far back that the hour of the goal is just over. */
async function passTheHour(account: Account): Promise<void> {
  const data = join(folder, "data");
  const password = (await readFile(join(data, "postgres.password"), "utf8")).trim();
  noteSecrets([password]);
  const [, , , port] = (await readFile(join(data, "postgres", "postmaster.pid"), "utf8")).split("\n");
  const db = openDatabase(`postgres://${ownerRole}:${password}@127.0.0.1:${port}/trunkline`, { connections: 1 });
  const [me] = (await account.call("GET", "/auth/me")).payload;
  const { accountSid } = (me as { account: { accountSid: string } }).account;
  await db.tx([accountSid], (q) =>
    q.run("update journey set starts_at = now() - interval '1 hour' where account_id = $1", [accountSid]),
  );
  await db.close();
}

test("a marketer makes an audience, draws a workflow with a goal and two texts, runs it, and reads which text is better", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const city = unique("Nome");
  await forEach(
    Array.from({ length: people }, (_, nth) => nth),
    (nth) => account.makeContact(`Person ${nth}`, { city }),
  );
  await page.goto(address);
  const name = unique("Two texts");
  await makeAudience(page, name, city);
  await draw(page, name);

  await press(page, "Run");
  const dialog = page.getByRole("dialog", { name: `Run ${name}` });
  await pick(dialog, "Contacts", "Audience");
  await choose(dialog, "Audience", name);
  await see(dialog.getByText(`${people} contacts`, { exact: true }));
  await press(dialog, "Start run");
  await readNotice(page, "Workflow started successfully");
  await follow(page, "Open run");
  await expect.poll(async () => (await receivedTexts(account)).length, { ...patience, interval: 1_000 }).toBe(people);

  // the contacts reply
  const sent = await receivedTexts(account);
  const plain = sent.filter(({ text }) => text === texts.plain);
  const friendly = sent.filter(({ text }) => text !== texts.plain);
  const repliers = [
    ...plain.filter((_, nth) => replies.plain(nth)),
    ...friendly.filter((_, nth) => replies.friendly(nth)),
  ];
  await forEach(repliers, ({ to, from }) =>
    account.call("POST", "/v4/simulator/message", { from: to, to: from, text: "YES" }),
  );
  await follow(page, "All runs");
  const branches = page.getByRole("region", { name: "Branches of Percent 2" });
  await see(
    branches.getByText(`${people} contacts are not compared yet, because the time is not over.`, { exact: false }),
  );

  // an hour later
  const received = async () =>
    (await account.call("GET", "/v4/message/?limit=500&figure=replies")).payload.filter(({ text }) => text === "YES");
  await expect.poll(async () => (await received()).length, { ...patience, interval: 1_000 }).toBe(repliers.length);
  await passTheHour(account);
  await page.reload();
  await see(branches.getByText("Goal: Reply within 1 hour.", { exact: false }));
  await see(branches.getByText(/^B is better by [\d.]+ to [\d.]+ points\. This holds however often you look\.$/));
  const row = (arm: string) => branches.getByRole("table").getByRole("row").filter({ hasText: arm });
  await see(row("B").getByText(String(friendly.length), { exact: true }));
  await see(row("B").getByText(String(friendly.filter((_, nth) => replies.friendly(nth)).length), { exact: true }));
});

// node scripts/readmePictures.ts [address]: the pictures of the README, into docs/images, from a fresh demo in which
// some contacts have answered.
import { join } from "node:path";
import { chromium } from "playwright-core";
import { enter } from "../e2e/account.ts";
import { card } from "../e2e/editor.ts";
import { demoUser } from "../e2e/enter.ts";
import { see, settle } from "../e2e/page.ts";
import { findBrowser, noBrowser } from "./findBrowser.ts";

const folder = join(import.meta.dirname, "../docs/images");
const address = process.argv[2] ?? "http://127.0.0.1:4400";
const workflow = "Appointment reminder";
const asked = 240;
/** What every so manieth contact answers. */
const answers = [
  { every: 3, text: "yes" },
  { every: 7, text: "change" },
];

const executablePath = findBrowser();
if (!executablePath) {
  console.error(noBrowser);
  process.exit(1);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const account = await enter(page, address, demoUser);
  const list = async (path: string) => (await account.call("GET", path)).payload;
  const campaignId = String(
    (await list("/v4/campaign/")).find((one) => one["campaignName"] === workflow)?.["campaignId"],
  );
  const contacts = (await list(`/v4/contact/?limit=${asked}`)).map((one) => String(one["contactId"]));
  const batchId = await account.startRun(campaignId, contacts, { displayName: "Reminders of Monday" });
  const sent = () => list(`/v4/message/?batchId=${batchId}&direction=out&limit=500`);
  while ((await sent()).filter(({ status }) => status === "delivered").length < asked * 0.9)
    await page.waitForTimeout(200);
  for (const [index, { from, to }] of (await sent()).entries()) {
    const text = answers.find(({ every }) => index % every === 0)?.text;
    if (text) await account.call("POST", "/v4/simulator/message", { from: to, to: from, text });
  }
  // their answers are on their way
  await page.waitForTimeout(5_000);
  await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
  await see(card(page, "Event 3"));
  await settle(page);
  await card(page, "Event 3").click();
  await settle(page);
  await page.screenshot({ path: join(folder, "editor.png") });
  await page.goto(`${address}/enrollments/batch/${campaignId}/${batchId}`);
  await settle(page);
  await page.screenshot({ path: join(folder, "run.png") });
} finally {
  await browser.close();
}

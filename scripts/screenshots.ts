// node scripts/screenshots.ts [address]: pictures of every page of a running demo, light, dark and narrow, into
// test-results/pages/, to be looked at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { enter } from "../e2e/account.ts";
import { demoUser } from "../e2e/enter.ts";
import { settle } from "../e2e/page.ts";
import { makeThings, pages } from "../e2e/places.ts";
import { findBrowser, noBrowser } from "./findBrowser.ts";

const looks = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;
const root = join(import.meta.dirname, "..");
const address = process.argv[2] ?? "http://127.0.0.1:4400";

const executablePath = findBrowser();
if (!executablePath) {
  console.error(noBrowser);
  process.exit(1);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const look of Object.keys(looks) as (keyof typeof looks)[]) await takeAll(browser, look);
} finally {
  await browser.close();
}

async function takeAll(browser: Browser, look: keyof typeof looks): Promise<void> {
  const folder = join(root, "test-results/pages", look);
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({ ...looks[look], reducedMotion: "reduce" });
  const page = await context.newPage();
  const things = await makeThings(await enter(page, address, demoUser));
  for (const [name, pathOf] of Object.entries(pages)) {
    await take(page, pathOf(things), join(folder, `${name.replaceAll(/\W+/g, "-")}.png`));
  }
  await context.close();
}

async function take(page: Page, path: string, file: string): Promise<void> {
  await page.goto(address + path);
  await settle(page);
  await page.screenshot({ path: file });
}

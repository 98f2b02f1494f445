import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page, type Request, type Response } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { noteCookie, noteSecretsOf } from "../apps/server/test/suiteLogs.ts";
import { waitLimitMs } from "../apps/server/test/waitLimit.ts";
import { watchTraffic } from "./traffic.ts";

/** Where a browser may be installed; CHROMIUM_PATH wins. The test script has made sure that there is one. */
const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // pages of tests live for seconds: they end before code that was optimized for them pays
  "--js-flags=--no-maglev --max-optimized-bytecode-size=0 --single-threaded-gc --min-semi-space-size=16",
];
/** A microphone that beeps and needs no permission. */
const withMicrophone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** The size of a window that is no phone. */
export const wide = { width: 1440, height: 900 } as const;
const sizeOf = (narrow: boolean) => (narrow ? { width: 390, height: 844 } : wide);
const screenshots = join(import.meta.dirname, "../test-results");

interface Options {
  /** A phone's width. */
  narrow?: boolean;
  dark?: boolean;
  /** Another user's browser, without cookies or storage. Otherwise all windows of a file belong to one user. */
  stranger?: boolean;
}

/** What tests listen to on a page. */
const heard = ["request", "response", "console", "pageerror", "dialog"] as const;
/** Pages that wait for the next test, in each window: few tests need more, and each takes memory. */
const parkedAtMost = 2;

/**
 * One browser for the test file. `page()` opens a page that leaves the product with the test, and leaves a picture when
 * the test fails. The next test gets the page of a test that passed: a new tab would read and compile every program again.
 */
export function useBrowser({ microphone = false } = {}): {
  page(options?: Options): Promise<Page>;
  /** Opens a window in a `beforeAll`; the caller closes it. */
  open(): Promise<Page>;
} {
  let browser: Browser;
  const own = new Map<string, BrowserContext>();
  const held = new Map<BrowserContext, Page>();
  const parked = new Map<BrowserContext, Page[]>();
  beforeAll(async () => {
    const found = places.find((path) => path && existsSync(path));
    browser = await chromium.launch({
      ...(found ? { executablePath: found } : {}),
      timeout: waitLimitMs,
      args: [...flags, ...(microphone ? withMicrophone : [])],
    });
  });
  afterAll(() => browser?.close());
  const contextOf = async ({ narrow = false, dark = false, stranger = false }: Options) => {
    const key = `${narrow} ${dark}`;
    const known = stranger ? undefined : own.get(key);
    if (known) return known;
    const context = await browser.newContext({
      viewport: sizeOf(narrow),
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
    });
    // for its pages and for calls without one
    context.setDefaultTimeout(waitLimitMs);
    context.on("request", (request) => {
      if (request.method() !== "GET") noteSecretsOf(bodyOf(request));
    });
    context.on("response", (response) => void noteAnswer(response));
    watchTraffic(context);
    if (!stranger) own.set(key, context);
    return context;
  };
  return {
    open: async () => (await contextOf({})).newPage(),
    async page(options = {}) {
      const context = await contextOf(options);
      const page = parked.get(context)?.pop() ?? (await openPage(context));
      onTestFinished(async ({ task }) => {
        const failed = task.result?.state === "fail";
        if (failed) await takePicture(page, task.name);
        if (options.stranger) return context.close();
        const waiting = parked.get(context) ?? [];
        parked.set(context, waiting);
        if (!failed && waiting.length < parkedAtMost && (await park(page, options))) return void waiting.push(page);
        // an empty tab holds the window: another window for each test costs the browser more than most pages do
        if (!held.has(context)) held.set(context, await context.newPage());
        // a page that stays open keeps polling the server
        await page.close();
      });
      return page;
    },
  };
}

/** Pages that begin with a script of a test, which cannot be taken off again. */
const scripted = new WeakSet<Page>();

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = (...script) => {
    scripted.add(page);
    return addInitScript(...script);
  };
  return page;
}

/** Takes a page out of the product as new, so that nothing of the test is left in it; false when it must be closed. */
async function park(page: Page, { narrow = false, dark = false }: Options): Promise<boolean> {
  if (scripted.has(page) || page.isClosed() || !page.url().startsWith("http")) return false;
  for (const event of heard) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  try {
    // a place of the product without a program: elsewhere the browser would forget what it compiled
    await page.goto(new URL("/healthz", page.url()).href);
    await page.evaluate("sessionStorage.clear()");
    await page.setViewportSize(sizeOf(narrow));
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    return true;
  } catch {
    // the product of the page may have ended with the test
    return false;
  }
}

/** What a page sends as JSON; anything else is no secret of ours. */
function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON();
  } catch {
    return null;
  }
}

/** Sessions, and what is shown once: keys, links, codes, signing secrets. */
async function noteAnswer(response: Response): Promise<void> {
  const isWrite = response.request().method() !== "GET";
  const { pathname } = new URL(response.url());
  if (!isWrite || !/^\/(auth|v4\/(user|apikey|callback\/authentication))\//.test(pathname)) return;
  noteCookie(
    await response.headerValue("set-cookie").then(
      (cookie) => cookie ?? undefined,
      () => undefined,
    ),
  );
  noteSecretsOf(await response.json().catch(() => null));
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  const path = join(screenshots, `${name.replaceAll(/\W+/g, "-").slice(0, 80)}.png`);
  await page.screenshot({ path }).catch(() => {});
}

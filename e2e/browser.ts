import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, onTestFailed } from "vitest";

/** Where a browser may be installed; CHROMIUM_PATH wins. The test script has made sure that there is one. */
const places = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const screenshots = join(import.meta.dirname, "../test-results");

/** One browser for the test file; `page()` opens a window of its own and keeps a picture of it when the test fails. */
export function useBrowser(): { page(options?: { narrow?: boolean; dark?: boolean }): Promise<Page> } {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    const found = places.find((path) => path && existsSync(path));
    browser = await chromium.launch({ ...(found ? { executablePath: found } : {}), args: flags });
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser?.close();
  });
  return {
    async page({ narrow = false, dark = false } = {}) {
      const context = await browser.newContext({
        viewport: narrow ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      onTestFailed(async ({ task }) => {
        await mkdir(screenshots, { recursive: true });
        await page
          .screenshot({ path: join(screenshots, `${task.name.replaceAll(/\W+/g, "-").slice(0, 80)}.png`) })
          .catch(() => {});
      });
      return page;
    },
  };
}

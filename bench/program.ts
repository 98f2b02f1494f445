import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { needPages } from "../apps/server/src/program/builtPages.ts";
import { startProduct } from "../e2e/product.ts";
import { findBrowser, noBrowser } from "../scripts/findBrowser.ts";

/** A folder for a program of its own, with pages that are built already; gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  needPages();
  const folder = await mkdtemp(join(tmpdir(), "trunkline-program-"));
  // as root the database runs as another user, who must pass through
  await chmod(folder, 0o755);
  try {
    return await work(join(folder, "data"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A running demo and a browser that looks at it. */
export const withDemo = <T>(work: (browser: Browser, address: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error(noBrowser);
    const { product, stop } = await startProduct(folder, []);
    try {
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
      try {
        return await work(browser, product.address);
      } finally {
        await browser.close();
      }
    } finally {
      await stop();
    }
  });

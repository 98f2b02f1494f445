import type { Page } from "playwright-core";
import { inject } from "vitest";
import { type Account, enter } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { see } from "./page.ts";

/** Signed in to the demo of this file, at a page of it. */
export async function openDemo(
  browser: ReturnType<typeof useBrowser>,
  path: string,
  options?: { stranger: true },
): Promise<{ page: Page; account: Account }> {
  const page = await browser.page(options);
  const { address } = inject("demo");
  const account = await enter(page, address, demoUser);
  await page.goto(address + path);
  await see(page.getByRole("heading", { level: 1 }));
  return { page, account };
}

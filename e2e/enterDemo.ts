import type { Page } from "playwright-core";
import { inject } from "vitest";
import { enter } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { makeThings, type Things } from "./places.ts";

/** The demo with everything in it, as its owner. */
export async function enterDemo(
  browser: ReturnType<typeof useBrowser>,
): Promise<{ page: Page; address: string; things: Things }> {
  const { address } = inject("demo");
  const page = await browser.page();
  return { page, address, things: await makeThings(await enter(page, address, demoUser)) };
}

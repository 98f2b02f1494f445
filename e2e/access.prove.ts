import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { enterDemo } from "./enterDemo.ts";
import { settle } from "./page.ts";
import { pages } from "./places.ts";
import { fitsPhone, isReadable, isReadableInDark, openPages } from "./readable.ts";

const browser = useBrowser();

describe("Every page", () => {
  test.each(Object.keys(pages))("%s is accessible in dark and on a phone", async (name) => {
    const { page, address, things } = await enterDemo(browser);
    if (openPages.has(name)) await page.context().clearCookies();
    await page.goto(address + (pages[name]?.(things) ?? ""));
    await settle(page);
    await isReadableInDark(page);
    await fitsPhone(page, () => isReadable(page));
  });
});

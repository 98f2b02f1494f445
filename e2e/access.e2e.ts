import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { enterDemo } from "./enterDemo.ts";
import { see, settle } from "./page.ts";
import { pages } from "./places.ts";
import { fitsPhone, isReadable, isReadableInBoth, listen, openPages } from "./readable.ts";

const browser = useBrowser();

/** Pages of different layouts. Every page, in dark too: access.prove.ts. */
const layouts = [
  "sign-in",
  "workflows",
  "create template",
  "workflow editor",
  "inbound workflow editor",
  "run",
  "conversation",
  "reports by day",
  "settings, carriers",
  "handset",
];

describe("A page of each layout", () => {
  test.each(layouts)("%s is accessible, fits a phone, logs no error and contacts no other host", async (name) => {
    const { page, address, things } = await enterDemo(browser);
    const seen = listen(page, address);
    if (openPages.has(name)) await page.context().clearCookies();
    const addressOf = pages[name];
    if (addressOf === undefined) throw new Error(`${name} is no page of places.ts`);
    await page.goto(address + addressOf(things));
    await settle(page);
    await isReadable(page);
    await fitsPhone(page);
    expect(seen).toEqual({ elsewhere: [], errors: [] });
  });
});

// the others: accessDialogs.prove.ts
describe("What opens over a page", () => {
  test.each([
    ["/contacts", "New contact"],
    ["/campaigns", /account menu of/],
  ] as const)("on %s: %s", async (path, button) => {
    const { page, address } = await enterDemo(browser);
    await page.goto(address + path);
    await settle(page);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await see(page.getByRole("dialog").or(page.getByRole("menu")));
    await isReadableInBoth(page);
  });
});

import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { patience, see } from "./page.ts";

const browser = useBrowser();

describe("The command palette (look, Command palette)", () => {
  let page: Page;
  beforeEach(async () => {
    page = await browser.page();
    const { address } = inject("demo");
    await enter(page, address, demoUser);
    await page.goto(`${address}/campaigns`);
    await see(page.getByRole("heading", { level: 1 }));
    await page.keyboard.press("Control+K");
    await see(page.getByRole("dialog", { name: "Search and commands" }));
  });
  const search = () => page.getByRole("combobox", { name: "Search", exact: true });
  const chosen = () => page.getByRole("option", { selected: true });

  test("opens the page that the search finds with Enter", async () => {
    await search().fill("simulated");
    await expect.poll(() => chosen().innerText(), patience).toBe("Simulated carrier");
    await page.keyboard.press("Enter");
    await see(page.getByRole("heading", { level: 1, name: "Simulated carrier" }));
    expect(new URL(page.url()).pathname).toBe("/simulated-carrier");
  });

  test("points the search field at the chosen option for screen readers", async () => {
    await page.keyboard.press("ArrowDown");
    await expect
      .poll(
        async () => (await search().getAttribute("aria-activedescendant")) === (await chosen().getAttribute("id")),
        patience,
      )
      .toBe(true);
  });
});

describe("The command palette on a slow connection", () => {
  test("receives what is typed while it loads", async () => {
    const page = await browser.page({ stranger: true });
    const { address } = inject("demo");
    await enter(page, address, demoUser);
    let arrive = () => {};
    const isTyped = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/CommandPalette-[^/]*\.js$/, async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.goto(`${address}/campaigns`);
    await see(page.getByRole("heading", { level: 1 }));
    await page.keyboard.press("Control+K");
    await page.keyboard.type("simulated");
    arrive();
    const search = page.getByRole("combobox", { name: "Search", exact: true });
    await expect.poll(() => search.inputValue(), patience).toBe("simulated");
    await page.keyboard.press("Enter");
    await see(page.getByRole("heading", { level: 1, name: "Simulated carrier" }));
  });
});

import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { gone, patience, see } from "./page.ts";

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

  test("moves its choice with the arrow keys, Home and End", async () => {
    const options = await page.getByRole("option").allInnerTexts();
    for (const [key, at] of [
      ["ArrowDown", 1],
      ["ArrowUp", 0],
      ["ArrowUp", -1],
      ["Home", 0],
      ["End", -1],
      ["ArrowDown", 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => chosen().allInnerTexts(), patience).toEqual([options.at(at)]);
    }
  });

  test("says that nothing was found", async () => {
    await search().fill("zzzz");
    await see(page.getByText("No results for “zzzz”"));
  });

  test("closes with Escape", async () => {
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
  });
});

test("the former address of the simulated carrier leads to the new one", async () => {
  const page = await browser.page();
  const { address } = inject("demo");
  await enter(page, address, demoUser);
  await page.goto(`${address}/handset/+12025550123?also=%2B12025550124`);
  await see(page.getByRole("heading", { level: 1, name: "Simulated carrier" }));
  expect(page.url()).toContain("/simulated-carrier/+12025550123?also=%2B12025550124");
});

describe("The command palette on a slow connection", () => {
  test("stays where it is while its results change", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    await enter(page, address, demoUser);
    await page.goto(`${address}/campaigns`);
    await see(page.getByRole("heading", { level: 1 }));
    await page.keyboard.press("Control+K");
    const search = page.getByRole("combobox", { name: "Search", exact: true });
    await see(search);
    const before = await search.boundingBox();
    await search.fill("zzzz");
    await see(page.getByText("No results for “zzzz”"));
    expect((await search.boundingBox())?.y).toBe(before?.y);
  });
});

test("The command palette acts on the contact that the page shows", async () => {
  const page = await browser.page();
  const { address } = inject("demo");
  const account = await enter(page, address, demoUser);
  const { contactId } = await account.makeContact("Paula");
  await page.goto(`${address}/contacts/${contactId}`);
  await see(page.getByRole("heading", { level: 1, name: "Paula Kinds" }));
  await page.keyboard.press("Control+K");
  const here = page.getByRole("group", { name: "This page" });
  await see(here.getByRole("option", { name: "Call this contact" }));
  await here.getByRole("option", { name: "Text this contact" }).click();
  await see(page.getByRole("log", { name: "Texts with Paula Kinds" }));
});

test("The command palette lists what was open before, with the section it belongs to", async () => {
  const page = await browser.page();
  const { address } = inject("demo");
  const account = await enter(page, address, demoUser);
  const { contactId } = await account.makeContact("Rhea");
  await page.goto(`${address}/contacts/${contactId}`);
  await see(page.getByRole("heading", { level: 1, name: "Rhea Kinds" }));
  const recent = page.getByRole("group", { name: "Recent" });
  const open = () => page.keyboard.press("Control+K");
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("trunkline.recent") ?? ""), patience)
    .toContain("Rhea Kinds");
  await open();
  await see(page.getByRole("dialog", { name: "Search and commands" }));
  await gone(recent);
  await page.keyboard.press("Escape");
  await page.goto(`${address}/campaigns`);
  await see(page.getByRole("heading", { level: 1 }));
  await open();
  await recent.getByRole("option", { name: "Rhea Kinds Contacts" }).click();
  await see(page.getByRole("heading", { level: 1, name: "Rhea Kinds" }));
});

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { gone, noticeOf, patience, readOnce, see } from "./page.ts";
import { openReminder, phone } from "./reminder.ts";

const browser = useBrowser();

/** Presses Tab until something has the focus. */
async function reach(page: Page, what: Locator): Promise<void> {
  await see(what);
  const isThere = async () => (await what.and(page.locator(":focus")).count()) > 0;
  for (let tabs = 0; tabs < 150 && !(await isThere()); tabs++) await page.keyboard.press("Tab");
  expect(await isThere(), String(what)).toBe(true);
}

/** The same, and Enter. */
async function use(page: Page, what: Locator): Promise<void> {
  await reach(page, what);
  await page.keyboard.press("Enter");
}

const button = (within: Page | Locator, name: string) => within.getByRole("button", { name, exact: true });

test("the keyboard alone tries, publishes and dry-runs a workflow", async () => {
  const page = await openReminder(browser);

  await use(page, button(page, "Try it"));
  await use(page, button(page, "Play as Sam Sample"));
  await see(phone(page).getByText("Hi Sam, are you coming?"));
  await use(page, button(phone(page), "yes"));
  await see(card(page, "Stop 7").getByText("The contact is here"));
  const steps = page.getByRole("list", { name: "Steps of the try" });
  await use(page, button(steps, "Event 3: Waiting for a reply"));
  await see(card(page, "Event 3").getByText("The contact is here"));
  await use(page, button(page, "Jump to next event"));
  await see(phone(page).getByText("Last reminder"));
  await use(page, button(page, "Save as test"));
  await see(noticeOf(page, "Test saved"));

  await use(page, button(page, "Publish…"));
  const publish = page.getByRole("dialog", { name: "Publish" });
  const note = publish.getByRole("textbox", { name: "Note", exact: true });
  await expect.poll(() => note.and(page.locator(":focus")).count(), patience).toBe(1);
  await page.keyboard.type("Tried by keyboard");
  await use(page, button(publish, "Publish"));
  expect(await readOnce(noticeOf(page, "Success"))).toContain("Saved workflow");
  await gone(publish);

  await use(page, button(page, "Dry run"));
  const dryRun = page.getByRole("dialog", { name: /^Dry-run/ });
  await use(page, button(dryRun, "Dry run"));
  await see(page.getByRole("heading", { name: /^[\d,]+ of [\d,]+ contacts? gets? a message or a call/ }));
});

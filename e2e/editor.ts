import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { written } from "./account.ts";
import { choose, fill, follow, patience, pick, press, readNotice, see } from "./page.ts";

/** The card of a node: "SMS Send 2". */
export const card = (page: Page, name: string): Locator => page.getByRole("group", { name, exact: true });

/** The form of the selected node. */
export const form = (page: Page): Locator => page.getByRole("complementary", { name: /Node Details$/ });

/** Selects a node by its card. */
export async function select(page: Page, name: string): Promise<Locator> {
  await card(page, name).click();
  await see(form(page).getByText(`Node ${name.split(" ").at(-1)}`, { exact: true }));
  return form(page);
}

/** Adds a node of the palette after the selected one and returns its form, which is open. */
export async function addNode(page: Page, kind: string): Promise<Locator> {
  const before = await openedNode(page);
  await press(page, kind);
  await expect.poll(() => openedNode(page), patience).not.toBe(before);
  return form(page);
}

/** "Node 2", of the open form; "" when none is open. */
const openedNode = async (page: Page): Promise<string> => {
  const [label = ""] = await form(page)
    .getByText(/^Node \d+$/)
    .allInnerTexts();
  return label;
};

/** Adds a node after another one. */
export async function addAfter(page: Page, name: string, kind: string): Promise<Locator> {
  await select(page, name);
  return addNode(page, kind);
}

/** Chooses where a path of the open form leads. */
export const choosePath = (page: Page, label: string | RegExp, node: string): Promise<void> =>
  choose(form(page), label, node);

/** Saves and waits for the notice of spec 2 §4.1. */
export async function save(page: Page): Promise<void> {
  await press(page, "Save");
  const words = await readNotice(page, "Success");
  if (words !== "Saved workflow") throw new Error(`The notice says: ${words}`);
}

/** Tries to save and returns the messages of the notice titled Error. */
export async function saveRefused(page: Page): Promise<string[]> {
  await press(page, "Save");
  const words = await readNotice(page, "Error");
  return words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The contact counts on the card of a node. */
export const countAt = (page: Page, name: string): Locator => card(page, name).getByRole("img", { name: /entered/ });

/** Adds a section and shows it. */
export async function addSection(page: Page, name: string): Promise<void> {
  await press(page, "Add Section");
  await fill(page, "Section Name", name);
  await press(page, "Add");
}

/** Runs the open workflow over the contact Kim of this phone and opens its journey. */
export async function runOver(page: Page, phone: string): Promise<void> {
  await press(page, "Run");
  const dialog = page.getByRole("dialog");
  await pick(dialog, "Contacts", "Selected");
  await dialog.getByRole("combobox", { name: "Contacts" }).fill(phone.slice(2));
  await page.getByRole("option", { name: `Kim Kinds, ${written(phone)}` }).click();
  await page.keyboard.press("Tab");
  await press(dialog, "Start run");
  await follow(page, "Open run");
  await follow(page, "Kim Kinds");
}

/** The mark on a card, and the reason that it gives. */
export async function readMark(page: Page, node: string, mark: string, reason: string): Promise<void> {
  await card(page, node).getByRole("img", { name: mark, exact: true }).hover();
  await see(page.getByRole("tooltip").getByText(reason, { exact: true }));
}

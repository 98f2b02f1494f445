import type { Locator, Page } from "playwright-core";
import { choose, press, readNotice, see } from "./page.ts";

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

/** Adds a node of the palette after the selected one and answers its form, which is open. */
export async function addNode(page: Page, kind: string): Promise<Locator> {
  const before = await nodeIds(page);
  await press(page, kind);
  const id = Math.max(0, ...before) + 1;
  await see(card(page, `${kind} ${id}`));
  await see(form(page).getByText(`Node ${id}`, { exact: true }));
  return form(page);
}

/** The ids of the nodes that the canvas shows. */
async function nodeIds(page: Page): Promise<number[]> {
  const cards = await page.getByRole("region", { name: "Canvas" }).getByRole("group", { name: / \d+$/ }).all();
  const names = await Promise.all(cards.map((one) => one.getAttribute("aria-label")));
  return names.map((name) => Number(name?.split(" ").at(-1)));
}

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

/** Tries to save and answers the messages of the notice titled Error. */
export async function saveRefused(page: Page): Promise<string[]> {
  await press(page, "Save");
  const words = await readNotice(page, "Error");
  return words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** How many contacts came to a node, as its card says. */
export const countAt = (page: Page, name: string): Locator => card(page, name).getByRole("img", { name: /came here/ });

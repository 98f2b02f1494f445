import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { waitLimitMs } from "../apps/server/test/waitLimit.ts";
import { describeTraffic } from "./traffic.ts";

/** How a test waits for what a user would wait for. */
export const patience = { timeout: waitLimitMs, interval: 100 } as const;

/** What a list of options is called by: its words, or a part of them. */
type Words = string | RegExp;

/** Waits until something is seen. If it never is, the error says which page was open and what it reported instead. */
export const see = (what: Locator): Promise<void> =>
  what.first().waitFor({ state: "visible" }).catch(explain(what.page()));

const explain = (page: Page) => async (error: Error) => {
  throw new Error(error.message + (await describePage(page)), { cause: error });
};

async function describePage(page: Page): Promise<string> {
  if (page.isClosed()) return "\nThe page is closed.";
  const reported = await page.getByRole("alert").or(page.getByRole("status")).allInnerTexts();
  const main = page.getByRole("main");
  const shown = (await main.count()) > 0 ? await main.first().innerText() : "";
  // a hidden or disconnected page asks for nothing
  const state = await page.evaluate(
    `document.visibilityState + ", " + (navigator.onLine ? "connected" : "disconnected")`,
  );
  return `\n${page.url()} (${state}) reported ${JSON.stringify(reported)}, asked for ${describeTraffic(page)} and showed ${JSON.stringify(shown.slice(0, 2_000))}`;
}

/** Waits until nothing on the page is still loading. */
export async function settle(page: Page): Promise<void> {
  await see(page.getByRole("heading").first());
  // one thing that loads may bring the next, a pane its account, a list its rows: frames are counted, because a slow machine draws fewer
  const isQuiet = await page.evaluate(`new Promise((done) => {
    const end = performance.now() + ${waitLimitMs};
    let frames = 0;
    const look = () => {
      frames = document.querySelector("[aria-busy=true]") ? 0 : frames + 1;
      if (frames > 7 || performance.now() > end) done(frames > 7);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  if (!isQuiet) throw new Error(`${page.url()} is still loading`);
}

/** Waits until something is gone. */
export const gone = (what: Locator): Promise<void> => what.first().waitFor({ state: "hidden" });

/** Goes to a place of the left navigation, in whichever group it is. */
export async function goTo(page: Page, place: string): Promise<void> {
  const main = page.getByRole("navigation", { name: "Main" });
  const link = main.getByRole("link", { name: place, exact: true });
  await see(main.getByRole("link"));
  for (const group of await main.locator("button[aria-expanded]").all())
    if (!(await link.isVisible())) await group.click();
  await link.click();
  await see(page.getByRole("main").getByRole("heading", { level: 1 }));
}

/** Opens an address of the product. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  await see(page.getByRole("main"));
}

/** Types into a field. */
export const fill = (within: Page | Locator, label: Words, value: string): Promise<void> =>
  within
    .getByRole("textbox", { name: label, exact: true })
    .or(within.getByRole("combobox", { name: label, exact: true }))
    .fill(value);

/** Chooses one of a list that drops down. */
export async function choose(within: Page | Locator, label: Words, option: Words): Promise<void> {
  const list = within.getByRole("combobox", { name: label, exact: true });
  await list.click();
  await pageOf(within).getByRole("option", { name: option }).first().click();
}

/** Picks one of the few that stand side by side. */
export const pick = (within: Page | Locator, label: Words, option: string): Promise<void> =>
  within.getByRole("radiogroup", { name: label }).getByText(option, { exact: true }).click();

/** Presses a button, the first of that name: a list that has nothing yet offers its action twice. */
export const press = (within: Page | Locator, name: Words): Promise<void> =>
  within.getByRole("button", { name, exact: true }).first().click();

/** Follows a link of the page, the first of that name. */
export const follow = (page: Page, name: Words): Promise<void> =>
  page.getByRole("main").getByRole("link", { name, exact: true }).first().click();

/** A name that no other test has, also when the tests run again over the same product. */
export const unique = (name: string): string => `${name} ${Date.now().toString(36).slice(-6)}`;

/** A notice with this title. */
export const noticeOf = (page: Page, title: Words): Locator => page.getByRole("alert").filter({ hasText: title });

/** Waits for a notice, returns its words without the title, and closes it. */
export async function readNotice(page: Page, title: string): Promise<string> {
  const notice = noticeOf(page, title).last();
  const words = await readOnce(notice);
  await closeNotice(notice);
  return words.replace(title, "").trim();
}

/** The words of something as soon as it is shown. They are read in one step, because a notice of success fades by itself. */
export const readOnce = (what: Locator): Promise<string> =>
  what.filter({ visible: true }).innerText().catch(explain(what.page()));

/** Closes a notice and waits until this one is gone, unless it has faded or has no button for it. */
export async function closeNotice(notice: Locator): Promise<void> {
  for (const shown of await notice.elementHandles()) {
    const button = await shown.$("role=button[name='Close notice']");
    if (button === null) continue;
    await button.click().catch((problem: Error) => {
      if (!problem.message.includes("not attached")) throw problem;
    });
    await shown.waitForElementState("hidden");
  }
}

/** Answers a question that the page asks before something is lost; returns what it asked. */
export async function answer(page: Page, button: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  await see(dialog.getByRole("button", { name: button, exact: true }));
  const words = await dialog.innerText();
  await press(dialog, button);
  await gone(dialog);
  return words;
}

/** The row of a table that holds these words. */
export const rowOf = (page: Page, table: string, words: string): Locator =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: words });

/**
 * True when one thing lies on any of the others. All are measured in one step as soon as the first is shown, because a
 * notice of success fades by itself.
 */
export async function overlaps(one: Locator, others: Locator): Promise<boolean> {
  const shown = await one.filter({ visible: true }).elementHandle();
  if (shown === null) throw new Error("It is not shown");
  return others.evaluateAll((elements, first) => {
    const a = first.getBoundingClientRect();
    if (a.width === 0 || elements.length === 0) throw new Error("One of them is not shown");
    return elements.some((element) => {
      const b = element.getBoundingClientRect();
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    });
  }, shown);
}

/** Waits until something is called this by a screen reader. */
export const hasName = (what: Locator, name: string): Promise<void> =>
  expect.poll(() => what.first().getAttribute("aria-label"), patience).toBe(name);

/** Waits until a field holds this: text, a chosen option, one of the few side by side, `on` or `off`. "Path 1 / Percentage" is a field of a row. */
export async function holds(within: Page | Locator, label: string, value: string): Promise<void> {
  const [field = "", row] = label.split(" / ").reverse();
  const part = row === undefined ? within : within.getByRole("group", { name: row, exact: true });
  const inputs = part
    .getByRole("textbox", { name: field, exact: true })
    .or(part.getByRole("combobox", { name: field, exact: true }));
  const choices = part.getByRole("radiogroup", { name: field, exact: true });
  const toggle = part.getByRole("switch", { name: field });
  await inputs.or(choices).or(toggle).first().waitFor({ state: "attached" });
  if (await choices.count())
    // the circle itself is drawn by the label, not seen
    await choices.getByRole("radio", { name: value, checked: true }).waitFor({ state: "attached" });
  else if (await toggle.count())
    await expect
      .poll(async () => ((await toggle.isChecked()) ? "on" : "off"), { ...patience, message: label })
      .toBe(value);
  else await expect.poll(() => inputs.inputValue(), { ...patience, message: label }).toBe(value);
}

/** Waits until the steps of an open journey page tell all of this. */
export async function showSteps(page: Page, texts: readonly string[]): Promise<void> {
  const steps = page.getByRole("list", { name: "Steps" });
  for (const text of texts) await see(steps.getByText(text));
}

const pageOf = (within: Page | Locator): Page => ("page" in within ? within.page() : within);

import type { Page } from "playwright-core";
import { answer, closeNotice, gone, noticeOf, press, readOnce, see } from "./page.ts";

/** What a notice or an error face with this header says; closes a notice. */
export async function readFailure(page: Page, header: string): Promise<string[]> {
  const alert = noticeOf(page, header).last();
  const words = await readOnce(alert).catch(() => undefined);
  if (words === undefined) return ["no such notice", ...(await page.getByRole("alert").allInnerTexts())];
  const lines = words.split("\n").map((text) => text.trim());
  await closeNotice(alert);
  return lines.filter((text) => text !== "" && !["Retry", "Reload Workflow"].includes(text));
}

/** Deletes a row of a list by its button, and is sure of it. */
export const deleteRow = async (page: Page, name: string, sure: string): Promise<void> => {
  await press(page, `Delete ${name}`);
  await answer(page, sure);
};

/** Ticks rows of a list and presses what is offered for them; what else is done is done while the page asks. */
export async function tick(
  page: Page,
  names: readonly string[],
  button: string,
  sure: string,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
  await press(page, button);
  await see(page.getByRole("dialog").getByRole("button", { name: sure, exact: true }));
  await meanwhile();
  await answer(page, sure);
}

/** Removes what a list shows, and waits until the list no longer has it: an open page stays true by itself. */
export const removeBeneath = (page: Page, name: string, remove: () => Promise<unknown>) => async (): Promise<void> => {
  await remove();
  // behind a dialog a list has no roles
  await gone(page.locator("main table").getByText(name, { exact: true }));
};

/** Actions by what they are called; each answers what was read. */
export type Rows = Record<string, () => Promise<string[]>>;

/** A table of actions and what was read; groups in windows of their own go on together, and after an action that failed too. */
export async function table(...groups: Rows[]): Promise<Record<string, string[]>> {
  const results: Record<string, string[]> = {};
  const run = async (rows: Rows) => {
    for (const [name, act] of Object.entries(rows))
      results[name] = await act().catch((problem: Error) => problem.message.split("\n").slice(0, 3));
  };
  await Promise.all(groups.map(run));
  return results;
}

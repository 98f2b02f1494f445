import type { Page } from "playwright-core";
import { inject } from "vitest";
import { type Account, enter } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { see, unique } from "./page.ts";

/** The address of a workflow in the editor. */
export const editorOf = (campaignId: string): string =>
  `${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`;

/** Opens the editor of a new workflow, in which there is only a start. */
export async function openNew(
  browser: ReturnType<typeof useBrowser>,
  options: { narrow?: boolean } = {},
): Promise<{ page: Page; account: Account; id: string }> {
  const page = await browser.page(options);
  const account = await enter(page, inject("demo").address, demoUser);
  const [numberSet] = (await account.call("GET", "/v4/numberset/")).payload;
  const id = await account.makeWorkflow(unique("Editor"), String(numberSet?.["numberSetId"]));
  await page.goto(editorOf(id));
  await see(card(page, "Start 1"));
  return { page, account, id };
}

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { numberSetOf, waitingWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { select } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, gone, patience, pick, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTest } from "./startTest.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

const headers = async (page: Page, table: string): Promise<string[]> =>
  (await page.getByRole("table", { name: table, exact: true }).getByRole("columnheader").allInnerTexts())
    .map((text) => text.trim())
    .filter(Boolean);

describe("Workflows (spec 1 §2.1, §2.2)", () => {
  test("the list has the columns of the specification, then what the runs do, and finds by title", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Listed");
    await account.makeWorkflow(name, await numberSetOf(account));
    await page.reload();
    await see(rowOf(page, "Workflows", name));
    await expect
      .poll(() => headers(page, "Workflows"), patience)
      .toEqual([
        ...["Workflow Title", "Workflow ID", "Type", "Created Date (UTC)", "Last Sent (UTC)"],
        // what there is room for
        ...["State", "Reply rate", "Actions"],
      ]);
    await press(page, "Choose columns of Workflows");
    await page.getByRole("checkbox", { name: "Last Run (UTC)", exact: true }).click();
    await see(page.getByRole("columnheader", { name: "Last Run (UTC)" }));
    await page.keyboard.press("Escape");
    await fill(page, "Search workflows", name);
    await expect.poll(() => page.getByRole("table", { name: "Workflows" }).getByRole("row").count(), patience).toBe(2);
  });

  test("the create form names what it lacks (spec 1 §5.1)", async () => {
    const { page } = await at("/campaigns/create?type=outbound");
    await press(page, "Create Workflow");
    for (const message of ["Title is required", "Number Set is required"])
      await see(page.getByText(message, { exact: true }));
    await choose(page, "Timezone Protection Start Time", "8:00 PM");
    await pick(page, "Timezone Protection", "Fixed");
    for (const field of ["Timezone Protection Start Time", "Timezone Protection End Time", "Default Timezone"])
      await press(page, `Clear ${field}`);
    await choose(page, "Frequency", "Number of Days");
    await fill(page, "Frequency Days", "");
    await press(page, "Create Workflow");
    for (const message of [
      "Timezone Protection Start Time is required",
      "Timezone Protection End Time is required",
      "Default Timezone is required",
      "Frequency Days is required",
    ])
      await see(page.getByText(message, { exact: true }));
    await fill(page, "Frequency Days", "0");
    await see(page.getByText("Frequency Days must be greater than 0", { exact: true }));
    await follow(page, "Cancel");
    await answer(page, "Leave");
    await see(page.getByRole("heading", { name: "Workflows", level: 1 }));
  });
});

test("a version is published with a name and a note, after its tests were played (decision 0090)", async () => {
  const { page, account } = await at("/campaigns");
  const name = unique("Noted");
  const id = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
  await account.call("POST", `/v4/campaign/${id}/test/`, { test: startTest });
  await page.goto(new URL(`/campaigns/workflow-outbound/edit/${id}`, page.url()).href);
  await fill(await select(page, "Start 1"), "Title", `${name} again`);
  await press(page, "Publish…");
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await see(dialog.getByText(/^(Its test passes\.|1 of 1 test fails)$/));
  await fill(dialog, "Name of the version", "Before the sale");
  await fill(dialog, "Note", "A clearer title");
  await press(dialog, "Publish");
  expect(await readNotice(page, "Success")).toBe("Saved workflow");
  await gone(dialog);
  await press(page, "Versions");
  await see(page.getByRole("button", { name: /Version 2.*Before the sale.*A clearer title/ }));
});

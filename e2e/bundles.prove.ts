import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { textWorkflow, workflowOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import { choose, follow, gone, noticeOf, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

/** The file that a press of this button saves. */
async function saved(page: Page, button: string): Promise<Record<string, unknown>> {
  const saving = page.waitForEvent("download");
  await press(page, button);
  return JSON.parse(await readFile(await (await saving).path(), "utf8")) as Record<string, unknown>;
}

describe("Workflows in files (readings, Requests of our pages)", () => {
  test("several go out in one, and what it brings is shown before it is imported, with a choice for what is missing", async () => {
    const { page, account } = await at("/campaigns");
    const [first, second, gone_, mine] = ["First", "Second", "Not in the file", "Mine"].map(unique) as [
      string,
      string,
      string,
      string,
    ];
    const numberSet = String((await account.call("GET", "/v4/numberset/")).payload[0]?.["numberSetId"]);
    const text = textWorkflow(await account.makeTemplate(first, "Hello ${firstName}"), first);
    const entered = await account.makeWorkflow(gone_, numberSet, text);
    await account.makeWorkflow(mine, numberSet, text);
    await account.makeWorkflow(first, numberSet, text);
    const secondId = await account.makeWorkflow(
      second,
      numberSet,
      workflowOf({ type: "campaign", campaignId: entered }),
    );
    const line = unique("Line").toLowerCase();
    await account.call("POST", "/v4/route/tag/", { routeTag: line });
    await page.reload();
    for (const name of [first, second, line]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    const bundle = await saved(page, "Export as file");
    await account.call("DELETE", `/v4/campaign/${entered}/`);
    await page.goto(new URL(`/campaigns/workflow-outbound/edit/${secondId}`, page.url()).href);
    await see(card(page, "Start 1"));
    expect(await saved(page, "Export as file")).toMatchObject({ campaign: { campaignName: second } });

    await page.goto(new URL("/campaigns/import", page.url()).href);
    const take = async (name: string, content: string) => {
      const file = join(tmpdir(), `${unique(name).replace(" ", "-")}.json`);
      await writeFile(file, content);
      await page.getByLabel("Workflow file", { exact: true }).setInputFiles(file);
    };
    await take("broken", '{"trunkline": 1,');
    await see(noticeOf(page, "Error reading file").getByText("is not JSON: line 1, column 17"));
    await take("changed", JSON.stringify({ ...bundle, customFields: ["changed"] }));
    await see(page.getByRole("alert").getByText("The file was changed after its export", { exact: false }));
    await press(page, "Choose another file");
    await take("whole", JSON.stringify(bundle));
    const report = page.getByRole("table", { name: "Import report" });
    await see(report.getByRole("row").filter({ hasText: gone_ }).getByText("Missing", { exact: true }));
    await see(
      report.getByText(`"${first}" already exists, so this one is imported as "${first} (2)"`, { exact: true }),
    );
    await see(page.getByText(`Node 2: the workflow "${gone_}" is not in this account`, { exact: false }));
    await choose(page, `Workflow to use instead of ${gone_}`, mine);
    await see(report.getByText("Using yours", { exact: true }));
    await gone(page.getByText("This file cannot be imported yet", { exact: true }));
    await see(report.getByText(`"${line}" already exists, so this one is imported as "${line}-2"`, { exact: true }));
    await press(page, "Import 3 workflows");
    expect(await readNotice(page, "Created workflow")).toBe(`${first} (2)`);
    await see(rowOf(page, "Import report", `${line}-2`).getByText("Has no number yet", { exact: false }));
    await follow(page, `${second} (2)`);
    await see(card(page, "Workflow 2"));
    await see(card(page, "Workflow 2").getByText(mine, { exact: false }));
  });
});

import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everyWidget } from "@trunkline/workflow/foreign/sampleFlows.ts";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { fill, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Workflows that are there already (decision 0079)", () => {
  test("one of the library is found by a search, gets the user's own words, and opens in the editor with its templates", async () => {
    const { page, account } = await at("/campaigns/create");
    await page.getByRole("link", { name: "Start from the library" }).click();
    await page.getByRole("searchbox", { name: "Search the library" }).fill("no-show");
    await see(page.getByText("1 workflow", { exact: true }));
    await page.getByRole("link", { name: "Appointment reminder", exact: true }).click();
    await see(page.getByRole("group", { name: /SMS Send 2$/ }));
    await fill(page, "Your business", "");
    await press(page, "Use this workflow");
    await see(page.getByText("Your business is required", { exact: true }));
    const business = unique("Clinic");
    await fill(page, "Your business", business);
    await see(page.getByText(`your appointment at ${business} is on`, { exact: false }).first());
    await press(page, "Use this workflow");
    expect(await readNotice(page, "Created workflow")).toMatch(/^Appointment reminder/);
    await page.waitForURL(/\/campaigns\/workflow-outbound\/edit\//);
    await see(page.getByRole("group", { name: /SMS Send 2$/ }));
    const templates = (await account.call("GET", "/v4/smstemplate/")).payload;
    expect(templates.filter((one) => String(one["templateText"]).includes(business)).length).toBeGreaterThan(2);
    // with a test of each of its ends, in the user's own words
    const id = /edit\/([\w-]+)/.exec(page.url())?.[1] ?? "";
    const tests = (await account.call("GET", `/v4/campaign/${id}/test/`)).payload;
    expect(tests.length).toBeGreaterThan(2);
    expect(JSON.stringify(tests[0])).toContain(`your appointment at ${business} is on`);
  });

  test("a flow of Twilio Studio is reported step by step before it is imported and opened", async () => {
    const { page, account } = await at("/campaigns/import");
    const name = unique("Studio");
    const choose = async (content: object) => {
      // a browser tells nothing of a file that is chosen again
      const file = join(tmpdir(), `${unique("Studio").replace(" ", "-")}-${JSON.stringify(content).length}.json`);
      await writeFile(file, JSON.stringify(content));
      await page.getByLabel("Workflow file", { exact: true }).setInputFiles(file);
    };
    await choose({ friendly_name: name, definition: { states: [{ type: "trigger" }] } });
    await see(page.getByText("definition.states.0.name must be a text.", { exact: false }));
    await choose({ friendly_name: name, definition: everyWidget });
    const report = page.getByRole("table", { name: "Conversion report" });
    await see(report.getByRole("row").filter({ hasText: "capture-payments" }).getByText("Not mapped", { exact: true }));
    const titles = async () =>
      (await account.call("GET", "/v4/campaign/")).payload.map((one) => String(one["campaignName"]));
    expect(await titles()).not.toContain(name);
    await press(page, "Import 1 workflow");
    expect(await readNotice(page, "Created workflow")).toBe(name);
    await page.getByRole("link", { name: "Open workflow" }).click();
    await see(page.getByRole("group", { name: /Computation 2$/ }));
    expect(await titles()).toContain(name);
  });
});

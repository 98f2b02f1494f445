import { describe, expect, test } from "vitest";
import { textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { open, patience, see, unique } from "./page.ts";

const browser = useBrowser();

const enterAt = (path: string) => openDemo(browser, path);

describe("lists, filters and pickers", () => {
  test("the reports filter by workflow and by template offers All (spec 2 §7.4)", async () => {
    const { page } = await enterAt("/reports");
    for (const name of ["Workflow", "Template"]) {
      const filter = page.getByRole("combobox", { name });
      await expect.poll(() => filter.inputValue(), patience).toBe("All");
      await filter.click();
      await see(page.getByRole("option", { name: "All", exact: true }));
      await page.getByRole("option").nth(1).click();
      await expect.poll(() => filter.inputValue(), patience).not.toBe("All");
      await filter.click();
      await page.getByRole("option", { name: "All", exact: true }).click();
      await expect.poll(() => new URL(page.url()).search, patience).not.toContain(name.toLowerCase());
    }
  });

  test("the filters of the reports stay where they are while the report loads", async () => {
    const { page, account } = await enterAt("/campaigns");
    const name = unique("Loading");
    const template = await account.makeTemplate(name, "Hello");
    const [set] = (await account.call("GET", "/v4/numberset/")).payload;
    const campaignId = await account.makeWorkflow(name, String(set?.["numberSetId"]), textWorkflow(template));
    await account.startRun(campaignId, [(await account.makeContact("Ann")).contactId]);
    const report = async () => (await account.call("GET", "/v4/campaign/report/?grouping=day")).payload.length;
    await expect.poll(report, patience).toBeGreaterThan(0);
    const loading = Promise.withResolvers<void>();
    await page.route(/\/v4\/campaign\/report\//, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await open(page, "/reports");
    const filter = page.getByRole("combobox", { name: "Workflow" });
    await see(filter);
    const before = await filter.boundingBox();
    loading.resolve();
    await see(page.getByRole("region", { name: "Chart" }));
    expect(await filter.boundingBox()).toEqual(before);
  });

  test("a sort by Last Sent keeps workflows without a date at the end in both directions", async () => {
    const { page, account } = await enterAt("/campaigns");
    const [set] = (await account.call("GET", "/v4/numberset/")).payload;
    const template = await account.makeTemplate(unique("Sent"), "Hello");
    const numberSet = String(set?.["numberSetId"]);
    // the list is searched for these two: with many workflows of other tests only the first rows are drawn
    const name = unique("Sorted");
    const sent = await account.makeWorkflow(`${name} sent`, numberSet, textWorkflow(template));
    await account.makeWorkflow(`${name} never sent`, numberSet, textWorkflow(template));
    await account.startRun(sent, [(await account.makeContact("Ann")).contactId]);
    const wasSent = async () =>
      (await account.call("GET", `/v4/campaign/${sent}/`)).payload.every(({ lastUsed }) => lastUsed !== null);
    await expect.poll(wasSent, patience).toBe(true);
    const table = page.getByRole("table", { name: "Workflows" });
    for (const order of ["desc", "asc"]) {
      await open(page, `/campaigns?sort=lastUsed:${order}&search=${encodeURIComponent(name)}`);
      const head = table.getByRole("columnheader", { name: /Last Sent/ });
      await see(head);
      await expect.poll(() => head.getAttribute("aria-sort"), patience).toMatch(new RegExp(`^${order}`));
      const column = await table
        .getByRole("columnheader")
        .allInnerTexts()
        .then((names) => names.findIndex((name) => name.startsWith("Last Sent")));
      const dates = async () => table.locator(`tbody tr td:nth-child(${column + 1})`).allInnerTexts();
      const isNone = async () => (await dates()).map((date) => date.trim() === "---");
      await expect.poll(isNone, patience).toEqual([false, true]);
    }
  });

  test("pickers of workflows offer the newest first", async () => {
    const { page, account } = await enterAt("/campaigns");
    const [set] = (await account.call("GET", "/v4/numberset/")).payload;
    const template = await account.makeTemplate(unique("Newest"), "Hello");
    const newest = unique("Newest");
    await account.makeWorkflow(newest, String(set?.["numberSetId"]), textWorkflow(template, newest));
    await open(page, "/runners/create");
    await page.getByRole("combobox", { name: "Workflow" }).click();
    await expect.poll(() => page.getByRole("option").first().innerText(), patience).toContain(newest);
    await open(page, "/reports");
    await page.getByRole("combobox", { name: "Workflow" }).click();
    await expect.poll(() => page.getByRole("option").nth(1).innerText(), patience).toContain(newest);
  });

  test("an address without a page is answered in the frame of the product, with a heading", async () => {
    const { page } = await enterAt("/nothing/here");
    await see(page.getByRole("main").getByRole("heading", { level: 1, name: "Page not found" }));
    await see(page.getByRole("navigation", { name: "Main" }));
    await see(page.getByRole("main").getByRole("link", { name: "Go to Home" }));
  });
});

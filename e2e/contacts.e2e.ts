import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { endingIn, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { choose, fill, gone, patience, pick, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Contacts", () => {
  test("are searched, filtered by statements and selected", async () => {
    const { page, account } = await at("/contacts");
    const city = unique("Nome");
    await account.makeContact("Filtered", { lastName: "One", city, extdata: { tier: "by the door" } });
    await account.makeContact("Filtered", { lastName: "Two", city });
    await press(page, "Filter");
    const filter = page.getByRole("dialog", { name: "Filter" });
    await choose(filter, "Field", "City");
    await fill(filter, "Value", city);
    await press(filter, "Add filter");
    const rows = page.getByRole("table", { name: "Contacts" }).getByRole("row");
    await expect.poll(() => rows.count(), patience).toBe(3);
    await page.getByRole("checkbox", { name: "Select all Contacts" }).check();
    await see(page.getByRole("status").getByText("2 selected", { exact: true }));
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export selected" }).click();
    const csv = await readFile(await (await saving).path(), "utf8");
    expect(csv.trim().split("\n")).toHaveLength(3);
    expect(csv).toContain(city);
    await press(page, "Clear selection");
    await press(page, "Choose columns of Contacts");
    await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name: "tier", exact: true }).check();
    await see(rowOf(page, "Contacts", "Filtered One").getByRole("cell", { name: "by the door", exact: true }));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Remove filter/ }).click();
    await page.getByRole("searchbox", { name: "Search contacts" }).fill("Filtered");
    await see(rowOf(page, "Contacts", "Filtered One"));
  });

  test("are saved as an audience that a run selects, after a test to the user's own phone", async () => {
    const { page, account } = await at("/contacts");
    const name = unique("Audience");
    await account.makeContact("Saved", { city: name });
    const filter = [{ variable: "city", operation: "EQUALS", value: name }];
    await page.goto(`${inject("demo").address}/contacts?statements=${encodeURIComponent(JSON.stringify(filter))}`);
    await page.getByRole("link", { name: "Save as audience" }).click();
    await fill(page, "Name", name);
    await see(page.getByRole("status").getByText("1 contact", { exact: true }));
    await press(page, "Save");
    await see(rowOf(page, "Audiences", name).getByText(`City equals ${name}`));
    const template = await account.makeTemplate(name, "Hello");
    const campaignId = await account.makeWorkflow(
      name,
      await account.makeNumberSet(name),
      textWorkflow(template, name),
    );
    await page.goto(`${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`);
    await press(page, "Run");
    const dialog = page.getByRole("dialog", { name: `Run ${name}` });
    await press(dialog, "Start run");
    await see(dialog.getByText("Choose who the run is for"));
    await press(dialog, "Send a test to me");
    const test = page.getByRole("dialog", { name: "Send a test to me" });
    await fill(test, "Your phone number", endingIn("0101"));
    await press(test, "Send test");
    await readNotice(page, "Test started");
    await press(page, "Run");
    await pick(dialog, "Contacts", "Audience");
    await choose(dialog, "Audience", name);
    await see(dialog.getByRole("region", { name: "Summary" }).getByText("of 1 selected"));
    await press(dialog, "Start run");
    await readNotice(page, "Workflow started successfully");
  });

  test("are imported into an audience, rows that cannot be are listed to be downloaded, and the bell says so", async () => {
    const { page } = await at("/contacts/import");
    const file = join(tmpdir(), `${unique("rejects").replace(" ", "-")}.csv`);
    await writeFile(file, "phone,firstName\n907-555-0190,Good\n12,Short\n907-555-0190,Again\n,Missing\n");
    await page.getByLabel("CSV file", { exact: true }).setInputFiles(file);
    const fair = unique("Fair");
    await fill(page, "Add to an audience", fair);
    await fill(page, "Source of consent", "Booth at the fair");
    await press(page, "Import");
    await see(page.getByRole("status").getByText("Done", { exact: true }));
    await see(page.getByRole("link", { name: fair }));
    const rejected = page.getByRole("table", { name: "Rejected rows" });
    await see(rejected.getByRole("row").filter({ hasText: "12,Short" }).getByRole("cell", { name: "3", exact: true }));
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download rejected rows" }).click();
    expect(await readFile(await (await saving).path(), "utf8")).toContain("Short");
    await press(page, /^Notifications/);
    await page.getByRole("link", { name: `Unread: The import of “${basename(file)}” has finished` }).click();
    await see(page.getByText("Source of consent: Booth at the fair"));
    await gone(page.getByRole("dialog", { name: "Notifications" }));
  });
});

import { describe, expect, inject, test } from "vitest";
import { endingIn, enter, makePeople } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, choose, fill, gone, noticeOf, open, pick, press, readNotice, rowOf, see, unique } from "./page.ts";
import { action, makeWorkflow } from "./runsToCome.ts";

const browser = useBrowser();
const { address } = inject("demo");

describe("Runs to come (spec 2 §2.4, §2.6, §4.7)", () => {
  test("a run scheduled once leaves the Scheduled tab when it has started", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(address);
    const name = unique("Soon");
    const campaignId = await makeWorkflow(account, name);
    await account.makeContact("Nell", { lastName: name });
    const statements = [{ variable: "lastName", operation: "EQUALS", value: name }];
    const schedule = (displayName: string, ms: number) =>
      account.call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
        nextScheduled: new Date(Date.now() + ms).toISOString().slice(0, 19),
        timezoneId: 0,
        createBatchRequest: { displayName, periodMs: 1000, statements },
      });
    await schedule(`${name} tomorrow`, 86_400_000);
    await schedule(name, 5_000);
    await open(page, `/enrollments/scheduled?campaignId=${campaignId}`);
    await see(rowOf(page, "Scheduled", `${name} tomorrow`));
    await gone(rowOf(page, "Scheduled", name).filter({ hasNotText: "tomorrow" }));
    await open(page, `/enrollments?campaignId=${campaignId}`);
    await see(rowOf(page, "Run History", name));
  });

  test("a running run gets another rate, and runners are listed, stopped and started", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(address);
    const name = unique("Slow");
    const campaignId = await makeWorkflow(account, name);
    await account.startRun(campaignId, await makePeople(account), { displayName: name, periodMs: 60_000 });
    await open(page, "/enrollments");
    await page.getByRole("searchbox", { name: "Search runs" }).fill(`${name} missing`);
    await see(page.getByText("Nothing matches"));
    await press(page, "Clear filters");
    // the server searches, by any part of the name
    await page.getByRole("searchbox", { name: "Search runs" }).fill(name.slice(2).toUpperCase());
    await see(rowOf(page, "Run History", name).getByText("1 / min"));
    const later = `${name} later`;
    await account.call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
      nextScheduled: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19),
      timezoneId: 0,
      createBatchRequest: { displayName: later, periodMs: 1000, statements: [] },
    });
    await open(page, `/runners?q=${encodeURIComponent(name)}`);
    await action(page, "Runners", name, "Stop");
    expect(await answer(page, "Stop")).toContain("Nothing more is sent");
    await readNotice(page, `Workflow ${name} stopped succesfully`);
    await action(page, "Runners", name, "Start");
    await see(noticeOf(page, "Starting workflow..."));
    await readNotice(page, "Workflow started successfully");
    await action(page, "Runners", later, "Pause");
    await readNotice(page, `Workflow ${later} updated succesfully`);
    await open(page, `/enrollments?campaignId=${campaignId}`);
    await action(page, "Run History", name, "Edit rate");
    const dialog = page.getByRole("dialog");
    await choose(dialog, "Rate", "Auto");
    await press(dialog, "Save");
    await readNotice(page, "Updated workflow rate");
    await see(rowOf(page, "Run History", name).getByText("Done", { exact: true }));
  });

  test("starts a run for the contacts of an uploaded file (spec 2 §2.6)", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(address);
    const name = unique("Upload");
    const campaignId = await makeWorkflow(account, name);
    await open(page, `/runners/create?campaignId=${campaignId}`);
    await fill(page, "Name", name);
    await pick(page, "Contacts", "Upload");
    const first = endingIn("0188");
    const second = first.replace("907", "808");
    await page.getByLabel("CSV file", { exact: true }).setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`reach at,who\n${first},One\n12,Short\n${second},Two\n`),
    });
    await choose(page, "Field of reach at", "Phone");
    await choose(page, "Field of who", "First name");
    await press(page, "Import");
    await see(page.getByRole("status").filter({ hasText: "people.csv: 2 imported, 0 updated, 1 row rejected" }));
    const rejected = page
      .getByRole("table", { name: "Rejected rows" })
      .getByRole("row")
      .filter({ hasText: "12,Short" });
    await see(rejected.getByRole("cell", { name: "3", exact: true }));
    await see(page.getByRole("status").getByText("2 contacts", { exact: true }));
    await choose(page, "Rate", "1 per minute");
    const summary = page.getByRole("region", { name: "Summary" });
    await see(summary.getByText("of 2 selected"));
    await see(summary.getByText(/^The rate limits this run\. The carrier (sets no limit|alone would take)/));
    await press(page, "Start run");
    await readNotice(page, "Workflow started successfully");
    await see(rowOf(page, "Run History", name).getByText("/ 2", { exact: false }));
  });
});

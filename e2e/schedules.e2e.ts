import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, endingIn, enter, makePeople } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import {
  answer,
  choose,
  fill,
  gone,
  holds,
  noticeOf,
  open,
  patience,
  pick,
  press,
  readNotice,
  rowOf,
  see,
  settle,
  unique,
} from "./page.ts";

const browser = useBrowser();
const { address } = inject("demo");

/** A saved workflow with one text. */
async function makeWorkflow(account: Account, name: string): Promise<string> {
  const numberSet = await account.makeNumberSet(name);
  const template = await account.makeTemplate(name, "Hi ${firstName}");
  return account.makeWorkflow(name, numberSet, {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "smsSend",
        x: 250,
        y: 165,
        children: [3],
        smsTemplateId: template,
        smsTemplateName: name,
        useAiRewording: false,
      },
      { id: 3, type: "control", x: 250, y: 305, children: [] },
    ],
  });
}

/** The wall clock of New York in so many days. */
function inDays(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return at.toLocaleString("sv-SE", { timeZone: "America/New_York" }).slice(0, 16).replace(" ", "T");
}

const action = (page: Page, table: string, name: string, words: string) =>
  rowOf(page, table, name)
    .getByRole("button", { name: `${words} ${name}`, exact: true })
    .click();

describe("Runs to come (spec 2 §2.4, §2.6, §4.7)", () => {
  test("a run scheduled once: summary, tab, pause, unpause, rate, time, contacts link, cancel", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(address);
    const name = unique("Later");
    const campaignId = await makeWorkflow(account, name);
    const { contactId } = await account.makeContact("Nell", { lastName: name });
    await open(page, `/runners/create?campaignId=${campaignId}&when=once`);
    await settle(page);
    await fill(page, "Name", name);
    await pick(page, "Contacts", "By statements");
    const statement = page.getByRole("group", { name: "Statement 1" });
    await fill(statement, "Variable", "lastName");
    await fill(statement, "Value", name);
    await see(page.getByRole("status").getByText("1 contact", { exact: true }));
    await press(page, "Show a sample");
    await see(page.getByRole("listitem").filter({ hasText: name }));
    const summary = page.getByRole("region", { name: "Summary" });
    await see(summary.getByText(/^1 segment/));
    await see(summary.getByText("$0.008"));
    // spec 2 §9: a start's zone is 0
    await holds(page, "Time zone", "UTC");
    // nothing is saved without a time, and not over a year ahead
    await press(page, "Schedule run");
    await see(page.getByText("Date and time is required").first());
    await page.getByLabel("Date and time").fill(inDays(400));
    await see(page.getByText("At most one year ahead").first());
    await page.getByLabel("Date and time").fill(inDays(2));
    await see(summary.getByText(/If it starts then, the last message is sent at about/));
    await press(page, "Schedule run");
    await readNotice(page, "Workflow saved successfully");

    const row = rowOf(page, "Scheduled", name);
    await see(row.getByText("Scheduled", { exact: true }));
    await action(page, "Scheduled", name, "Pause");
    await readNotice(page, "Paused workflow");
    await see(row.getByText("Paused", { exact: true }));
    await action(page, "Scheduled", name, "Unpause");
    await readNotice(page, "Unpaused workflow");
    await action(page, "Scheduled", name, "Edit rate");
    const dialog = page.getByRole("dialog");
    await choose(dialog, "Rate", "Custom rate");
    await fill(dialog, "Contacts per minute", "1921");
    await press(dialog, "Save");
    await see(dialog.getByText("must be between 1 and 1920"));
    await fill(dialog, "Contacts per minute", "90");
    await press(dialog, "Save");
    await readNotice(page, "Updated workflow rate");
    await see(row.getByText("90 / min"));
    await action(page, "Scheduled", name, "Edit time");
    await dialog.getByLabel("Date and time").fill(inDays(3));
    await press(dialog, "Save");
    await readNotice(page, "Workflow edited successfully");
    await row.getByRole("link", { name: "1 condition" }).click();
    await see(rowOf(page, "Contacts", name));
    expect(new URL(page.url()).searchParams.get("statements")).toContain("lastName");
    await page.goBack();
    // the list of runners toggles it too, in its own words
    await open(page, `/runners?q=${encodeURIComponent(name)}`);
    await action(page, "Runners", name, "Pause");
    await readNotice(page, `Workflow ${name} updated succesfully`);
    await action(page, "Runners", name, "Unpause");
    await open(page, "/enrollments/scheduled");
    await action(page, "Scheduled", name, "Cancel");
    expect(await answer(page, "Cancel run")).toContain("It will not run.");
    await readNotice(page, "Cancelled workflow");
    await gone(row);
    expect(contactId).toBeTruthy();
  });

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

  test("a recurring run: its form, what it refuses, and the three tabs of equal width on a phone", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(address);
    const name = unique("Weekly");
    const campaignId = await makeWorkflow(account, name);
    const made = await account.call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
      dayOfWeek: 62,
      timeOfDay: "09:30",
      timezoneId: -20,
      createBatchRequest: { displayName: name, periodMs: 1000, statements: [] },
    });
    const eventId = String(made.payload[0]?.["eventId"]);
    await open(page, "/enrollments/recurring");
    await page.getByRole("searchbox", { name: "Search recurring runs" }).fill(name);
    const row = rowOf(page, "Recurring", name);
    await see(row.getByText("Mo|Tu|We|Th|Fr"));
    await see(row.getByText("60 / min"));
    await action(page, "Recurring", name, "Edit");
    const dialog = page.getByRole("dialog");
    const days = dialog.getByRole("group", { name: "Days" });
    for (const day of ["Mo", "Tu", "We", "Th", "Fr"]) await days.getByText(day, { exact: true }).click();
    await press(dialog, "Save");
    await see(dialog.getByText("Choose at least one day"));
    await days.getByText("Sa", { exact: true }).click();
    await choose(dialog, "Time of day", "10:45 AM");
    await fill(dialog, "DNC filter", "voice");
    await press(dialog, "Save");
    await see(dialog.getByText("DNC filter must list call, sms, rcs or all, separated by commas"));
    await fill(dialog, "DNC filter", "call, rcs");
    await press(dialog, "Save");
    await readNotice(page, "Updated recurring workflow");
    await see(row.getByText("10:45 AM"));
    await see(row.getByText("Sa", { exact: true }));
    // the tables are read every five seconds: a change from elsewhere appears by itself, and rows keep their elements
    const edit = row.getByRole("button", { name: `Edit ${name}`, exact: true });
    await edit.focus();
    const drawn = await page.evaluateHandle<{ removed: number }>(`(() => {
      const seen = { removed: 0 };
      const isPart = (node) => ["TABLE", "TBODY", "TR"].includes(node.nodeName);
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) seen.removed += [...removedNodes].filter(isPart).length;
      }).observe(document.body, { childList: true, subtree: true });
      return seen;
    })()`);
    const { contactCount: _, ...whole } = made.payload[0] as Record<string, unknown>;
    await account.call("PUT", `/v4/campaign/${campaignId}/batch/schedule/${eventId}`, { ...whole, status: 0 });
    await see(row.getByText("Paused", { exact: true }));
    expect(await drawn.evaluate(({ removed }) => removed)).toBe(0);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(`Edit ${name}`);
    await page.setViewportSize({ width: 360, height: 740 });
    const widths = async () => {
      const tabs = await page.getByRole("tab").all();
      return new Set(await Promise.all(tabs.map(async (tab) => Math.round((await tab.boundingBox())?.width ?? 0))));
    };
    await expect.poll(async () => (await widths()).size, patience).toBe(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    await action(page, "Recurring", name, "Cancel");
    expect(await answer(page, "Cancel run")).toContain("It will not run again.");
    await readNotice(page, "Cancelled workflow");
    await gone(row);
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

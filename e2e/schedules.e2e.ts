import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import {
  answer,
  choose,
  fill,
  gone,
  holds,
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
import { action, makeWorkflow } from "./runsToCome.ts";

const browser = useBrowser();
const { address } = inject("demo");

/** The wall clock of New York in so many days. */
function inDays(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return at.toLocaleString("sv-SE", { timeZone: "America/New_York" }).slice(0, 16).replace(" ", "T");
}

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
    await readNotice(page, `Workflow ${name} updated succesfully`);
    await open(page, "/enrollments/scheduled");
    await action(page, "Scheduled", name, "Cancel");
    expect(await answer(page, "Cancel run")).toContain("It will not run.");
    await readNotice(page, "Cancelled workflow");
    await gone(row);
    expect(contactId).toBeTruthy();
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
});

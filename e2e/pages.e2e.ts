import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, textWorkflow, workflowOf, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import {
  answer,
  choose,
  fill,
  follow,
  gone,
  goTo,
  noticeOf,
  open,
  patience,
  pick,
  press,
  readNotice,
  rowOf,
  see,
  unique,
} from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

const headers = (page: Page, table: string): Promise<string[]> =>
  page.getByRole("table", { name: table, exact: true }).getByRole("columnheader").allInnerTexts();

/** A workflow that every contact waits in. */
const waiting = workflowOf({
  type: "timeDelay",
  timeoutType: "wait",
  timeoutWaitType: "number",
  timeoutWaitNumber: 2,
  timeoutWaitUnits: "days",
});

const numberSetOf = async (account: Account): Promise<string> =>
  String((await account.call("GET", "/v4/numberset/")).payload[0]?.["numberSetId"]);

describe("Workflows (spec 1 §2.1, §2.2)", () => {
  test("the list has the columns of the specification and finds by title", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Listed");
    await account.makeWorkflow(name, await numberSetOf(account));
    await page.reload();
    await see(rowOf(page, "Workflows", name));
    const seen = (await headers(page, "Workflows")).map((text) => text.trim()).filter(Boolean);
    expect(seen).toEqual(["Workflow Title", "Workflow ID", "Type", "Created Date (UTC)", "Last Sent (UTC)", "Actions"]);
    await fill(page, "Search workflows", name);
    await expect.poll(() => page.getByRole("table", { name: "Workflows" }).getByRole("row").count(), patience).toBe(2);
  });

  test("a clone is named after its source, needs a name, and has the same drawing", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Source");
    await account.makeWorkflow(name, await numberSetOf(account), waiting);
    await page.reload();
    await press(page, `Clone ${name}`);
    const dialog = page.getByRole("dialog", { name: "Clone Workflow" });
    expect(await dialog.getByRole("textbox", { name: "Workflow Name" }).inputValue()).toBe(`${name}_clone`);
    await fill(dialog, "Workflow Name", "");
    await see(dialog.getByText("Workflow Name is required", { exact: true }));
    await fill(dialog, "Workflow Name", "x".repeat(201));
    await see(dialog.getByText("Workflow Name must have at most 200 characters", { exact: true }));
    await fill(dialog, "Workflow Name", `${name}_clone`);
    await press(dialog, "Clone");
    expect(await readNotice(page, "Cloned workflow")).toBe(`${name}_clone`);
    await follow(page, `${name}_clone`);
    await see(card(page, "Time Delay 2"));
  });

  test("several are deleted at once after a question", async () => {
    const { page, account } = await at("/campaigns");
    const names = [unique("Gone A"), unique("Gone B")];
    const numberSet = await numberSetOf(account);
    for (const name of names) await account.makeWorkflow(name, numberSet);
    await page.reload();
    for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await press(page, "Delete Workflow(s)");
    expect(await answer(page, "Delete")).toContain("Delete 2 workflows?");
    await readNotice(page, "Successfully deleted workflows.");
    for (const name of names) await gone(rowOf(page, "Workflows", name));
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

describe("Templates (spec 2 §2.2, §4.5, §5.3)", () => {
  test("the form counts by encoding, names what it lacks, and saves, edits and deletes", async () => {
    const { page } = await at("/templates/create");
    await press(page, "Save");
    await see(page.getByText("Please enter template title", { exact: true }));
    await see(page.getByText("Template content or media url is required to save a template", { exact: true }));
    const title = unique("Counted");
    await fill(page, "Title", title);
    const counts = page.getByRole("status").filter({ hasText: "characters" });
    for (const [text, words] of [
      ["Hello", "GSM7 · 5 / 1,600 characters · 1 part of 160"],
      ["a".repeat(161), "GSM7 · 161 / 1,600 characters · 2 parts of 160"],
      ["Price: 5€", "GSM7 · 10 / 1,600 characters · 1 part of 160"],
      ["naïve", "LATIN1 · 5 / 1,400 characters · 1 part of 140"],
      ["Привет", "UNICODE · 6 / 700 characters · 1 part of 70"],
    ] as const) {
      await fill(page, "Content", text);
      await see(counts.getByText(words));
    }
    await press(page, "Save");
    expect(await readNotice(page, "Template was created successfully")).toBe(title);
    await follow(page, title);
    await fill(page, "Content", "Changed");
    await press(page, "Save");
    await readNotice(page, "Template was edited successfully");
    await see(rowOf(page, "Templates", title).getByText("Changed"));
    await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    await press(page, "Delete Templates");
    expect(await answer(page, "Delete template")).toContain("Not used by any workflow.");
    await readNotice(page, "Template was deleted successfully");
    await gone(rowOf(page, "Templates", title));
  });
});

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

  test("are changed on their page, put on the do-not-contact list and taken off again", async () => {
    const { page, account } = await at("/contacts");
    const { contactId, phone } = await account.makeContact("Edith", { lastName: "Changed" });
    await page.goto(`${inject("demo").address}/contacts/${contactId}`);
    await fill(page, "City", "Sitka");
    await press(page, "Save");
    await readNotice(page, "Contact saved");
    await fill(page, "Phone", "12");
    await press(page, "Save");
    const refusal = 'Phone "12": no such phone number';
    expect(await readNotice(page, "Error saving contact")).toBe(refusal);
    await see(page.getByRole("main").getByText(refusal, { exact: true }));
    await fill(page, "Phone", phone);
    await page.getByRole("tab", { name: "History" }).click();
    await see(page.getByRole("list", { name: "History" }).getByText("City", { exact: true }));
    const consent = page.getByRole("region", { name: "Consent" });
    await press(consent, "Stop Texts");
    expect(await answer(page, "Stop Texts")).toContain(written(phone));
    await see(consent.getByText("Do not contact", { exact: true }));
    await press(consent, "Allow Texts");
    await readNotice(page, "Texts allowed");
    await gone(consent.getByText("Do not contact", { exact: true }));
    await page.reload();
    await expect.poll(() => page.getByRole("textbox", { name: "City" }).inputValue(), patience).toBe("Sitka");
  });

  test("are imported, and rows that cannot be are listed with line and reason, to be downloaded", async () => {
    const { page } = await at("/contacts/import");
    const file = join(tmpdir(), `${unique("rejects").replace(" ", "-")}.csv`);
    await writeFile(file, "phone,firstName\n907-555-0190,Good\n12,Short\n907-555-0190,Again\n,Missing\n");
    await page.getByLabel("CSV file", { exact: true }).setInputFiles(file);
    await press(page, "Import");
    await see(page.getByRole("status").getByText("Done", { exact: true }));
    const rejected = page.getByRole("table", { name: "Rejected rows" });
    await see(rejected.getByRole("row").filter({ hasText: "12,Short" }).getByRole("cell", { name: "3", exact: true }));
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download rejected rows" }).click();
    expect(await readFile(await (await saving).path(), "utf8")).toContain("Short");
  });

  test("an import can be cancelled while it runs", async () => {
    const { page, account } = await at("/contacts/import");
    const file = join(tmpdir(), `${unique("long").replace(" ", "-")}.csv`);
    // one number in every row, so that the file takes long and adds one contact at most
    await writeFile(file, `phone,firstName\n${"907-555-0191,Long\n".repeat(1_000_000)}`);
    await page.getByLabel("CSV file", { exact: true }).setInputFiles(file);
    await press(page, "Import");
    await press(page, "Cancel import");
    await see(page.getByRole("status").getByText("Cancelled", { exact: true }));
    const [stored] = (await account.call("GET", "/v4/contact/import?limit=1")).payload;
    const count = (name: string) => Number(stored?.[name]).toLocaleString("en-US");
    expect(stored?.["status"]).toBe("cancelled");
    await see(
      page.getByText(
        `Changes made so far remain: ${count("imported")} contacts imported and ${count("updated")} updated.`,
      ),
    );
    await gone(page.getByRole("button", { name: "Cancel import" }));
  });
});

describe("Numbers and number sets", () => {
  test("a number is bought, labelled and released, and a set is edited and deleted", async () => {
    const { page } = await at("/numbers");
    await press(page, "Get a number");
    const dialog = page.getByRole("dialog", { name: "Get a number" });
    await fill(dialog, "Area code", "911");
    await see(dialog.getByText("Area code 911 is not in use", { exact: true }));
    await gone(dialog.getByRole("button", { name: "Retry" }));
    await fill(dialog, "Area code", "907");
    const take = dialog.getByRole("button", { name: /^Get \+1 \(907\)/ }).first();
    const number = ((await take.getAttribute("aria-label")) ?? "").replace("Get ", "");
    await take.click();
    await readNotice(page, "Number added");
    await press(dialog, "Done");
    await press(page, `Label ${number}`);
    await fill(page.getByRole("dialog"), "Label", "Front desk");
    await press(page.getByRole("dialog"), "Save");
    await see(rowOf(page, "Numbers", number).getByText("Front desk"));

    await goTo(page, "Number Sets");
    await follow(page, "Number Set");
    const name = unique("Desk");
    await fill(page, "Name", name);
    await page.getByRole("checkbox", { name: number }).check();
    await press(page, "Save");
    await readNotice(page, "Number set created");
    await follow(page, name);
    await fill(page, "Name", `${name} 2`);
    await press(page, "Save");
    await see(rowOf(page, "Number Sets", `${name} 2`));
    await press(page, `Delete ${name} 2`);
    await answer(page, "Delete number set");
    await gone(rowOf(page, "Number Sets", name));

    await goTo(page, "Numbers");
    const used = page.getByRole("row").filter({ hasText: "Appointment reminder" }).first();
    await used.getByRole("button", { name: /^Release / }).hover();
    await see(page.getByRole("tooltip").getByText(/from it\. Remove it from the number set first\.$/));
    await press(page, `Release ${number}`);
    await answer(page, "Release");
    await gone(rowOf(page, "Numbers", number));
  });
});

describe("Users and rights (readings, Roles)", () => {
  test("an invited viewer joins by the link, reads everything and may change nothing", async () => {
    const { page } = await at("/users");
    const email = `${unique("viewer").replace(" ", ".")}@example.com`;
    await press(page, "Invite user");
    const dialog = page.getByRole("dialog", { name: "Invite user" });
    await fill(dialog, "Email", "unknown");
    await press(dialog, "Invite");
    await see(dialog.getByText("Email must be a valid address"));
    await fill(dialog, "Email", email);
    await choose(dialog, "Role", "Viewer");
    await press(dialog, "Invite");
    const link = await dialog.getByRole("textbox", { name: "Invitation link" }).inputValue();
    await press(dialog, "Done");
    await see(rowOf(page, "Users", email).getByText("Invited"));

    const guest = await browser.page({ stranger: true });
    await guest.goto(link);
    await fill(guest, "Your name", "Vera Viewer");
    await fill(guest, "Password", "a long enough one");
    await press(guest, "Join");
    await see(guest.getByRole("heading", { name: "Workflows", level: 1 }));
    await see(guest.getByRole("button", { name: "Workflow", exact: true }).and(guest.locator(":disabled")));
    for (const [place, action] of [
      ["Templates", "Create Template"],
      ["Contacts", "Import contacts"],
      ["Numbers", "Get a number"],
      ["Number Sets", "Number Set"],
      ["Users", "Invite user"],
    ] as const) {
      await goTo(guest, place);
      await see(guest.getByRole("table"));
      const main = guest.getByRole("main");
      const offered = main
        .getByRole("button", { name: action, exact: true })
        .or(main.getByRole("link", { name: action, exact: true }));
      expect(await offered.count(), `${place}: ${action}`).toBe(0);
    }
    await goTo(guest, "Workflows");
    await guest.getByRole("table").getByRole("link").first().click();
    await see(guest.getByRole("note").getByText(/^You can view this workflow but not edit it\./));
    expect(await guest.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    // what is not theirs to see or change says so, at its own address too
    for (const path of ["/settings/limits", "/settings/api-keys", "/audit"]) {
      await open(guest, path);
      await see(guest.getByRole("main").getByText(/^You don't have the privilege for this\./));
    }

    // made a member on the page of their own, seen in the audit log with before and after, and signed out
    await page.reload();
    await rowOf(page, "Users", email).getByRole("link").click();
    await choose(page, "Role", "Member");
    await press(page, "Save");
    await readNotice(page, "User saved");
    await press(page, "End all");
    await answer(page, "End sessions");
    await readNotice(page, "1 session ended");
    await page.goto(`${inject("demo").address}/audit?action=user.update`);
    await page
      .getByRole("button", { name: /^Show User changed/ })
      .first()
      .click();
    const entry = page.getByRole("dialog", { name: "User changed" });
    await see(entry.getByRole("row", { name: "Role viewer member" }));
    await page.goto(`${inject("demo").address}/audit?check=yes`);
    await see(page.getByRole("dialog", { name: "Verify log" }).getByText("The log is intact"));
  });
});

describe("Enrollments (spec 2 §2.4, §4.8)", () => {
  test("the page of a run says what it waits for while nothing leaves", async () => {
    const { page, account } = await at("/enrollments");
    const name = unique("Waits");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waiting);
    const { contactId } = await account.makeContact("Walter", { lastName: "Waits" });
    await account.startRun(campaignId, [contactId], { displayName: name });
    await page.reload();
    await rowOf(page, "Run History", name).getByRole("link", { name, exact: true }).first().click();
    const note = page.getByRole("status").filter({ hasText: "Nothing is being sent right now" });
    await see(note.getByText(/^All contacts are waiting at a delay or for a reply\. Next: /));
  });

  test("the figures of a run are complete as soon as it has ended", async () => {
    // a browser of its own: all windows of one share a clock
    const { page, account } = await openDemo(browser, "/enrollments", { stranger: true });
    const name = unique("Ended");
    const template = await account.makeTemplate(name, "Hello");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), textWorkflow(template, name));
    const { contactId } = await account.makeContact("Una");
    const batchId = await account.startRun(campaignId, [contactId], { displayName: name, start: false });
    const run = `/v4/campaign/${campaignId}/batch/${batchId}/`;
    await page.clock.install();
    await page.goto(`${inject("demo").address}/enrollments/batch/${campaignId}/${batchId}`);
    const texts = page.locator("dl > div").filter({ hasText: "Texts sent" }).getByRole("definition").first();
    await expect.poll(() => texts.innerText(), patience).toBe("0\n0 segments");
    // the page stands still until the run has ended, then sees that it has, long before it would ask for the figures again
    await page.clock.pauseAt(Date.now() + 1_000);
    await account.call("POST", `${run}startAsync`);
    const status = async () => (await account.call("GET", run)).payload[0]?.["status"];
    await expect.poll(status, patience).toBe("Done");
    await page.clock.runFor(6_000);
    const read = async () => {
      await page.clock.runFor(1);
      return texts.innerText();
    };
    await expect.poll(read, patience).toBe("1\n1 segment");
  });

  test("a run is paused after the question of the specification, and started again", async () => {
    const { page, account } = await at("/enrollments");
    const name = unique("Paused");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waiting);
    const { contactId } = await account.makeContact("Wanda", { lastName: "Waits" });
    await account.startRun(campaignId, [contactId], { displayName: name });
    await page.reload();
    const row = rowOf(page, "Run History", name);
    await see(row.getByText("In Progress", { exact: true }));
    await press(page, `Pause ${name}`);
    expect(await answer(page, "Pause")).toContain(
      "Pausing an enrollment job can take several minutes to complete. Are you sure you want to continue?",
    );
    await see(noticeOf(page, "Pausing workflow..."));
    await see(noticeOf(page, "Paused workflow"));
    await see(row.getByText("Paused", { exact: true }));
    // a user who looks at one contact sees it, too
    await row.getByRole("link", { name, exact: true }).first().click();
    await follow(page, "Wanda Waits");
    await see(
      page.getByText("This run is paused and sends nothing. Waits that end now continue when you start the run again."),
    );
    await goTo(page, "Runs");
    await press(page, `Start ${name}`);
    await see(noticeOf(page, "Starting workflow..."));
    await see(noticeOf(page, "Workflow started successfully"));
    await see(row.getByText("In Progress", { exact: true }));
    await see(row.getByText("1(+0) / 1", { exact: true }));
  });
});

import { describe, expect, test } from "vitest";
import { textWorkflow, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, goTo, open, patience, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const begin = () => openDemo(browser, "/campaigns");

describe("do not contact", () => {
  test("numbers are added, removed and imported, and the federal list shows its age", async () => {
    const { page, account } = await begin();
    const { phone } = await account.makeContact("Sid");
    const digits = phone.slice(2);
    await goTo(page, "Do not contact");
    await press(page, "Add numbers");
    const dialog = page.getByRole("dialog");
    await press(dialog, "Add");
    await see(dialog.getByText("Phone is required"));
    await fill(dialog, "Numbers", "unknown");
    await see(dialog.getByText('"unknown": not a phone number'));
    await fill(dialog, "Numbers", digits);
    await choose(dialog, "Type", "Texts");
    await fill(dialog, "Reason", "asked by letter");
    await press(dialog, "Add");
    await readNotice(page, "Added to the list");
    await open(page, `/do-not-contact?q=${digits}`);
    const row = rowOf(page, "Do not contact", written(phone));
    await see(row.getByText("asked by letter"));
    await row.getByRole("button", { name: `Remove ${written(phone)} Texts` }).click();
    await answer(page, "Remove");
    await readNotice(page, "Removed from the list");
    await see(page.getByText("Nothing matches"));

    // a contact's own refusal, by a text from its handset
    const set = await account.call("GET", "/v4/number/");
    await account.call("POST", "/v4/simulator/message", { from: phone, to: set.payload[0]?.["phone"], text: "STOP" });
    await open(page, `/do-not-contact?q=${digits}&type=sms`);
    await see(row.getByText("Replied STOP"));
    await row.getByRole("button", { name: `Remove ${written(phone)} Texts` }).hover();
    await see(page.getByText("The contact opted out. Only a START reply can undo this."));
    await row.getByRole("button", { name: written(phone), exact: true }).click();
    await see(page.getByRole("list", { name: "Changes" }).getByText("Texts allowed"));
    await press(page.getByRole("dialog"), "Close");

    await press(page, "Import");
    const name = `${unique("stop")}.csv`;
    const rows = `phone,type,reason\n${digits},call,rude\nunknown,,\n`;
    await dialog.getByLabel("CSV file", { exact: true }).setInputFiles({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(rows),
    });
    await see(dialog.getByText("2 rows read, 1 new entry"));
    await see(dialog.getByText("Line 3: Phone: not a phone number"));
    await press(dialog, "Done");
    await open(page, `/do-not-contact?q=${digits}&type=call`);
    await see(row.getByText("rude"));

    await page.getByRole("tab", { name: "Federal list" }).click();
    await fill(page, "Subscription account number", "10123456-78901");
    await press(page, "Save number");
    await readNotice(page, "Subscription account number saved");
    await page.getByLabel("Area-code file").setInputFiles({
      name: `${unique("federal")}.txt`,
      mimeType: "text/plain",
      buffer: Buffer.from(`${digits.slice(0, 3)},${digits.slice(3)}\n9999\n`),
    });
    await see(page.getByText("1 number of 1 area code loaded"));
    await see(page.getByText("Line 2: is not an area code and seven digits"));
    await see(rowOf(page, "Federal list", digits.slice(0, 3)).getByText("0 days"));
    await open(page, `/do-not-contact?number=${encodeURIComponent(phone)}`);
    await see(page.getByText("On the federal list"));
    await account.call("DELETE", `/v4/dnc/federal/${digits.slice(0, 3)}/`);
    await account.call("PUT", "/v4/account/", { settings: { dncSubscription: "" } });
  });
});

describe("Why not?", () => {
  test("a phone and its day show the refusal with its rule and reasons, and a day without decisions", async () => {
    const { page, account } = await begin();
    const name = unique("Barred");
    const set = await account.makeNumberSet(name);
    const campaignId = await account.makeWorkflow(name, set, textWorkflow(await account.makeTemplate(name, "Hello")));
    const { contactId, phone } = await account.makeContact("Rae");
    await account.call("POST", "/v4/dnc/", { phone, type: "sms", reason: "asked by letter" });
    await account.startRun(campaignId, [contactId], { displayName: name });
    const run = async () => (await account.call("GET", `/v4/campaign/batch/?campaignId=${campaignId}`)).payload[0];
    await expect.poll(async () => (await run())?.["status"], patience).toBe("Done");
    await goTo(page, "Contacts");
    await follow(page, "Why not?");
    await press(page, "Show decisions");
    await see(page.getByText("Phone is required"));
    await page.getByLabel("Phone", { exact: true }).fill(written(phone));
    await press(page, "Show decisions");
    const decisions = page.getByRole("list", { name: "Decisions" });
    const refused = decisions.getByRole("listitem").filter({ hasText: "Refused" });
    await see(refused.getByText(`Text to ${written(phone)}`));
    await see(decisions.getByRole("listitem").filter({ hasText: "Stopped" }).getByText("asked by letter"));
    await refused
      .getByRole("link", { name: `Run ${name}` })
      .first()
      .click();
    await see(page.getByRole("heading", { name, level: 1 }));
    await page.goBack();
    await page.getByLabel("Day", { exact: true }).fill("2001-01-01");
    await see(page.getByText("No decisions on this day"));
  });
});

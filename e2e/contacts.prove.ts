import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, gone, patience, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Contacts", () => {
  test("are changed on their page, put on the do-not-contact list and taken off again", async () => {
    const { page, account } = await at("/contacts");
    const { contactId, phone } = await account.makeContact("Edith", { lastName: "Changed" });
    await page.goto(`${inject("demo").address}/contacts/${contactId}`);
    await press(page, "Edit");
    await fill(page, "City", "Sitka");
    await press(page, "Save");
    await readNotice(page, "Contact saved");
    await see(page.getByRole("region", { name: "Details" }).getByText("Sitka", { exact: true }));
    await press(page, "Edit");
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

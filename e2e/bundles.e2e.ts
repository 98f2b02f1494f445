import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, gone, patience, press, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("All contacts that match", () => {
  test("are selected once those on the page are, and archived by the filter with an exact count", async () => {
    const { page, account } = await at("/contacts");
    const city = unique("Port");
    const rows = Array.from({ length: 230 }, (_, n) => `many${n}-${city.replace(" ", "")}@example.com,${city}`);
    const { request } = page.context();
    const { address } = inject("demo");
    const sent = await request.post(`${address}/v4/contact/import`, {
      data: `email,city\n${rows.join("\n")}\n`,
      headers: { "content-type": "text/csv" },
    });
    const { payload } = (await sent.json()) as { payload: { id: string }[] };
    const statusOf = async () =>
      (await account.call("GET", `/v4/contact/import/${payload[0]?.id}/`)).payload[0]?.["status"];
    await expect.poll(statusOf, patience).toBe("done");
    const statements = JSON.stringify([{ variable: "city", operation: "EQUALS", value: city }]);
    await page.goto(`${address}/contacts?statements=${encodeURIComponent(statements)}`);
    await see(rowOf(page, "Contacts", city));
    await page.getByRole("checkbox", { name: "Select all Contacts" }).check();
    await see(page.getByText("The 200 contacts on this page are selected.", { exact: false }));
    await press(page, "Select all 230 that match");
    await see(page.getByRole("toolbar", { name: "Selected rows" }).getByText("230 selected", { exact: true }));
    await press(page, "Archive");
    expect(await answer(page, "Archive")).toContain("Archive 230 contacts?");
    await see(page.getByText("230 contacts archived", { exact: true }));
    await see(page.getByText("Nothing matches", { exact: true }));
    await press(page, "Dismiss");
    await gone(page.getByText("230 contacts archived", { exact: true }));
    await page.goto(`${address}/runners/create?statements=${encodeURIComponent(statements)}`);
    await see(page.getByRole("textbox", { name: "Value" }).or(page.getByRole("combobox", { name: "Value" })));
    await fill(page, "Name", "Unused");
  });
});

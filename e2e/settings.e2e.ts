import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, noticeOf, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Settings", () => {
  test("an API key is made, shown once, works, and is refused after it was revoked", async () => {
    const { page } = await at("/settings/api-keys");
    const name = unique("Key");
    await press(page, "Create API key");
    const dialog = page.getByRole("dialog", { name: "Create API key" });
    await fill(dialog, "Name", name);
    await press(dialog, "Create API key");
    const key = await dialog.getByRole("textbox", { name: "API key" }).inputValue();
    await press(dialog, "Done");
    const read = () =>
      fetch(`${inject("demo").address}/v4/campaign/all`, { headers: { authorization: `Bearer ${key}` } });
    expect((await read()).status).toBe(200);
    const search = page.getByRole("searchbox", { name: "Search API keys" });
    await search.fill("no such key");
    await see(page.getByText("Nothing matches"));
    await search.fill(name);
    await press(page, `Revoke ${name}`);
    await answer(page, "Revoke");
    await readNotice(page, "API key revoked");
    expect((await read()).status).toBe(401);
  });

  test("a custom field is kept, and every pane opens", async () => {
    const { page } = await at("/settings/custom-fields");
    const field = unique("shoe").replace(" ", "");
    await fill(page, "Custom contact fields", field);
    await page.keyboard.press("Enter");
    await press(page, "Save");
    await see(noticeOf(page, /saved/i));
    await page.reload();
    await see(page.getByText(field, { exact: true }));
    for (const pane of ["Profile", "Features", "Legal hours", "Prices and limits", "Password and sessions"]) {
      await page.getByRole("tab", { name: pane }).click();
      await see(
        page
          .getByRole("tabpanel")
          .getByRole("textbox")
          .or(page.getByRole("tabpanel").getByRole("switch"))
          .or(page.getByRole("table")),
      );
    }
  });
});

import { inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { see, unique } from "./page.ts";

const browser = useBrowser();
const { address } = inject("demo");

// The contact's page does not poll, so that only the stream of changes can bring its new name (decision 0112).
test("what is changed in one tab shows in the other tabs without a reload, also after the first tab is closed", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Before");
  const { contactId, phone } = await account.makeContact(name);
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  const rename = (firstName: string) => account.call("PUT", `/v4/contact/${contactId}/`, { firstName, phone });
  for (const tab of [page, second, third]) {
    await tab.goto(`${address}/contacts/${contactId}`);
    await see(tab.getByRole("heading", { level: 1, name }));
  }
  const renamed = unique("Renamed");
  await rename(renamed);
  for (const tab of [page, second, third]) await see(tab.getByRole("heading", { level: 1, name: renamed }));
  // the first tab reads the stream for all of them
  await page.goto("about:blank");
  const again = unique("Again");
  await rename(again);
  for (const tab of [second, third]) await see(tab.getByRole("heading", { level: 1, name: again }));
  await second.close();
  await third.close();
});

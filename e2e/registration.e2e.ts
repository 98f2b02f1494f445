import { expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { open, patience, see } from "./page.ts";

const browser = useBrowser();

test("spec 1 §2.4: without a verified brand there is nothing to file for", async () => {
  const { page, account } = await openDemo(browser, "/businessprofiles");
  const me = (await account.call("GET", "/auth/me")).payload[0] as { account: { accountSid: string } };
  const { accountSid } = me.account;
  const listVerified = async () =>
    (await account.call("GET", `/${accountSid}/brand/all`)).payload.filter(({ status }) =>
      ["VERIFIED", "VETTED_VERIFIED"].includes(String(status)),
    );
  const verified = await listVerified();
  const save = (brand: Record<string, unknown>, ein: unknown) =>
    account.call("PUT", `/${accountSid}/brand/${String(brand["brandId"])}`, { ...brand, ein });
  for (const brand of verified) await save(brand, "123456000");
  await expect.poll(listVerified, patience).toEqual([]);
  await open(page, "/businessprofiles/campaign/create");
  await see(page.getByText("No Brands found. Please create a brand before creating a Campaign."));
  for (const brand of verified) await save(brand, brand["ein"]);
});

test("the 10DLC form names the 10DLC campaign, and a failed load of brands is only logged (spec 1 §4.7)", async () => {
  const { page } = await openDemo(browser, "/businessprofiles");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.route("**/brand/all*", (asked) => asked.abort());
  await open(page, "/businessprofiles/campaign/create");
  await see(page.getByRole("heading", { level: 1, name: "Create 10DLC Campaign" }));
  await see(page.getByText("No Brands found. Please create a brand before creating a Campaign."));
  await expect.poll(() => logged.some((text) => text.includes("Brands could not be loaded")), patience).toBe(true);
  expect(await page.getByText("Error loading page").count()).toBe(0);
});

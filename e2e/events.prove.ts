import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { fill, open, press, see } from "./page.ts";

// The events of webhooks, where users set and see them (spec 2 §2.3, §3.6; readings, What a node waits for).

const browser = useBrowser();
const { address } = inject("demo");

describe("events of webhooks (spec 2 §3.6)", () => {
  test("the account sets the delivery rate and number of calls for its alerts, and what RCS success means", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await open(page, `${address}/settings/delivery`);
    await page.getByRole("radio", { name: "Delivered to the handset" }).click();
    await fill(page, "Time limit", "5000");
    await fill(page, "Minimum delivery rate", "0");
    await press(page, "Save");
    await see(page.getByText("The time limit must be a whole number from 1 to 4,320"));
    await see(page.getByText("The delivery rate must be a whole number from 1 to 100"));
    await fill(page, "Time limit", "30");
    await fill(page, "Minimum delivery rate", "85");
    await press(page, "Save");
    await see(page.getByText("Settings saved"));
    await open(page, `${address}/settings/limits`);
    await fill(page, "Call threshold", "100001");
    await press(page, "Save");
    await see(page.getByText("The call threshold must be a whole number from 1 to 100,000"));
    await fill(page, "Call threshold", "120");
    await press(page, "Save");
    await see(page.getByText("Settings saved"));
    const [saved] = (await account.call("GET", "/v4/account/")).payload;
    expect(saved?.["settings"]).toMatchObject({
      rcsSuccess: "delivered",
      rcsDeliveryMinutes: 30,
      reputationSharePercent: 85,
      callThresholdPerMinute: 120,
    });
    const settings = { rcsSuccess: "accepted", reputationSharePercent: 80, callThresholdPerMinute: null };
    await account.call("PUT", "/v4/account/", { settings });
    await open(page, `${address}/numbers`);
    await see(page.getByRole("columnheader", { name: "Delivered" }));
    await open(page, `${address}/webhooks/create`);
    await press(page, "About event types");
    const info = page.getByRole("dialog", { name: "Event types" });
    await see(info.getByText("deliveredpercent", { exact: false }));
    await see(info.getByText("Calls per minute rose above the account's threshold"));
  });
});

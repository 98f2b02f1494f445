import { describe, inject, test } from "vitest";
import { enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { follow, gone, press, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

describe("Home (decision 0091)", () => {
  test("counts what a run sent, leads to exactly those texts, and has a checklist to dismiss and bring back", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const name = unique("Homely");
    // the set that is registered for the demo's brand
    const [main] = (await account.call("GET", "/v4/numberset/")).payload.filter((set) => set["name"] === "Main line");
    const template = await account.makeTemplate(name, "Hi ${firstName}");
    const campaign = await account.makeWorkflow(name, String(main?.["numberSetId"]), textWorkflow(template, name));
    const { contactId } = await account.makeContact(name);
    await account.startRun(campaign, [contactId]);
    await page.goto(`${address}/?checklist=yes`);
    await see(page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]", { hasText: "Home" }));
    const checklist = page.getByRole("region", { name: "Get started" });
    await see(checklist.getByRole("listitem").filter({ hasText: "Run it" }).getByRole("img", { name: "Done" }));
    await press(checklist, "Dismiss checklist");
    await gone(checklist);
    await press(page, /account menu of/i);
    await page.getByRole("menuitem", { name: "Get started" }).click();
    await see(checklist);
    await see(page.getByRole("img", { name: /^Sent, last 14 days: .* [1-9][\d,]*$/ }));
    await follow(page, "Sent");
    await see(page.getByText("Counted as sent"));
    await see(rowOf(page, "Messages", `Hi ${name}`));
  });
});

import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { setUp } from "./enter.ts";
import { enterDemo } from "./enterDemo.ts";
import { useEmptyProduct } from "./ownProduct.ts";
import { press, see, settle } from "./page.ts";
import { fitsPhone, isReadable, isReadableInBoth, listen } from "./readable.ts";

const browser = useBrowser();

describe("What opens over a page", () => {
  test.each([
    ["/users", "Invite user"],
    ["/campaigns", /^Clone/],
    ["/templates/create", "Emoji"],
    ["/templates/rcs", "Add agent"],
    ["/assets", "Upload"],
    ["/contacts", "Filter"],
    ["/contacts", "Choose columns of Contacts"],
    ["/numbers", "Get a number"],
    ["/settings/api-keys", "Create API key"],
    ["/campaigns", /^Search or go to/],
    ["/simulated-carrier", "Test numbers"],
  ] as const)("on %s: %s", async (path, button) => {
    const { page, address } = await enterDemo(browser);
    await page.goto(address + path);
    await settle(page);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await see(page.getByRole("dialog").or(page.getByRole("menu")));
    await isReadableInBoth(page);
  });

  test("in the editor: the form of each node, a refused save, leaving, running", async () => {
    const { page, address, things } = await enterDemo(browser);
    await page.goto(`${address}/campaigns/workflow-outbound/edit/${things.campaignId}`);
    for (const node of ["Start 1", "SMS Send 2", "Stop 3"]) {
      await card(page, node).click();
      await isReadableInBoth(page);
    }
    await press(page, "Run");
    await see(page.getByRole("dialog"));
    await isReadableInBoth(page);
    await page.keyboard.press("Escape");
    await press(page, "Condition");
    await isReadableInBoth(page);
    await press(page, "Save");
    await see(page.getByRole("alert"));
    await isReadableInBoth(page);
  });
});

describe("Before anything is there", () => {
  const lists = [
    ...[
      "campaigns",
      "campaigns/create",
      "templates",
      "templates/rcs",
      "assets",
      "enrollments",
      "contacts",
      "contacts/import",
      "numbers",
    ],
    ...["number-sets", "number-sets/create", "simulated-carrier", "settings/api-keys"],
  ];
  const empty = useEmptyProduct();

  test("every list says what it is for, and is readable for every user", async () => {
    const product = empty();
    const page = await browser.page({ stranger: true });
    await setUp(page, product);
    const seen = listen(page, product.address);
    for (const path of lists) {
      await page.goto(`${product.address}/${path}`);
      await settle(page);
      await isReadable(page);
    }
    // what stands over every page while nothing is sent
    for (const [settings, words] of [
      [{ killSwitch: true }, "All sending is held"],
      [{ killSwitch: false, spendLimitMicros: 0 }, "The spending limit of $0.00 for today is reached."],
    ] as const) {
      await page.request.put(`${product.address}/v4/account/`, { data: { settings } });
      await page.reload();
      await see(page.getByRole("status").getByText(words));
      await isReadableInBoth(page);
      await fitsPhone(page, () => isReadable(page));
    }
    expect(seen).toEqual({ elsewhere: [], errors: [] });
  });
});

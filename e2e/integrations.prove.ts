import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, choose, follow, gone, press, readNotice, rowOf, see } from "./page.ts";
import { mailKey } from "./product.ts";

const browser = useBrowser();
const address = inject("demo").address;

describe("External Integrations (spec 3 §2–§8)", () => {
  test("each provider's fields and messages, saved in order, never shown again, tested and deleted", async () => {
    const page = await browser.page();
    // with a provider connected, the demo's e-mails leave the outbox: each is deleted again
    const account = await enter(page, address, demoUser);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/external/config"))
        posts.push((request.postDataJSON() as { key: string }).key);
    });
    await page.goto(`${address}/external-integration/create`);
    await press(page, "Create");
    await see(page.getByText("Provider is required"));
    const messages: Record<string, string[]> = {
      Hubspot: ["Api key is required"],
      Mailgun: ["Domain is required for provider mailgun", "Api key is required"],
      Sendgrid: ["Api key is required"],
      Remediation: ["LoginId is required for provider remediation"],
    };
    for (const [provider, wanted] of Object.entries(messages)) {
      await choose(page, "Provider", provider);
      await press(page, "Create");
      for (const message of wanted) await see(page.getByText(message));
    }
    await page.getByRole("combobox", { name: "Provider" }).click();
    expect(await page.getByRole("option", { name: "Forth" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    // Forth is offered with its flag (spec 3 §6)
    await account.call("PUT", "/v4/account/", { flags: { feature_forth_enabled: true } });
    await page.reload();
    await choose(page, "Provider", "Forth");
    await press(page, "Create");
    for (const message of ["Client Id", "Client Secret"])
      await see(page.getByText(`${message} is required for provider forth`));

    /** Fills the chosen provider in and creates it: what was posted, in order. */
    const create = async (option: string, values: Record<string, string>, listed = option): Promise<string[]> => {
      if (!page.url().endsWith("/create")) await follow(page, "External Integration");
      await choose(page, "Provider", option);
      for (const [label, value] of Object.entries(values)) await page.getByLabel(label).first().fill(value);
      posts.length = 0;
      await press(page, "Create");
      await readNotice(page, "Configuration saved successfully");
      await see(rowOf(page, "ExternalIntegrations", listed));
      return [...posts];
    };
    expect(await create("Forth", { "Client Id": "shop", "Client Secret": "very secret" })).toEqual([
      "client_id",
      "client_secret",
    ]);
    await account.call("DELETE", "/v3/accounts/external/config/forth");
    await account.call("PUT", "/v4/account/", { flags: { feature_forth_enabled: false } });
    expect(await create("Remediation", { LoginId: "shop" })).toEqual(["loginId"]);
    await account.call("DELETE", "/v3/accounts/external/config/remediation");
    expect(await create("Mailgun", { Domain: "mg.example.com", "API key": "very secret" })).toEqual([
      "domain",
      "api_key",
    ]);
    expect(await create("Sendgrid", { "API key": "wrong key" }, "SendGrid")).toEqual(["api_key"]);
    /** What the test of a connection says. */
    const test = async (provider: string, words: string): Promise<void> => {
      await press(page, `Test connection ${provider}`);
      const dialog = page.getByRole("dialog", { name: `Test ${provider}` });
      await see(dialog.getByText(words));
      await press(dialog, "Close");
      await gone(dialog);
    };
    await test("Mailgun", "Mailgun could not be reached");
    await test("SendGrid", "SendGrid rejected the key: The key is unknown");
    expect(await create("Sendgrid", { "API key": mailKey }, "SendGrid")).toEqual(["api_key"]);
    await test("SendGrid", "SendGrid accepts the key");
    await account.call("DELETE", "/v3/accounts/external/config/sendgrid");
    const { payload } = await account.call("GET", "/v3/accounts/external/config?keys=mailgun");
    expect(payload.map(({ key, value, masked }) => ({ key, value, masked }))).toEqual([
      { key: "api_key", value: null, masked: "••••••••" },
      { key: "domain", value: "mg.example.com", masked: null },
    ]);
    await press(page, "Delete Mailgun");
    expect(await answer(page, "Delete")).toContain("Are you sure you want to delete this provider: Mailgun");
    await readNotice(page, "Mailgun deleted successfully");
  });
});

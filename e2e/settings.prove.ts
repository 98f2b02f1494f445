import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { oneTimeCode } from "../apps/server/test/oneTimeCode.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, gone, goTo, holds, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

/** Switches something on or off. */
const toggle = (page: Page, label: string): Promise<void> => page.getByRole("switch", { name: label }).click();

describe("Settings", () => {
  test("two-factor authentication is set up by the key, asked for, and entered by a recovery code", async () => {
    const { page, account } = await at("/settings");
    const { address } = inject("demo");
    const email = `${unique("twice").replace(" ", ".")}@example.com`;
    const [invited] = (await account.call("POST", "/v4/user/", { email, role: "administrator", privileges: [] }))
      .payload;
    const guest = await browser.page({ stranger: true });
    const password = "a long enough one";
    await guest.goto(String(invited?.["invitationUrl"]));
    await fill(guest, "Your name", "Tess Twice");
    await fill(guest, "Password", password);
    await press(guest, "Join");
    await see(guest.getByRole("heading", { name: "Home", level: 1 }));
    await guest.goto(`${address}/settings/sign-in`);
    await press(guest, "Set up");
    const dialog = guest.getByRole("dialog");
    await fill(dialog, "Password", password);
    await press(dialog, "Continue");
    await see(dialog.getByRole("img", { name: "QR code for an authenticator" }));
    const key = (await dialog.getByRole("code").innerText()).replaceAll(/\s/g, "");
    await fill(dialog, "Code", oneTimeCode(key));
    await press(dialog, "Turn on");
    const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await see(codes);
    const [recovery = "", ...others] = await codes.allInnerTexts();
    await press(dialog, "I have saved them");
    await readNotice(guest, "Two-factor authentication is on");

    await guest.context().clearCookies();
    await guest.goto(`${address}/login`);
    await fill(guest, "Email", email);
    await fill(guest, "Password", password);
    await press(guest, "Sign in");
    await fill(guest, "Code", "000000");
    await press(guest, "Sign in");
    await see(guest.getByText("The code is wrong. Enter the code that your authenticator shows now"));
    await press(guest, "Use a recovery code");
    await fill(guest, "Recovery code", recovery);
    await press(guest, "Sign in");
    await see(guest.getByRole("heading", { name: "Home", level: 1 }));

    // the session whose cookie was lost is ended by itself, and this one stays
    await guest.goto(`${address}/settings/sign-in`);
    const lost = guest
      .getByRole("table", { name: "Sessions" })
      .getByRole("row")
      .filter({ hasText: "Signed in" })
      .last();
    await lost.getByRole("button", { name: /^End/ }).click();
    await readNotice(guest, "Session ended");
    await see(guest.getByRole("button", { name: "End all others", disabled: true }));

    // only a user with a second factor can require it of all users
    await guest.getByRole("tab", { name: "Security" }).click();
    await toggle(guest, "Require two-factor authentication");
    await answer(guest, "Require");
    await readNotice(guest, "Settings saved");
    await holds(guest, "Require two-factor authentication", "on");
    await toggle(guest, "Require two-factor authentication");
    await readNotice(guest, "Settings saved");
    await page.goto(`${address}/settings/security`);
    await toggle(page, "Require two-factor authentication");
    await answer(page, "Require");
    expect(await readNotice(page, "Error saving settings")).toBe(
      "Set up two-factor authentication for yourself first, under Password and sessions",
    );
    await holds(page, "Require two-factor authentication", "off");

    // recovery codes are replaced and two-factor authentication is turned off by recovery codes, where the phone is lost
    await guest.getByRole("tab", { name: "Password and sessions" }).click();
    await press(guest, "New recovery codes");
    await fill(dialog, "Code", others[0] ?? "");
    await press(dialog, "Create new codes");
    await see(codes);
    const fresh = await codes.first().innerText();
    expect([recovery, ...others]).not.toContain(fresh);
    await press(dialog, "I have saved them");
    await press(guest, "Turn off");
    await fill(dialog, "Password", password);
    await fill(dialog, "Code", others[1] ?? "");
    await press(dialog, "Turn off");
    await see(dialog.getByText("This recovery code is wrong or was already used"));
    await fill(dialog, "Code", fresh);
    await press(dialog, "Turn off");
    await readNotice(guest, "Two-factor authentication is off");
  });

  test("profile, limits and hours are kept over a reload, and what is refused says why", async () => {
    const { page, account } = await at("/settings");
    const [before] = (await account.call("GET", "/v4/account/")).payload as unknown as [
      { name: string; settings: object },
    ];
    try {
      await fill(page, "Account name", "");
      await press(page, "Save");
      await see(page.getByText("Account name is required"));
      const name = unique("Account");
      await fill(page, "Account name", name);
      await fill(page, "Brand name", "The Harbor");
      await choose(page, "Default time zone", "Pacific");
      await press(page, "Save");
      await readNotice(page, "Settings saved");
      await page.reload();
      await holds(page, "Account name", name);
      await holds(page, "Brand name", "The Harbor");
      await expect
        .poll(() => page.getByRole("combobox", { name: "Default time zone" }).inputValue())
        .toMatch(/^Pacific/);

      await page.getByRole("tab", { name: "Legal hours" }).click();
      await toggle(page, "STOP covers calls too");
      await readNotice(page, "Settings saved");
      await page.reload();
      await holds(page, "STOP covers calls too", "on");

      await page.getByRole("tab", { name: "Prices and limits" }).click();
      for (const [label, words] of [
        ["Price of a minute", "The price of a minute must be from $0 to $1,000,000,000"],
        ["Spending limit per day", "The spending limit must be from $0 to $1,000,000,000"],
      ] as const) {
        const field = page.getByRole("textbox", { name: label });
        const kept = await field.inputValue();
        await fill(page, label, "1000000001");
        await press(page, "Save");
        await see(page.getByText(words));
        await fill(page, label, kept);
      }
      await fill(page, "Spending limit per day", "12.5");
      await fill(page, "Countries", "44");
      await page.keyboard.press("Enter");
      await press(page, "Save");
      await see(page.getByText("A calling code is + and one to four digits, such as +44"));
      await page.keyboard.press("Backspace");
      await fill(page, "Countries", "+44");
      await page.keyboard.press("Enter");
      await press(page, "Save");
      await readNotice(page, "Settings saved");
      await toggle(page, "Hold all sending");
      expect(await answer(page, "Hold all sending")).toContain(`Nothing is sent from ${name}`);
      await readNotice(page, "Settings saved");
      await page.reload();
      await holds(page, "Hold all sending", "on");
      await holds(page, "Spending limit per day", "$12.5");
      await see(page.getByText("+44", { exact: true }));
      const [after] = (await account.call("GET", "/v4/account/")).payload;
      expect(after?.["settings"]).toMatchObject({
        brandName: "The Harbor",
        defaultTimezoneId: -32,
        stopCoversCalls: true,
        killSwitch: true,
        spendLimitMicros: 12_500_000,
        countryCodes: expect.arrayContaining(["+44"]),
      });
      // every page says so, and notices when another user releases it
      await goTo(page, "Templates");
      await see(page.getByRole("status").getByText(/^All sending is held since .+ by Demo User\./));
      await account.call("PUT", "/v4/account/", { settings: { killSwitch: false, spendLimitMicros: 0 } });
      const strip = page.getByRole("status").filter({ hasText: "The spending limit of $0.00 for today is reached." });
      await see(strip);
      await strip.getByRole("link", { name: "Prices and limits" }).click();
      await fill(page, "Spending limit per day", "");
      await press(page, "Save");
      await gone(strip);
    } finally {
      await account.call("PUT", "/v4/account/", { name: before.name, settings: before.settings });
    }
  });
});

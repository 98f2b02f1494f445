import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ivrOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, gone, goTo, open, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const begin = () => openDemo(browser, "/campaigns");

const optionOf = (page: Page, number: number): Locator =>
  page.getByRole("group", { name: `Option ${number}`, exact: true });

describe("IVR menus as users meet them (spec 3 §2, §4, §5, §8)", () => {
  test("links follow a menu whose name is typed through another menu's name, and an unreachable menu is named first", async () => {
    const { page, account } = await begin();
    const name = unique("Renamed").replace(" ", "-").toLowerCase();
    const linkTo = (key: number, value: string) => ({
      dtmfKey: key,
      say: `Press ${key}.`,
      actions: [{ type: "nextMenu", value }],
    });
    const menus = [
      { menuId: "welcome", say: "Hi.", options: [linkTo(1, "sales"), linkTo(2, "help")] },
      { menuId: "sales", say: "Sales.", options: [] },
      { menuId: "help", say: "Help.", options: [linkTo(1, "welcome")] },
    ];
    await account.call("POST", "/v4/ivr", { ...ivrOf(name), menus });
    await open(page, `/ivr/edit/${name}?menu=2`);
    const menuName = page.getByRole("textbox", { name: "Menu name" });
    await menuName.fill("");
    await menuName.pressSequentially("help-2");
    await page
      .getByRole("list", { name: "Tree of menus" })
      .getByRole("button", { name: /^welcome/ })
      .click();
    await choose(optionOf(page, 2), "Menu to go to", "help-2");
    await press(page, "Save");
    expect(await answer(page, "Keep editing")).toContain('No option leads callers from welcome to "help"');
    await choose(optionOf(page, 2), "Menu to go to", /^help$/);
    await press(page, "Save");
    await readNotice(page, "IVR edited successfully");
    const saved = (await account.call("GET", `/v4/ivr/${name}`)).payload[0] as unknown as { menus: typeof menus };
    expect(saved.menus.map(({ menuId, options }) => [menuId, options.map(({ actions }) => actions[0]?.value)])).toEqual(
      [
        ["welcome", ["help-2", "help"]],
        ["help-2", []],
        ["help", ["welcome"]],
      ],
    );
    await account.call("DELETE", "/v4/ivr", { ivrName: name });
  });

  test("a fraction in a whole number stays as it was typed, and is refused in words", async () => {
    const { page } = await begin();
    await open(page, "/ivr/create");
    const timeout = page.getByRole("textbox", { name: "Timeout" });
    await timeout.fill("");
    await timeout.pressSequentially("1.5");
    expect(await timeout.inputValue()).toBe("1.5 seconds");
    await see(page.getByText("Timeout must be a whole number"));
    await timeout.fill("");
    await timeout.pressSequentially("12");
    await gone(page.getByText("Timeout must be a whole number"));
  });

  test("without the privilege the button is not there, and Edit and Delete say why (spec 3 §2, §6)", async () => {
    const { account } = await begin();
    const name = unique("Seen").replace(" ", "-").toLowerCase();
    await account.call("POST", "/v4/ivr", ivrOf(name));
    const email = `${name}@example.com`;
    const [invited] = (await account.call("POST", "/v4/user/", { email, role: "viewer", privileges: [] })).payload;
    const page = await browser.page({ stranger: true });
    await page.goto(String(invited?.["invitationUrl"]));
    await fill(page, "Your name", "Vera");
    await page.getByLabel("Password", { exact: true }).fill("a long password of Vera");
    await page.getByRole("button", { name: /Join|Accept|Enter|Create/ }).click();
    await goTo(page, "IVR Menus");
    const row = rowOf(page, "IVR", name);
    await see(row);
    expect(await page.getByRole("link", { name: "IVR Configuration" }).count()).toBe(0);
    for (const action of ["Edit", "Delete"]) {
      await row.getByRole("button", { name: `${action} ${name}` }).hover();
      await see(page.getByText("User does not have necessary permissions to modify or delete."));
    }
    await account.call("DELETE", "/v4/ivr", { ivrName: name });
  });
});

import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import {
  answer,
  choose,
  fill,
  follow,
  gone,
  goTo,
  open,
  patience,
  pick,
  press,
  readNotice,
  rowOf,
  see,
  unique,
} from "./page.ts";

const browser = useBrowser();
const begin = () => openDemo(browser, "/campaigns");

/** What the summary of a refused form says, in its order: read until it is what was waited for. */
const refusals = (page: Page): Promise<string[]> =>
  page.getByRole("alert").filter({ hasText: "This cannot be saved yet" }).getByRole("listitem").allInnerTexts();
const optionOf = (page: Page, number: number): Locator =>
  page.getByRole("group", { name: `Option ${number}`, exact: true });
/** Presses a key of the handset when the text before it was heard. */
const hear = (phone: Locator, words: string): Promise<void> =>
  see(phone.getByRole("list", { name: "Call transcript" }).getByText(words).last());

describe("IVR menus as users meet them (spec 3 §2, §4, §5, §8)", () => {
  test("an IVR menu is created with every message of the form, called on a handset, changed and deleted", async () => {
    const { page, account } = await begin();
    const name = unique("Shop").replace(" ", "-").toLowerCase();
    const workflow = unique("Callers");
    const set = await account.makeNumberSet(workflow);
    const campaignId = await account.makeWorkflow(workflow, set);
    const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
    const [phone = ""] = (numbers?.["phoneNumbers"] ?? []) as string[];

    // the page may have read the workflows before this one was made
    await page.reload();
    await goTo(page, "IVR Menus");
    await follow(page, "IVR Configuration");
    await page.getByRole("heading", { name: "Create IVR Menu", level: 1 }).waitFor();
    await press(page, "Save");
    await expect
      .poll(() => refusals(page))
      .toEqual([
        "Name is required",
        "Voice is required",
        "Message is required",
        ...["Name", "Message"].map((what) => `${what} is required in menu 1`),
        "Message required in menu 1, option 1",
        "Action Type is required in menu 1, option 1",
      ]);
    // numbers out of bounds, addresses that are none, one name twice
    await fill(page, "Timeout", "0");
    await fill(page, "Max Attempts", "9");
    await fill(page, "Menu name", "welcome");
    await fill(page, "Message text", "Welcome.");
    await fill(page, "Default message text", "Sorry?");
    await pick(page, "Max-attempt message", "Play");
    await gone(page.getByRole("radiogroup", { name: "TTS Playback Speed" }));
    const over = page.getByRole("group", { name: "Max-attempt message sound" });
    await over.getByText("External URL").click();
    await fill(over, "External URL", "nowhere");
    const first = optionOf(page, 1);
    await fill(first, "DTMF Key", "9");
    await fill(first, "Say", "For a call back, press 1.");
    await press(first, "Add Action");
    await first.getByRole("combobox", { name: "Action 1 type" }).click();
    const inOrder = ["Say", "Play", "Hang up", "Dial", "Next menu", "Workflow", "Live list"];
    await expect.poll(() => page.getByRole("option").allInnerTexts(), patience).toEqual(inOrder);
    await page.keyboard.press("Escape");
    await choose(first, "Action 1 type", "Dial");
    await first.getByRole("button", { name: "Add Action" }).hover();
    await see(page.getByText("You can't add an action after one that opens another menu, dials or hangs up."));
    await fill(first, "Number to dial", "12");
    await press(page, "Add option");
    await fill(optionOf(page, 2), "DTMF Key", "9");
    await press(page, "Add menu");
    await fill(page, "Menu name", "welcome");
    await press(page, "Save");
    await expect
      .poll(() => refusals(page))
      .toEqual(
        expect.arrayContaining([
          "Timeout must be a whole number of at least 1",
          "Max Attempts must be between 1 and 8",
          "Message URL is invalid",
          "DMTF Key must be between 0 and 8 in welcome, option 1",
          "DMTF Key must be between 0 and 8 in welcome, option 2",
          "Phone number is invalid in welcome, option 1",
          "Menu name must be unique. in welcome",
        ]),
      );
    await press(page, "Remove welcome");
    await see(page.getByText("1 menu", { exact: true }));
    await fill(first, "DTMF Key", "1");
    await fill(optionOf(page, 2), "DTMF Key", "1");
    await press(page, "Save");
    await expect.poll(() => refusals(page)).toContain("DTMF key must be unique within a menu. in welcome, option 2");
    await see(optionOf(page, 2).getByText("DTMF key must be unique within a menu."));

    // what is right; the workflow goes before it is saved
    await press(page, "Remove option 2");
    await fill(page, "Name", name.toUpperCase());
    await choose(page, "Voice", "English UK, premium, female 2");
    // spec 3 §2; this browser has no voice, so the sample that was made with the pages is played
    const sample = page.waitForResponse((response) => response.url().endsWith("/voices/en-GB-female.mp3"));
    await press(page, "Preview voice");
    expect((await (await sample).allHeaders())["content-type"]).toBe("audio/mpeg");
    await press(page, "Stop");
    await see(page.getByRole("button", { name: "Preview voice" }));
    await fill(page, "Timeout", "20");
    await fill(page, "Max Attempts", "2");
    await pick(page, "Max-attempt message", "Say");
    await fill(page, "Max-attempt message text", "Goodbye.");
    await pick(page, "TTS Playback Speed", "1.2x");
    await choose(first, "Action 1 type", "Workflow");
    await choose(first, "Workflow to start", workflow);
    // actions change places, by button and by key; what ends the list stays its last one
    await press(first, "Add Action");
    await choose(first, "Action 2 type", "Say");
    const typeOf = (number: number) =>
      expect.poll(() => first.getByRole("combobox", { name: `Action ${number} type` }).inputValue(), patience);
    await press(first, "Move action 2 up");
    await typeOf(1).toBe("Say");
    await first.getByRole("textbox", { name: "Text to say" }).press("Alt+ArrowDown");
    await typeOf(2).toBe("Say");
    await press(first, "Remove action 2");
    await press(first, "Add Action");
    await choose(first, "Action 2 type", "Next menu");
    await expect.poll(() => first.getByRole("button", { name: "Move action 2 up" }).isDisabled(), patience).toBe(true);
    await choose(first, "Menu to go to", "New menu…");
    await page
      .getByRole("list", { name: "Tree of menus" })
      .getByRole("button", { name: /^1 menu-2/ })
      .click();
    await fill(page, "Menu name", "sales");
    await fill(page, "Message text", "This is sales.");
    await fill(first, "Say", "To end, press 1.");
    await press(first, "Add Action");
    await choose(first, "Action 1 type", "Hang up");
    await choose(page, "Numbers", new RegExp(written(phone).replaceAll(/[()+]/g, "\\$&")));
    await page.keyboard.press("Escape");
    await account.call("DELETE", `/v4/campaign/${campaignId}/`);
    await press(page, "Save");
    expect(await readNotice(page, "Error creating IVR Menu.")).toBe("This workflow does not exist. Choose another one");
    // the step before it is undone: the name is free again, and was another tag's meanwhile
    await account.call("POST", "/v4/route/tag/", { routeTag: name });
    await press(page, "Save");
    expect(await readNotice(page, "Exception while processing.")).toBe(
      "Route Tag already exists. Please use a different name.",
    );
    await account.call("DELETE", `/v4/route/tag/${name}`);
    const other = unique("other").replace(" ", "-");
    await account.call("POST", "/v4/route/tag/", { routeTag: other });
    await account.call("POST", `/v4/route/tag/${other}/numbers`, { numbers: [phone] });
    await press(page, "Save");
    expect(await readNotice(page, "Error assigning route tags.")).toContain(`is answered by "${other}"`);
    await account.call("DELETE", `/v4/route/tag/${other}?forceDelete=true`);
    await page
      .getByRole("list", { name: "Tree of menus" })
      .getByRole("button", { name: /^welcome/ })
      .click();
    await choose(first, "Action 1 type", "Say");
    await fill(first, "Text to say", "One moment.");
    await press(page, "Save");
    await readNotice(page, "IVR created successfully");
    const row = rowOf(page, "IVR", name);
    await see(row);

    // a caller
    const handset = "+19075550177";
    await open(page, `/simulated-carrier/${handset}`);
    const device = page.getByRole("region", { name: `Handset ${written(handset)}` });
    await choose(device, `Text from ${written(handset)} to`, new RegExp(written(phone).replaceAll(/[()+]/g, "\\$&")));
    await press(device, `Call from ${written(handset)}`);
    await hear(device, "Welcome.");
    await press(device, "Key 5");
    await hear(device, "Sorry?");
    await press(device, "Key 1");
    await hear(device, "This is sales.");
    await press(device, "Key 9");
    await press(device, "Key 7");
    await press(device, "Key 7");
    await see(device.getByText("Goodbye."));

    // changed, with hold music, and an earlier version back
    await goTo(page, "IVR Menus");
    await press(row, `Edit ${name}`);
    await page.getByRole("heading", { level: 1, name: /^Edit IVR Menu/ }).waitFor();
    expect(await page.getByRole("textbox", { name: "Name", exact: true }).isDisabled()).toBe(true);
    const music = page.getByRole("group", { name: "Hold Music" });
    await music.getByText("External URL").click();
    await fill(music, "External URL", "https://a.example/music.mp3");
    await fill(page, "Default message text", "Changed.");
    await press(page, "Save");
    await readNotice(page, "Hold music updated successfully");
    await readNotice(page, "IVR edited successfully");
    await press(row, `Edit ${name}`);
    await press(page, "Earlier versions");
    await press(page, "Load version 0");
    await answer(page, "Load version");
    await see(page.getByText("Sorry?", { exact: true }));
    await follow(page, "Cancel");
    await answer(page, "Leave");

    await open(page, "/ivr/edit/nowhere");
    await see(page.getByRole("alert").filter({ hasText: "Error while loading page. Please try again later." }));
    await open(page, "/ivr");
    await press(row, `Delete ${name}`);
    expect(await answer(page, "Delete IVR")).toContain("Its 2 menus and earlier versions will be deleted");
    await readNotice(page, "IVR deleted successfully");
    await gone(row);
  });

  test("a new option has the key 1, and a key that is there twice is shown at once", async () => {
    const { page } = await begin();
    await open(page, "/ivr/create");
    await press(page, "Add option");
    expect(await optionOf(page, 2).getByRole("textbox", { name: "DTMF Key" }).inputValue()).toBe("1");
    await see(optionOf(page, 2).getByText("DTMF key must be unique within a menu."));
    await fill(optionOf(page, 2), "DTMF Key", "2");
    await gone(optionOf(page, 2).getByText("DTMF key must be unique within a menu."));
  });
});

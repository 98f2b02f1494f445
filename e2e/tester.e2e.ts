import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { form, save, select } from "./editor.ts";
import { fill, noticeOf, pick, press, readOnce, see } from "./page.ts";
import { openReminder, phone } from "./reminder.ts";

const browser = useBrowser();

describe("Try it", () => {
  test("saves a try as a test, shows where a change breaks it, and refuses the save until the new result is accepted", async () => {
    const page = await openReminder(browser);
    await press(page, "Try it");
    await press(page, "Play as Sam Sample");
    await press(phone(page), "yes");
    await press(page, "Save as test");
    const title = "Replies “yes” and ends at Stop 7";
    expect(await readOnce(noticeOf(page, "Test saved"))).toContain(title);
    await pick(page, "View of the try", "Tests");
    await see(page.getByText("The test passes."));
    await page.getByRole("switch", { name: "Tests must pass" }).click();
    await select(page, "Event 3");
    await fill(form(page), "Value", "sure");
    await see(page.getByText("1 of 1 test fails."));
    await press(page, "Save");
    const difference = "Event 3: expected “Continues to Condition 4”, but got “Gets a reply that no path matches”";
    expect(await readOnce(noticeOf(page, /Some tests fail/))).toContain(`${title}: ${difference}`);
    await page.getByRole("list", { name: "Saved tests" }).getByRole("button").first().click();
    await see(page.getByText(`${difference}.`));
    const row = page.getByRole("row").filter({ hasText: "First difference" });
    await see(row);
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      expect.stringMatching(/^First difference\.\s+Event 3\s+Continues to Condition 4/),
      expect.stringMatching(/^Event 3\s+Gets a reply that no path matches/),
    ]);
    await press(page, "Accept the new result");
    await see(page.getByText("This test passes"));
    await save(page);
  });
});

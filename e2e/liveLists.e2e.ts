import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, choose, fill, follow, gone, goTo, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const { address } = inject("demo");

describe("live lists (spec 3 §2, §5, §8)", () => {
  test("spec 3 §2, §5, §8: a list is made with its messages, changed under its fixed name, and deleted", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await page.goto(`${address}/campaigns`);
    const name = unique("desk").replace(" ", "-");
    await goTo(page, "Live Lists");
    await follow(page, "Live List");
    await press(page, "Save");
    await see(page.getByRole("alert").getByText("List Name is required"));
    await fill(page, "List Name", "Front Desk");
    await press(page, "Save");
    await see(
      page.getByRole("alert").getByText("List Name includes lowercase characters, numeric character and hyphens"),
    );
    await account.call("POST", "/v4/livelist", { listName: `${name}-b` });
    await fill(page, "List Name", `${name}-b`);
    await press(page, "Save");
    await see(
      page
        .getByRole("alert")
        .filter({ hasText: "Error saving Live List" })
        .getByText(/already/),
    );
    await fill(page, "List Name", name);
    await fill(page, "Service Level Target", "101");
    await press(page, "Save");
    await see(page.getByRole("alert").getByText("Service Level Target must be a whole number from 1 to 100"));
    await fill(page, "Service Level Target", "90");
    await choose(page, "Users", /Demo User/);
    await page.keyboard.press("Escape");
    await press(page, "Save");
    await readNotice(page, "Saved Live List");
    await see(rowOf(page, "LiveLists", name).getByText("Demo User"));
    await follow(page, name);
    await see(page.getByRole("textbox", { name: "List Name", disabled: true }));
    expect(await page.getByRole("textbox", { name: "Service Level Target" }).inputValue()).toBe("90 %");
    await follow(page, "Cancel");
    await press(rowOf(page, "LiveLists", name).first(), `Delete ${name}`);
    await answer(page, "Delete live list");
    await readNotice(page, "Deleted Live List");
    await gone(page.getByRole("link", { name, exact: true }));
  });
});

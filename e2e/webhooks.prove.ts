import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, fill, follow, holds, press, readNotice, see, unique } from "./page.ts";
import { at, makeWebhook } from "./webhookPage.ts";

const browser = useBrowser();

describe("webhooks and connections (spec 2 §2.3)", () => {
  test("a webhook is cloned, changed and deleted with its secrets masked", async () => {
    const page = await browser.page();
    await enter(page, inject("demo").address, demoUser);
    const name = unique("Clone hook");
    const connection = unique("Masked");
    await makeWebhook(page, connection, name);
    await press(page, `Clone ${name}`);
    const dialog = page.getByRole("dialog");
    await holds(dialog, "Name", `${name}_clone`);
    await fill(dialog, "Name", name);
    await see(dialog.getByText("Name of cloned Webhook cannot be the same."));
    await fill(dialog, "Name", `${name}_clone`);
    await press(dialog, "Clone");
    await readNotice(page, "Successfully cloned webhook");
    await follow(page, `${name}_clone`);
    await see(page.getByText("Event type cannot be changed during editing"));
    await holds(page, "Success Path", "$.status");
    await press(page, "Save");
    expect(await readNotice(page, "Callback saved")).toContain("Callback saved successfully");
    await press(page, `Delete ${name}_clone`);
    await answer(page, "Delete webhook");
    await readNotice(page, "Successfully deleted webhook");

    await page.goto(at("/connections"));
    await follow(page, connection);
    const value = page.getByLabel("Value of auth header 1");
    await see(value);
    expect(await value.inputValue()).toBe("••••••••");
    await page.goto(at(`/callbacks/connection/edit/01980000-0000-7000-8000-0000000000ff`));
    await see(page.getByText("Not found"));
  });
});

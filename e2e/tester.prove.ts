import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card, select } from "./editor.ts";
import { holds, pick, press, see } from "./page.ts";
import { openReminder, phone } from "./reminder.ts";

const story = (page: Page) => page.getByRole("list", { name: "Steps of the try" });

const browser = useBrowser();

describe("Try it", () => {
  test("plays a reminder to one reply, and from an earlier moment to the other path", async () => {
    const page = await openReminder(browser);
    await press(page, "Try it");
    await press(page, "Play as Sam Sample");
    await see(phone(page).getByText("Hi Sam, are you coming?"));
    await see(card(page, "Event 3").getByText("The contact is here"));
    const writes: string[] = [];
    // the phone in the top bar says at times that its user is there
    page.on("request", (request) => {
      if (request.method() !== "GET" && !request.url().endsWith("/v4/agent/phone/")) writes.push(request.url());
    });
    await press(phone(page), "yes");
    await see(story(page).getByText("reply contains yes, which was “yes”"));
    await see(story(page).getByText("plan equals gold, which has no value"));
    await see(card(page, "Stop 7").getByText("The contact is here"));
    // back to the wait, and on without a reply
    await press(story(page), "Event 3: Waiting for a reply");
    await see(card(page, "Event 3").getByText("The contact is here"));
    await press(page, "Jump to next event");
    await see(phone(page).getByText("Last reminder"));
    await see(card(page, "Stop 8").getByText("The contact is here"));
    expect(writes).toEqual([]);
  });

  test("finds and plays a contact that gets to a node, and marks the paths that no try has followed", async () => {
    const page = await openReminder(browser);
    await select(page, "SMS Send 6");
    await press(page, "Find a contact that gets here");
    await see(phone(page).getByText("Welcome, gold member!"));
    await pick(page, "View of the try", "Paths");
    await page.getByRole("switch", { name: "Mark untried paths on the drawing" }).click();
    await see(card(page, "SMS Send 5").getByText("Not tried"));
    await see(page.getByText("5 of 8 paths tried in this session."));
    await pick(page, "View of the try", "Contact and answers");
    await holds(page, "Custom Fields", "plan = gold");
  });
});

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, form, save, select } from "./editor.ts";
import { openNew } from "./newEditor.ts";
import { choose, fill, holds, press, see, unique } from "./page.ts";

const browser = useBrowser();

/** Counts every press of a pointer or of a key on the page from now on. */
async function countInteractions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.interactions = 0;
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => window.interactions++, true);
  }`);
  return () => page.evaluate(`window.interactions`);
}

describe("Waiting for a reply", () => {
  test("three clicks lead from an SMS node to two branches with a step each, and the sentence only lacks its word", async () => {
    const { page, account } = await openNew(browser);
    const template = unique("Question");
    await account.makeTemplate(template, "Shall we expect you?");
    await page.reload();
    await choose(await addAfter(page, "Start 1", "SMS Send"), "Template", template);
    const interactions = await countInteractions(page);
    await press(page, "Event");
    await press(form(page), "Add SMS Send: Conditional Path");
    await press(form(page), "Add Stop: Default Path");
    expect(await interactions()).toBe(3);
    for (const name of ["Event 3", "SMS Send 4", "Stop 5"]) await see(card(page, name));
    await see(card(page, "Stop 5").getByText("no reply in 1 day"));
    // the form of the event is still open, with the default of the specification
    await holds(form(page), "Variable", "Reply to SMS Send 2");
    await holds(form(page), "Operation", "Equals");
    await fill(form(page), "Value", "yes");
    await press(form(page), "or contains");
    await holds(form(page), "Operation", "Contains");
    await see(card(page, "SMS Send 4").getByText("reply contains yes"));
    // any other kind is in a list to search, also before a step that is there
    await press(form(page), "Add step before SMS Send 4: Conditional Path");
    await page.getByRole("textbox", { name: "Search node types" }).fill("wait");
    await page.getByRole("option", { name: "Time Delay" }).click();
    await holds(form(page), "Conditional Path", "Time Delay 6");
    await press(form(page), "Open Time Delay 6: Conditional Path");
    await see(form(page).getByText("Node 6", { exact: true }));
    // the new step moved what follows down, below the tools of the canvas
    await press(page.getByRole("toolbar", { name: "Canvas" }), "Zoom to fit");
    await choose(await select(page, "SMS Send 4"), "Template", template);
    await addNode(page, "Stop");
    await save(page);
  });
});

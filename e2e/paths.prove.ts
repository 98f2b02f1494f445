import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { endingIn } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, form, runOver, save, select } from "./editor.ts";
import { openNew } from "./newEditor.ts";
import { choose, hasName, holds, patience, press, see, settle, showSteps, unique } from "./page.ts";

const browser = useBrowser();

/** Drags from the lower handle of a card to a point, relative to the middle of another card or to its own handle. */
async function dragFrom(page: Page, name: string, to: { card: string } | { dx: number; dy: number }): Promise<void> {
  const handle = await card(page, name).locator(".react-flow__handle-bottom").boundingBox();
  const target = "card" in to ? await card(page, to.card).boundingBox() : null;
  if (handle === null) throw new Error(`${name} has no handle`);
  const [fromX, fromY] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  const [toX, toY] =
    "card" in to && target !== null
      ? [target.x + target.width / 2, target.y + target.height / 2]
      : "dx" in to
        ? [fromX + to.dx, fromY + to.dy]
        : [fromX, fromY];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(toX, toY, { steps: 8 });
  await page.mouse.up();
}

describe("Waiting for a reply", () => {
  test("a drag from a card sets the path that it is for, and onto free ground makes the node as well", async () => {
    const { page, account, id } = await openNew(browser);
    await press(await addAfter(page, "Start 1", "DNC Check"), "Close node details");
    // two paths are open and nothing is selected, so nothing leads to them
    await addNode(page, "Stop");
    await addNode(page, "Stop");
    // both paths are free, so the page asks which one it is for
    await press(form(page), "Close node details");
    await dragFrom(page, "DNC Check 2", { dx: -220, dy: 160 });
    const question = page.getByRole("dialog", { name: /^Choose the path/ });
    await question.getByRole("option", { name: "not on the list" }).click();
    await page.getByRole("dialog", { name: "Add step" }).getByRole("combobox").fill("rate");
    await page.keyboard.press("Enter");
    await see(card(page, "Rate Limit 5").getByText("not on the list"));
    await press(form(page), "Close node details");
    // the kind that draws lines draws one, the one that has selectors sets the free one
    await dragFrom(page, "Rate Limit 5", { card: "Stop 4" });
    await dragFrom(page, "DNC Check 2", { card: "Stop 3" });
    await holds(await select(page, "DNC Check 2"), "Success Path", "Stop 3");
    await save(page);
    const [saved] = (await account.call("GET", `/v4/campaign/${id}/workflow/`)).payload;
    expect(JSON.parse(String(saved?.["workflow"])).nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 2, matchPath: 3, noMatchPath: 5 }),
        expect.objectContaining({ id: 5, children: [4] }),
      ]),
    );
  });
});

describe("The name of a node", () => {
  test("is given by the keyboard, follows it to variables, lists and the journey, and is undone as one step", async () => {
    const { page, account } = await openNew(browser);
    const template = unique("Named");
    await account.makeTemplate(template, "Hello");
    const contact = await account.makeContact("Kim", { phone: endingIn("0000") });
    await page.reload();
    await choose(await addAfter(page, "Start 1", "SMS Send"), "Template", template);
    await form(page).getByRole("button", { name: "Name this node" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label"), patience).toBe("Name of the node");
    await page.keyboard.type("Welcome text");
    await page.keyboard.press("Enter");
    await see(form(page).getByRole("heading", { name: "Welcome text" }));
    await hasName(page.locator(".react-flow__node[data-id='2']"), "Welcome text, SMS Send 2");
    await press(page.getByRole("toolbar", { name: "Canvas" }), "Undo");
    await see(card(page, "SMS Send 2"));
    await press(page.getByRole("toolbar", { name: "Canvas" }), "Redo");
    await see(card(page, "Welcome text, SMS Send 2"));
    await addNode(page, "Condition");
    await form(page).getByRole("combobox", { name: "Variable", exact: true }).click();
    await see(page.getByRole("option").first().getByText("Reply to Welcome text"));
    await page.getByRole("option", { name: "Reply to Welcome text" }).click();
    await holds(form(page), "Variable", "Reply to Welcome text");
    await choose(form(page), "Operation", "Exists");
    await press(form(page), "Add Stop: Conditional Path");
    await press(form(page), "Add Stop: Default Path");
    await save(page);
    await page.reload();
    await see(card(page, "Welcome text, SMS Send 2"));
    await page.getByRole("radiogroup", { name: "Left panel" }).getByText("Outline", { exact: true }).click();
    await see(page.getByRole("list", { name: "Outline" }).getByText("SMS Send 2", { exact: false }));
    await runOver(page, contact.phone);
    await settle(page);
    await showSteps(page, ["Continued to Condition 3"]);
    await see(page.getByRole("list", { name: "Steps" }).getByText("Welcome text"));
  });
});

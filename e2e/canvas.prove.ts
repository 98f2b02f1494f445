import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, form, save } from "./editor.ts";
import { openNew } from "./newEditor.ts";
import { gone, patience, see } from "./page.ts";

const browser = useBrowser();

describe("The canvas (look, Canvas)", () => {
  test("the keyboard alone writes a note, colors it, saves it and finds it again", async () => {
    const { page, account, id } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await card(page, "Stop 3").focus();
    await page.keyboard.press("n");
    await page.keyboard.type("Ask Kim");
    await page.keyboard.press("Escape");
    const note = card(page, "Note 1");
    await see(note.getByText("Ask Kim"));
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Blue" }).press("Enter");
    await expect.poll(() => note.locator("[data-color]").first().getAttribute("data-color"), patience).toBe("blue");
    await save(page);
    const [saved] = (await account.call("GET", `/v4/campaign/${id}/workflow/`)).payload;
    expect(JSON.parse(String(saved?.["workflow"]))).toMatchObject({ notes: [{ text: "Ask Kim", color: "blue" }] });
    await page.reload();
    await see(note.getByText("Ask Kim"));
    await page.getByRole("radiogroup", { name: "Left panel" }).getByText("Outline", { exact: true }).click();
    await page
      .getByRole("list", { name: "Notes" })
      .getByRole("button", { name: /^Note 1/ })
      .click();
    await page.keyboard.press("Delete");
    await gone(note);
  });

  test("a menu on a card and on the ground adds, pastes and deletes, and the line heals", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await card(page, "Rate Limit 2").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Copy/ }).click();
    await card(page, "Rate Limit 2").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    await gone(card(page, "Rate Limit 2"));
    await page.getByLabel("Edge from 1 to 3").waitFor({ state: "attached" });
    await page.getByRole("region", { name: "Canvas" }).click({ button: "right", position: { x: 120, y: 480 } });
    await page.getByRole("menuitem", { name: /^Paste/ }).click();
    await see(card(page, "Rate Limit 4"));
    await page.keyboard.press("Control+z");
    await gone(card(page, "Rate Limit 4"));
  });

  test("the side panel keeps the width that the user gave it", async () => {
    const { page } = await openNew(browser);
    await card(page, "Start 1").click();
    const edge = form(page).getByRole("separator", { name: "Panel width" });
    await edge.press("Home");
    await expect.poll(async () => (await form(page).boundingBox())?.width, patience).toBe(280);
    await page.reload();
    await card(page, "Start 1").click();
    await expect.poll(async () => (await form(page).boundingBox())?.width, patience).toBe(280);
    await edge.press("End");
  });
});

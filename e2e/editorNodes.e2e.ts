import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, form, select } from "./editor.ts";
import { openNew } from "./newEditor.ts";
import { gone, holds, patience, press, readNotice, see } from "./page.ts";

const browser = useBrowser();

describe("Nodes (spec 2 §2.1)", () => {
  test("every one but the start can be deleted, by its card or by the key", async () => {
    const { page } = await openNew(browser);
    expect(await page.getByRole("button", { name: "Delete Start 1" }).count()).toBe(0);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await press(page, "Delete Stop 3");
    await gone(card(page, "Stop 3"));
    await select(page, "Rate Limit 2");
    await card(page, "Rate Limit 2").focus();
    await page.keyboard.press("Delete");
    await gone(card(page, "Rate Limit 2"));
    await see(card(page, "Start 1"));
  });

  test("the keyboard alone places, connects, fills and saves a workflow, and each card says where it stands", async () => {
    const { page, account, id } = await openNew(browser);
    const add = async (words: string, name: string) => {
      await page.keyboard.press("/");
      await expect.poll(focused, patience).toBe("Add node");
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await expect.poll(focused, patience).toBe(name);
    };
    const focused = () => page.locator(":focus").getAttribute("aria-label");
    const walk = async (key: string, name: string) => {
      await page.keyboard.press(key);
      await expect.poll(focused, patience).toBe(name);
    };
    /** Into the form of the card that has the focus, as far as a field. */
    const enterForm = async (role: "combobox" | "textbox", label: string) => {
      const field = form(page).getByRole(role, { name: label, exact: true });
      await page.keyboard.press("Enter");
      const isThere = () => field.and(page.locator(":focus")).count();
      await expect.poll(() => form(page).locator(":focus").count(), patience).toBe(1);
      for (let tabs = 0; tabs < 20 && (await isThere()) === 0; tabs++) await page.keyboard.press("Tab");
      expect(await isThere(), label).toBe(1);
    };
    const backToCard = (name: string) => walk("Escape", name);

    await add("dnc check", "DNC Check 2");
    await page.keyboard.press("Escape");
    // two open paths and no selection: the path selector decides
    await add("stop", "Stop 3");
    await walk("ArrowUp", "DNC Check 2");
    await enterForm("combobox", "Failure Path");
    await page.keyboard.type("stop");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await holds(form(page), "Failure Path", "Stop 3");
    await backToCard("DNC Check 2");
    await add("rate", "Rate Limit 4");
    await enterForm("textbox", "TPM");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("90");
    await backToCard("Rate Limit 4");
    await add("stop", "Stop 5");
    for (const name of ["Rate Limit 4", "DNC Check 2", "Start 1"]) await walk("ArrowUp", name);
    await walk("ArrowDown", "DNC Check 2");
    expect(await page.locator(":focus").getAttribute("aria-description")).toBe(
      "DNC List: Account. DNC Sub Type: SMS. After Start 1. Continues to Rate Limit 4 (on the list), Stop 3 (not on the list)",
    );
    await page.keyboard.press("Control+s");
    expect(await readNotice(page, "Success")).toBe("Saved workflow");
    const [saved] = (await account.call("GET", `/v4/campaign/${id}/workflow/`)).payload;
    const { nodes } = JSON.parse(String(saved?.["workflow"])) as { nodes: object[] };
    expect(nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 2, matchPath: 4, noMatchPath: 3 }),
        expect.objectContaining({ id: 4, tpm: 90, children: [5] }),
      ]),
    );
    await page.keyboard.press("?");
    await see(page.getByRole("dialog", { name: "Keyboard shortcuts" }));
  });

  test("Enter opens the form of a card also while the form is still loading", async () => {
    const { page } = await openNew(browser);
    const held = Promise.withResolvers<void>();
    await page.route(/EditorPanel-.*\.js$/, (route) => held.promise.then(() => route.continue()));
    await page.reload();
    await card(page, "Start 1").focus();
    await page.keyboard.press("ArrowDown");
    await see(page.getByLabel("Loading"));
    await page.keyboard.press("Enter");
    held.resolve();
    await expect.poll(() => form(page).locator("[data-node-form] :focus").count(), patience).toBe(1);
  });
});

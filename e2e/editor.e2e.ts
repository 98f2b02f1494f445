import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, addSection, card, form, readMark, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { openNew } from "./newEditor.ts";
import { answer, choose, fill, gone, holds, press, see, unique } from "./page.ts";

const browser = useBrowser();

describe("Saving (spec 2 §4.1)", () => {
  test("every message of every node is in one notice, and the nodes are marked", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "SMS Send");
    await addNode(page, "DNC");
    await addNode(page, "Stop");
    expect(await saveRefused(page)).toEqual(["Node 2: Template is required", "Node 3: DNC Type is required"]);
    await readMark(page, "SMS Send 2", "error", "Template is required.");
    await readMark(page, "DNC 3", "error", "DNC Type is required.");
  });

  test("makes a version, and the name that was typed stands above", async () => {
    const { page } = await openNew(browser);
    const start = await select(page, "Start 1");
    const name = unique("Renamed");
    await fill(start, "Title", name);
    await see(page.getByRole("status").getByText("Not saved yet, unsaved changes"));
    await addNode(page, "Rate Limit");
    await addNode(page, "Stop");
    await save(page);
    // new settings and a new drawing are one version (decision 0019)
    await see(page.getByRole("status").getByText(/^Version 2$/));
    await see(page.getByRole("heading", { name, level: 1 }));
  });
});

describe("Leaving (spec 2 §2.1)", () => {
  test("asks about unsaved changes and follows the answer", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "Stop");
    const leave = () =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates", exact: true }).click();
    await leave();
    expect(await answer(page, "Stay")).toContain("Make sure to save any changes to your workflow before leaving!");
    await see(card(page, "Stop 2"));
    await leave();
    await answer(page, "Leave");
    await see(page.getByRole("heading", { name: "Message Templates", level: 1 }));
  });
});

describe("Undo and redo", () => {
  test("take a node, a form's value, a line and a deletion back, and bring them again", async () => {
    const { page } = await openNew(browser);
    const tools = page.getByRole("toolbar", { name: "Canvas" });
    expect(await tools.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await fill(await addAfter(page, "Start 1", "Rate Limit"), "TPM", "240");
    await press(tools, "Undo");
    await holds(form(page), "TPM", "60 per minute");
    await press(tools, "Undo");
    await gone(card(page, "Rate Limit 2"));
    await press(tools, "Redo");
    await press(tools, "Redo");
    await holds(await select(page, "Rate Limit 2"), "TPM", "240 per minute");
    // a line goes by its own key, also from an open form
    const line = page.getByLabel("Edge from 1 to 2");
    const { x, y, height } = (await line.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.click(x, y + height / 3);
    await gone(form(page));
    await page.keyboard.press("Delete");
    await line.waitFor({ state: "detached" });
    await press(tools, "Undo");
    await line.waitFor({ state: "attached" });
    await press(page, "Delete Rate Limit 2");
    await gone(card(page, "Rate Limit 2"));
    await page.keyboard.press("Control+z");
    await see(card(page, "Rate Limit 2"));
    await page.keyboard.press("Control+Shift+z");
    await gone(card(page, "Rate Limit 2"));
  });
});

describe("Sections (spec 2 §4.3, §5.1)", () => {
  test("a new section is shown, hides the nodes of others, is in the palette, and is deleted with its nodes", async () => {
    const { page } = await openNew(browser);
    await addSection(page, "Winter");
    await holds(page, "Current Section", "Winter");
    await see(page.getByRole("group", { name: /^Section Start/ }));
    await gone(card(page, "Start 1"));
    await addNode(page, "Stop");
    await choose(page, "Current Section", "main");
    await see(card(page, "Start 1"));
    await gone(card(page, "Stop 2"));
    await addAfter(page, "Start 1", "Winter");
    await see(card(page, "Section 3"));
    // used once, it is not offered again
    await gone(page.getByRole("button", { name: "Winter", exact: true }));
    await press(page, "Delete Section");
    await page.getByRole("menuitem", { name: "Winter" }).click();
    expect(await answer(page, "Delete")).toContain('Delete section "Winter"?');
    await holds(page, "Current Section", "main");
    await gone(card(page, "Section 3"));
  });
});

describe("Loading (spec 2 §2.1, §8)", () => {
  test("a narrow screen may read a workflow, and says why it may not change it", async () => {
    const { page } = await openNew(browser, { narrow: true });
    await see(page.getByRole("note").getByText(/^Workflows are read-only on narrow screens\./));
    expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Add Section" }).count()).toBe(0);
  });

  test("an ended session leads to the sign-in and back to where one was", async () => {
    const { page, id } = await openNew(browser);
    await page.context().clearCookies();
    await page.reload();
    await see(page.getByRole("heading", { name: "Sign in", level: 1 }));
    await fill(page, "Email", demoUser.email);
    await fill(page, "Password", demoUser.password);
    await press(page, "Sign in");
    await see(card(page, "Start 1"));
    expect(page.url()).toContain(id);
  });
});

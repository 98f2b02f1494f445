import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card } from "./editor.ts";
import { openNew } from "./newEditor.ts";
import { fill, press, see } from "./page.ts";

const browser = useBrowser();

describe("The canvas (look, Canvas)", () => {
  test("the palette finds a node by another word, and Enter adds it", async () => {
    const { page } = await openNew(browser);
    await fill(page, "Search palette", "pause");
    await see(page.getByRole("button", { name: "Time Delay", exact: true }));
    await page.getByRole("textbox", { name: "Search palette" }).press("Enter");
    await see(card(page, "Time Delay 2"));
  });

  test("changes are saved and run in one step", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await press(page, "Save and run");
    await see(page.getByRole("dialog"));
    await see(page.getByRole("status").getByText(/^Version \d+$/));
  });
});

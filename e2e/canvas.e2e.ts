import { describe, expect, test } from "vitest";
import { numberSetOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card } from "./editor.ts";
import { editorOf, openNew } from "./newEditor.ts";
import { fill, gone, patience, press, see, unique } from "./page.ts";

const browser = useBrowser();

/** A start, rate limits and a stop, one below the other. */
const chainOf = (count: number) => ({
  schemaVersion: 1,
  startNode: 1,
  sections: { main: 1 },
  nodes: Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, x: 250, y: 25 + 140 * index, children: index + 1 < count ? [index + 2] : [] },
    ...(index === 0 ? { type: "start" } : index + 1 < count ? { type: "rateLimit", tpm: 60 } : { type: "control" }),
  })),
});

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

  test("fifteen nodes have a map that leads to any of them, and the zoom is shown in percent", async () => {
    const { page, account } = await openNew(browser);
    const id = await account.makeWorkflow(unique("Long"), await numberSetOf(account), chainOf(15));
    await page.goto(editorOf(id));
    const map = page.getByRole("img", { name: "Map of the workflow" });
    await see(map);
    await press(page, "Zoom to fit");
    // more than the window holds at its actual size
    await press(page, /^Zoom [1-9]\d %$/);
    await see(page.getByRole("button", { name: "Zoom 100 %" }));
    const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
    await map.click({ position: { x: width / 2, y: height - 4 } });
    await expect.poll(async () => (await card(page, "Stop 15").boundingBox())?.y, patience).toBeLessThan(900);
    await card(page, "Stop 15").click();
    await page.keyboard.press("Delete");
    await gone(card(page, "Stop 15"));
    await gone(map);
  });
});

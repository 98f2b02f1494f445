import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, form } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { editorOf, openNew } from "./newEditor.ts";
import { fill, gone, holds, noticeOf, overlaps, patience, press, see, unique } from "./page.ts";

const browser = useBrowser();
describe("Keys, drags and notices (spec 2 §2.1)", () => {
  test("what is typed while quick add loads goes into it", async () => {
    const page = await browser.page();
    const account = await enter(page, inject("demo").address, demoUser);
    const [numberSet] = (await account.call("GET", "/v4/numberset/")).payload;
    const id = await account.makeWorkflow(unique("Keys"), String(numberSet?.["numberSetId"]));
    let arrive = () => {};
    const typed = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    // the script is as slow as a bad connection makes it
    await page.route(/\/Overlay-[^/]*\.js$/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(editorOf(id));
    await see(card(page, "Start 1"));
    await page.keyboard.type("/rate");
    arrive();
    await holds(page, "Add node", "rate");
    await page.keyboard.press("Enter");
    await see(card(page, "Rate Limit 2"));
  });

  test("after a drag from the palette Escape and Delete reach the canvas", async () => {
    const { page } = await openNew(browser);
    const canvas = page.getByRole("region", { name: "Canvas" });
    await page
      .getByRole("button", { name: "Rate Limit", exact: true })
      .dragTo(canvas, { targetPosition: { x: 300, y: 420 } });
    await see(form(page));
    await page.keyboard.press("Escape");
    await gone(form(page));
    await page
      .getByRole("button", { name: "Stop", exact: true })
      .dragTo(canvas, { targetPosition: { x: 300, y: 550 } });
    await see(card(page, "Stop 3"));
    await see(form(page));
    await page.keyboard.press("Delete");
    await gone(card(page, "Stop 3"));
  });

  test("a notice covers neither the form nor the button that it speaks of", async () => {
    const { page } = await openNew(browser);
    await addNode(page, "Rate Limit");
    await addNode(page, "Stop");
    await press(page, "Save");
    const notice = noticeOf(page, "Success").last();
    const others = form(page).or(page.getByRole("button", { name: "Save", exact: true }));
    expect(await overlaps(notice, others)).toBe(false);
  });

  test("the create form keeps the title when the type is switched", async () => {
    const { page } = await openNew(browser);
    await page.goto(`${inject("demo").address}/campaigns/create`);
    await fill(page, "Title", "Kept title");
    await page.getByText("Outbound", { exact: true }).click();
    await see(page.getByText("Timezone Protection", { exact: true }).first());
    await holds(page, "Title", "Kept title");
  });
});

describe("Nodes (spec 2 §2.1)", () => {
  test("the outline lists the same graph as text, and leads to each node", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await page.getByRole("radiogroup", { name: "Left panel" }).getByText("Outline", { exact: true }).click();
    const lines = page.getByRole("list", { name: "Outline" }).getByRole("listitem");
    await expect.poll(() => lines.count(), patience).toBe(3);
    await lines.nth(1).getByRole("button").click();
    await see(form(page).getByText("Node 2", { exact: true }));
  });
});

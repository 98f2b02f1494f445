import { mayFollow } from "@trunkline/workflow/inbound/connections.ts";
import type { NodeType } from "@trunkline/workflow/inbound/saved.ts";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { copyOf, openEditor, paste } from "./inboundCanvas.ts";
import { drawingOf } from "./inboundDrawing.ts";
import { openDemo } from "./openDemo.ts";
import { patience, press, unique } from "./page.ts";

const browser = useBrowser();

describe("lines of inbound workflows (spec 1 §4.1)", () => {
  test("every pair of nodes is tried: a line is drawn where the one table allows it, and nowhere else (§4.1)", async () => {
    const { page, account } = await openDemo(browser, "/campaigns");
    const placed = ["time", "textContent", "voicemail", "inbox", "workflow", "time", "textContent"] as const;
    await openEditor(page, await account.makeRoute(unique("Pairs"), drawingOf([])));
    await paste(page, copyOf(drawingOf(placed.map((kind) => ({ kind })))));
    const cards: Record<NodeType, string> = {
      start: "Start",
      inboundCall: "Inbound Call",
      inboundSms: "Inbound SMS",
      inboundRcs: "Inbound RCS",
      rule: "Time 1",
      smsRule: "Text Message Content 1",
      callDestination: "Voicemail 1",
      smsDestination: "Inbox 1",
      multipleDestination: "Workflow 1",
    };
    const types = Object.keys(cards) as NodeType[];
    // a node never leads to itself: for those of its own kind there is another one
    const others: Partial<Record<NodeType, string>> = { rule: "Time 2", smsRule: "Text Message Content 2" };
    await press(page, "Zoom to fit");
    const lines = page.getByRole("img", { name: /^Edge from / });
    // those of Start
    await expect.poll(() => lines.count(), patience).toBe(3);
    const placeOf = async (name: string) => {
      const { x, y, width, height } = (await card(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { x: x + width / 2, top: y, bottom: y + height };
    };
    const drawn: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    // a destination has no way out to draw from; the lines of Start are there from the beginning, and its handle draws none
    for (const source of types.filter((type) => type !== "start" && !type.endsWith("Destination"))) {
      drawn[source] = [];
      expected[source] = types.filter((type) => mayFollow[source].includes(type));
      const from = await placeOf(cards[source]);
      for (const target of types) {
        const name = target === source ? others[target] : cards[target];
        if (name === undefined) continue;
        const to = await placeOf(name);
        await page.mouse.move(from.x, from.bottom);
        await page.mouse.down();
        await page.mouse.move(to.x, to.top, { steps: 4 });
        await page.mouse.up();
        await page.evaluate("new Promise(requestAnimationFrame)");
        if ((await lines.count()) === 3) continue;
        drawn[source].push(target);
        await press(page, "Undo");
        await expect.poll(() => lines.count(), patience).toBe(3);
      }
    }
    expect(drawn).toEqual(expected);
  });
});

import { drawInbound, drawnCategory } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { Locator, Page } from "playwright-core";
import { inject } from "vitest";
import { card, form } from "./editor.ts";
import { press, see } from "./page.ts";

export const editorOf = (routeTag: string): string =>
  `${inject("demo").address}/campaigns/workflow-inbound/edit/${encodeURIComponent(routeTag)}`;

export async function openEditor(page: Page, routeTag: string): Promise<void> {
  await page.goto(editorOf(routeTag));
  await see(card(page, "Start"));
}

export const details = async (page: Page, node: string): Promise<Locator> => {
  await page
    .getByRole("list", { name: "Outline" })
    .getByRole("button", { name: new RegExp(`^${node}`) })
    .click();
  await see(form(page).getByRole("heading", { name: `${node.replace(/ \d+$/, "")} Node Details` }));
  return form(page);
};

export const addNode = async (page: Page, under: string, kind: string): Promise<Locator> => {
  await press(page, "Zoom to fit");
  await card(page, under).click();
  await press(page, kind);
  await see(form(page).getByRole("heading", { name: `${kind} Node Details` }));
  return form(page);
};

/** What copying these nodes puts on the clipboard. */
export const copyOf = (drawing: object): string =>
  JSON.stringify({
    "trunkline/nodes": [...drawInbound(readInbound(JSON.stringify(drawing))).nodes.values()].filter(
      (node) => !["start", "channel"].includes(drawnCategory(node) ?? ""),
    ),
  });

export const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`
    const data = new DataTransfer();
    data.setData("text/plain", ${JSON.stringify(text)});
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  `);

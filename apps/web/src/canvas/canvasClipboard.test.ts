import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { copiedText, duplicateSelected, pasteText } from "./canvasClipboard.ts";
import { createCanvas, graphOf, select } from "./canvasStore.ts";
import { isFree, sizeOf } from "./cards.ts";
import { addAfter } from "./placing.ts";

const context = { flag: () => false, today: "2026-11-22" };

test("duplicated cards cover no other card, however often they are duplicated", () => {
  const { graph } = addAfter(readGraph(null, {}), 1, { kind: "rateLimit" });
  const store = createCanvas({ graph, context });
  for (let times = 0; times < 3; times += 1) {
    select(store, [2]);
    duplicateSelected(store);
  }
  expectFreeCards(graphOf(store.getState()), 5);
});

test("pasted cards lie on no other card, however often they are pasted", () => {
  const { graph } = addAfter(readGraph(null, {}), 1, { kind: "rateLimit" });
  const store = createCanvas({ graph, context });
  select(store, [2]);
  const text = copiedText(store) ?? "";
  for (let times = 0; times < 3; times += 1) pasteText(store, text);
  expectFreeCards(graphOf(store.getState()), 5);
});

function expectFreeCards(after: Graph, count: number): void {
  expect(after.nodes.size).toBe(count);
  const covered = [...after.nodes.values()].filter(
    (node) => !isFree(after, "main", { x: node.x, y: node.y, ...sizeOf(node) }, node.id),
  );
  expect(covered).toEqual([]);
}

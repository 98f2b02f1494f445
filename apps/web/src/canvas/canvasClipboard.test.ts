import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { copiedText, pasteText } from "./canvasClipboard.ts";
import { createCanvas, graphOf, select } from "./canvasStore.ts";
import { isFree, sizeOf } from "./cards.ts";
import { addAfter } from "./placing.ts";

const context = { flag: () => false, today: "2026-11-22" };

test("pasted cards lie on no other card, however often they are pasted", () => {
  const { graph } = addAfter(readGraph(null, {}), 1, { kind: "rateLimit" });
  const store = createCanvas({ graph, context });
  select(store, [2]);
  const text = copiedText(store) ?? "";
  for (let times = 0; times < 3; times += 1) pasteText(store, text);
  const after = graphOf(store.getState());
  expect(after.nodes.size).toBe(5);
  const covered = [...after.nodes.values()].filter(
    (node) => !isFree(after, "main", { x: node.x, y: node.y, ...sizeOf(node) }, node.id),
  );
  expect(covered).toEqual([]);
});

import { edges, type Graph } from "@trunkline/workflow/outbound/graph.ts";
import { notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { copiedText, duplicateSelected, pasteText } from "./canvasClipboard.ts";
import { createCanvas, graphOf, remove, select, step } from "./canvasStore.ts";
import { isFree, sizeOf } from "./cards.ts";
import { addNoteAt } from "./notes/addNote.ts";
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
  select(store, []);
  for (let times = 0; times < 3; times += 1) pasteText(store, text, { x: 300, y: 200 });
  expectFreeCards(graphOf(store.getState()), 5);
});

test("cards are pasted at the pointer", () => {
  const { graph } = addAfter(readGraph(null, {}), 1, { kind: "rateLimit" });
  const store = createCanvas({ graph, context });
  select(store, [2]);
  const text = copiedText(store) ?? "";
  select(store, []);
  pasteText(store, text, { x: 900, y: 700 });
  expect(graphOf(store.getState()).nodes.get(3)).toMatchObject({ x: 800, y: 700 });
});

test("a pasted path is attached to the free exit of the selected node", () => {
  const { graph } = addAfter(readGraph(null, {}), 1, { kind: "rateLimit" });
  const store = createCanvas({ graph, context });
  select(store, [2]);
  pasteText(store, copiedText(store) ?? "", { x: 900, y: 700 });
  const after = graphOf(store.getState());
  expect(edges(after).map(({ source, target }) => `${source}>${target}`)).toEqual(["1>2", "2>3"]);
  expect(after.nodes.get(3)?.x).toBe(after.nodes.get(2)?.x);
  expect([...store.getState().selected]).toEqual([3]);
});

test("notes are copied, pasted and deleted with the cards", () => {
  const store = createCanvas({ graph: readGraph(null, {}), context });
  addNoteAt(store, { x: 500, y: 500 });
  const text = copiedText(store) ?? "";
  pasteText(store, text, { x: 900, y: 700 });
  expect(notesOf(graphOf(store.getState()))).toMatchObject([
    { id: 1, x: 390 },
    { id: 2, x: 790, y: 700 },
  ]);
  duplicateSelected(store);
  remove(store);
  expect(notesOf(graphOf(store.getState())).map(({ id }) => id)).toEqual([1, 2]);
  step(store, "undo");
  expect(notesOf(graphOf(store.getState()))).toHaveLength(3);
});

function expectFreeCards(after: Graph, count: number): void {
  expect(after.nodes.size).toBe(count);
  const covered = [...after.nodes.values()].filter(
    (node) => !isFree(after, "main", { x: node.x, y: node.y, ...sizeOf(node) }, node.id),
  );
  expect(covered).toEqual([]);
}

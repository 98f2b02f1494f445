import { compareGraphs } from "@trunkline/workflow/compare/compareGraphs.ts";
import { addNode, connect, deleteNodes } from "@trunkline/workflow/outbound/commands.ts";
import { type Graph, renameNode } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { createCanvas, graphOf, graphToSave, isChanged, rebase, step } from "../canvasStore.ts";
import { noNames } from "../cards.ts";
import { flowEdges } from "../flow.ts";
import { markOf } from "../marks.ts";
import { comparedStore } from "./comparedStore.ts";

/** Start 1 → Rate Limit 2 → Stop 3. */
function drawn(): Graph {
  let graph = readGraph(null, { campaignName: "Spring" });
  for (const [source, kind, y] of [
    [1, "rateLimit", 165],
    [2, "control", 305],
  ] as const) {
    const added = addNode(graph, { kind, x: 250, y, section: "main" });
    graph = connect(added.graph, source, added.id);
  }
  return graph;
}

const linesOf = (before: Graph, after: Graph) => {
  const store = comparedStore(compareGraphs(before, after), noNames);
  const { compared } = store.getState();
  const marked = { selected: null, dropOn: null, compared };
  return flowEdges(graphOf(store.getState()), "main", marked, []).map(
    ({ source, target, className }) => `${source}>${target} ${className ?? "same"}`,
  );
};

test("a comparison draws the lines of both versions and says which one has them", () => {
  const before = drawn();
  expect(linesOf(before, deleteNodes(before, [2])).sort()).toEqual(["1>2 removed", "1>3 added", "2>3 removed"]);
  expect(linesOf(before, before)).toEqual(["1>2 same", "2>3 same"]);
});

test("a removed card is next to the card that took its place, and is not marked as an orphan", () => {
  const before = drawn();
  const gone = deleteNodes(before, [2]);
  const { graph, id } = addNode(gone, { kind: "dnc", x: 250, y: 165, section: "main" });
  const store = comparedStore(compareGraphs(before, connect(graph, 1, id)), noNames);
  const nodes = graphOf(store.getState()).nodes;
  const removed = nodes.get(2);
  expect(removed?.y).toBe(165);
  expect(removed?.x).toBeGreaterThan(nodes.get(id)?.x ?? 0);
  expect(markOf(store.getState(), 2)).toBe("normal");
});

test("a comparison opens with the whole drawing, and with its first difference where that is too much to read", () => {
  const aimOf = (before: Graph, after: Graph) => comparedStore(compareGraphs(before, after), noNames).getState().aim.at;
  const few = drawn();
  expect(aimOf(few, renameNode(few, 3, "End"))).toBe("all");
  let many = few;
  for (let y = 1; y <= 120; y++) many = addNode(many, { kind: "control", x: 500, y: y * 140, section: "main" }).graph;
  expect(aimOf(many, renameNode(many, 60, "End"))).toBe(60);
});

test("a merged drawing is an undo step on top of the newer version", () => {
  const base = drawn();
  const store = createCanvas({ graph: base, context: { flag: () => false, today: "" } });
  const theirs = renameNode(base, 2, "Slow");
  const merged = renameNode(theirs, 3, "End");
  rebase(store, theirs, merged);
  expect(isChanged(store.getState())).toBe(true);
  expect(graphToSave(store.getState()).nodes.get(3)?.name).toBe("End");
  expect(store.getState().saved.nodes.get(2)?.name).toBe("Slow");
  step(store, "undo");
  expect(graphOf(store.getState()).nodes.get(3)?.name).toBeUndefined();
});

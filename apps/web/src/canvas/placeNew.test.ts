import { addNode, connect, deleteNodes } from "@trunkline/workflow/outbound/commands.ts";
import { edges, type Graph, mainSection, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { isFree, noNames, sizeOf } from "./cards.ts";
import { spacing } from "./layout.ts";
import { placeNew } from "./placeNew.ts";
import { addAfter, addOnEdge } from "./placing.ts";

const empty = readGraph(null, {});
const grow = (graph: Graph, after: number, kind: string) => addAfter(graph, after, { kind }).graph;
/** Start, a wait, and an Event with two branches. */
const before = grow(grow(grow(grow(empty, 1, "timeDelay"), 2, "event"), 3, "rateLimit"), 3, "control");
const placesOf = (graph: Graph, ids: Iterable<number>) =>
  [...ids].map((id) => [id, graph.nodes.get(id)?.x, graph.nodes.get(id)?.y]);
/** As an edit of a proposal adds it: without a place. */
const unplaced = (graph: Graph, kind: string) => addNode(graph, { kind, x: 0, y: 0, section: mainSection });
const coversNothing = (graph: Graph) =>
  nodesIn(graph, mainSection).every((node) => isFree(graph, mainSection, { ...node, ...sizeOf(node) }, node.id));

test("a new branch leaves every earlier card where it is and covers none", () => {
  const one = unplaced(before, "rateLimit");
  const two = unplaced(one.graph, "timeDelay");
  const after = connect(connect(two.graph, 4, one.id), one.id, two.id);
  const placed = placeNew(before, after, noNames);
  expect(placesOf(placed, before.nodes.keys())).toEqual(placesOf(before, before.nodes.keys()));
  expect(placed.nodes.get(two.id)?.y).toBeGreaterThan(placed.nodes.get(one.id)?.y ?? 0);
  expect(coversNothing(placed)).toBe(true);
});

test("a new step in a line moves down what follows it, and nothing else", () => {
  const { graph, id } = addOnEdge(before, "1-0", { kind: "rateLimit" }) ?? { graph: before, id: 0 };
  const after = { ...graph, nodes: new Map([...before.nodes, [id, { ...graph.nodes.get(id)!, x: 0, y: 0 }]]) };
  const linked = connect({ ...after, nodes: new Map(after.nodes).set(1, graph.nodes.get(1)!) }, id, 2);
  const placed = placeNew(before, linked, noNames);
  const [start, added, next] = [1, id, 2].map((node) => placed.nodes.get(node)!);
  expect(placesOf(placed, [1])).toEqual(placesOf(before, [1]));
  expect(added!.y).toBe(start!.y + sizeOf(start!).height + spacing);
  expect(next!.y).toBe(added!.y + sizeOf(added!).height + spacing);
  expect(next!.x).toBe(before.nodes.get(2)?.x);
  expect(coversNothing(placed)).toBe(true);
});

test("a removed node moves no other", () => {
  const after = deleteNodes(before, [4]);
  expect(placeNew(before, after, noNames)).toBe(after);
});

test("a workflow that had only its start is laid out as a whole", () => {
  const one = unplaced(empty, "timeDelay");
  const placed = placeNew(empty, connect(one.graph, 1, one.id), noNames);
  expect(edges(placed)).toHaveLength(1);
  expect(placed.nodes.get(one.id)?.y).toBe(25 + sizeOf(empty.nodes.get(1)!).height + spacing);
});

import { edges, type Graph, mainSection } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { sizeOf } from "./cards.ts";
import { spacing } from "./layout.ts";
import { addAfter, addAt, addOnEdge, deleteAndClose, openEndFor, tidied, withDraft } from "./placing.ts";

const empty = readGraph(null, {});
const links = (graph: Graph) => edges(graph).map(({ source, target }) => `${source}>${target}`);
const line = () => {
  const two = addAfter(empty, 1, { kind: "rateLimit" });
  return addAfter(two.graph, two.id, { kind: "control" }).graph;
};

test("a node added after another one is attached below it", () => {
  const graph = line();
  expect(links(graph)).toEqual(["1>2", "2>3"]);
  const [start, limit] = [graph.nodes.get(1), graph.nodes.get(2)];
  expect(start && limit && limit.y - start.y - sizeOf(start).height).toBe(spacing);
});

test("a node added after a connected node is inserted, and the following nodes move down", () => {
  const before = line();
  const { graph, id } = addAfter(before, 1, { kind: "timeDelay" });
  expect(links(graph).sort()).toEqual([`1>${id}`, "2>3", `${id}>2`].sort());
  expect((graph.nodes.get(2)?.y ?? 0) - (before.nodes.get(2)?.y ?? 0)).toBeGreaterThanOrEqual(60 + spacing);
});

test("a node added after a branching node uses its first free path", () => {
  const event = addAfter(empty, 1, { kind: "event" });
  const first = addAfter(event.graph, event.id, { kind: "control" });
  const second = addAfter(first.graph, event.id, { kind: "control" });
  expect(links(second.graph)).toEqual(["1>2", "2>3", "2>4"]);
});

test("after a deletion the following nodes move up to where the deleted one was", () => {
  const before = line();
  const after = deleteAndClose(before, [2]);
  expect(links(after)).toEqual(["1>3"]);
  expect(after.nodes.get(3)?.y).toBe(before.nodes.get(2)?.y);
});

test("a Stop node cannot be inserted into a line", () => {
  expect(addOnEdge(line(), "1-0", { kind: "control" })).toBeUndefined();
});

test("a dropped node never covers another node", () => {
  const one = addAt(empty, { kind: "control" }, { x: 250, y: 25 }, mainSection);
  expect(one.graph.nodes.get(one.id)?.y).toBeGreaterThan(25 + 60);
});

test("the layout runs top to bottom with a spacing of 80 and keeps the start position (spec 2 §9)", () => {
  const graph = tidied(line(), mainSection);
  const [start, second] = [graph.nodes.get(1), graph.nodes.get(2)];
  expect(start).toMatchObject({ x: 250, y: 25 });
  expect(start && second && second.y - start.y - sizeOf(start).height).toBe(spacing);
});

test("branches are placed side by side in the order of the form", () => {
  const event = addAfter(empty, 1, { kind: "event" });
  const first = addAfter(event.graph, event.id, { kind: "control" });
  const second = addAfter(first.graph, event.id, { kind: "control" });
  const graph = tidied(second.graph, mainSection);
  expect(graph.nodes.get(first.id)?.x).toBeLessThan(graph.nodes.get(second.id)?.x ?? 0);
});

test("without a selection a node is attached to the only open end", () => {
  expect(openEndFor(empty, mainSection, undefined)).toBe(1);
  const open = addAfter(empty, 1, { kind: "rateLimit" });
  expect(openEndFor(open.graph, mainSection, undefined)).toBe(2);
  expect(openEndFor(line(), mainSection, undefined)).toBeUndefined();
  const branched = addAfter(empty, 1, { kind: "dncCheck" });
  expect(openEndFor(branched.graph, mainSection, undefined)).toBeUndefined();
});

test("after a selected node without outputs, the next node is attached to the only open end", () => {
  const branched = addAfter(empty, 1, { kind: "dncCheck" });
  const stopped = addAfter(branched.graph, branched.id, { kind: "control" });
  expect(openEndFor(stopped.graph, mainSection, stopped.id)).toBe(branched.id);
  expect(openEndFor(line(), mainSection, 3)).toBe(3);
  expect(openEndFor(line(), mainSection, 1)).toBe(1);
});

test("a card that gets wider grows to both sides", () => {
  const { graph, id } = addAfter(empty, 1, { kind: "smsSend" });
  const middle = (of: Graph) => {
    const node = of.nodes.get(id);
    return node && node.x + sizeOf(node).width / 2;
  };
  const named = withDraft(graph, id, { ...graph.nodes.get(id)?.draft, smsTemplateName: "Appointment: last reminder" });
  expect(sizeOf(named.nodes.get(id) as never).width).toBeGreaterThan(200);
  expect(middle(named)).toBe(middle(graph));
});

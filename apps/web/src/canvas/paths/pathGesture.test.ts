import { addNode, connect } from "@trunkline/workflow/outbound/commands.ts";
import { exitsOf, type Graph } from "@trunkline/workflow/outbound/graph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { describe, expect, test } from "vitest";
import { leadTo, leadToNew, mayContinue, mayLead, offeredPaths } from "./pathGesture.ts";

const at = { x: 0, y: 0, section: "main" };
const add = (graph: Graph, kind: string): Graph => addNode(graph, { kind, ...at }).graph;
const targetsOf = (graph: Graph, id: number) => exitsOf(graph.nodes.get(id) as never).map(({ target }) => target);
/** Start → a node of the kind, and two Stops that nothing leads to. */
const withStops = (kind: string): Graph =>
  add(add(connect(add(readGraph(null, {}), kind), 1, 2), "control"), "control");

describe("A drag from a card", () => {
  test("is for a free path, and asks which if there are several", () => {
    const graph = withStops("dncCheck");
    expect(offeredPaths(graph, 2)).toEqual([
      { place: "matchPath", name: "on the list" },
      { place: "noMatchPath", name: "not on the list" },
    ]);
    const half = leadTo(graph, 2, offeredPaths(graph, 2)?.[0], 3);
    expect(offeredPaths(half, 2)).toEqual([{ place: "noMatchPath", name: "not on the list" }]);
  });

  test("is for any path if none is free, and for a new one where paths are rows", () => {
    let graph = withStops("percentage");
    for (const target of [3, 4]) graph = leadTo(graph, 2, offeredPaths(graph, 2)?.[0], target);
    expect(offeredPaths(graph, 2)?.map(({ name, now }) => [name, now])).toEqual([
      ["New path", undefined],
      ["50.00 %", "Stop 3"],
      ["50.00 %", "Stop 4"],
    ]);
    const more = leadToNew(graph, { source: 2, target: null, at: { x: 0, y: 400 } }, offeredPaths(graph, 2)?.[0], {
      kind: "rateLimit",
    });
    expect(more && targetsOf(more.graph, 2)).toEqual([3, 4, 5]);
  });

  test("draws the line of a kind without path selectors, and none where the specification forbids it", () => {
    const graph = withStops("rateLimit");
    expect(offeredPaths(graph, 2)).toBeUndefined();
    expect(mayLead(graph, 2, 3)).toBe(true);
    const drawn = leadTo(graph, 2, undefined, 3);
    expect(targetsOf(drawn, 2)).toEqual([3]);
    expect(mayLead(drawn, 2, 4)).toBe(false);
    expect(mayContinue(drawn, 2)).toBe(false);
    expect(mayContinue(drawn, 3)).toBe(false);
  });
});

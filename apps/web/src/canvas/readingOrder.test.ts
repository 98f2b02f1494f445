import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { expect, test } from "vitest";
import { neighbour, readingOrder } from "./readingOrder.ts";

const node = (id: number, type: string, children: number[], own: object = {}) => ({
  id,
  type,
  x: 0,
  y: id,
  children,
  ...own,
});
const graph = readGraph(
  {
    schemaVersion: 1,
    startNode: 1,
    nodes: [
      node(1, "start", [2]),
      node(2, "percentage", [3, 4], { percentages: [5000, 5000] }),
      node(3, "rateLimit", [5], { tpm: 60 }),
      node(4, "control", []),
      node(5, "control", []),
      node(6, "control", []),
    ],
    sections: { main: 1 },
  },
  {},
);

test("lists a section from its start, branch by branch, then unattached nodes", () => {
  expect(readingOrder(graph, "main").map((line) => [line.node.id, line.depth])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [5, 1],
    [4, 1],
    [6, 0],
  ]);
});

test("arrow keys follow the reading order and the branches of a node", () => {
  expect(neighbour(graph, "main", 2, "down")).toBe(3);
  expect(neighbour(graph, "main", 4, "up")).toBe(5);
  expect(neighbour(graph, "main", 3, "right")).toBe(4);
  expect(neighbour(graph, "main", 4, "left")).toBe(3);
  expect(neighbour(graph, "main", 1, "up")).toBeUndefined();
});

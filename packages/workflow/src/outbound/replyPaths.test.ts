import { expect, test } from "vitest";
import { readGraph } from "./readGraph.ts";
import { replyPlacesOf } from "./replyPaths.ts";

const event = (id: number, name: string | undefined, values: readonly string[]) => ({
  id,
  type: "event",
  ...(name !== undefined && { name }),
  x: 0,
  y: id,
  children: [],
  timeoutType: "wait",
  timeoutWaitType: "number",
  timeoutWaitNumber: 1,
  timeoutWaitUnits: "days",
  timeoutPath: null,
  conditions: values.map((value) => ({
    targetNode: null,
    statements: [{ variable: "node2.reply", operation: "EQUALS", value, negated: false }],
  })),
});

test("the nodes that wait for replies are listed with their paths, and a reply that matches none", () => {
  const nodes = [
    { id: 1, type: "start", x: 0, y: 0, children: [5] },
    event(5, undefined, ["yes"]),
    event(4, "Answer", ["1", "2"]),
  ];
  const graph = readGraph(JSON.stringify({ schemaVersion: 1, startNode: 1, sections: { main: 1 }, nodes }), {});
  expect(replyPlacesOf(graph)).toEqual([
    {
      node: 4,
      title: "Answer",
      answers: [
        { path: 0, words: "reply equals 1" },
        { path: 1, words: "reply equals 2" },
        { path: null, words: "another reply" },
      ],
    },
    {
      node: 5,
      title: "Event 5",
      answers: [
        { path: 0, words: "reply equals yes" },
        { path: null, words: "another reply" },
      ],
    },
  ]);
});

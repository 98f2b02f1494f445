import { expect, test } from "vitest";
import { emptyInbound, type InboundGraph, newInboundNode } from "./graph.ts";
import { tryOrder } from "./tryOrder.ts";

const add = (
  graph: InboundGraph,
  id: string,
  kind: "time" | "voicemail" | "inbox",
  under: string,
  form: object = {},
) => {
  const node = newInboundNode(id, kind, 0, 0);
  return {
    ...graph,
    nodes: new Map(graph.nodes).set(id, { ...node, form: { ...node.form, ...form } }),
    edges: [...graph.edges, { id: `${under}-${id}`, source: under, target: id, carried: {} }],
  };
};

test("paths are tried by priority, those with rules before one that matches everything", () => {
  let graph = add(emptyInbound(), "open", "voicemail", "callSrc");
  graph = add(graph, "late", "time", "callSrc");
  graph = add(graph, "after", "voicemail", "late");
  graph = add(graph, "urgent", "voicemail", "callSrc", { priority: 0 });
  expect(Object.fromEntries(tryOrder(graph, "desk", []))).toEqual({
    urgent: { nth: 1, of: 3 },
    late: { nth: 2, of: 3 },
    open: { nth: 3, of: 3 },
  });
});

test("a channel with one path has no order", () => {
  expect(tryOrder(add(emptyInbound(), "box", "inbox", "smsSrc"), "desk", []).size).toBe(0);
});

import { whyNotConnect } from "./connections.ts";
import { type InboundGraph, type InboundNode, isFixed, newInboundNode } from "./graph.ts";
import type { InboundKindName } from "./kinds.ts";
import { whyNotPlace } from "./palette.ts";

/** The first unused id of a kind: `time-3`. */
function freeId(graph: InboundGraph, kind: InboundKindName): string {
  for (let number = 1; ; number++) {
    const id = `${kind}-${number}`;
    if (!graph.nodes.has(id)) return id;
  }
}

const withNode = (graph: InboundGraph, node: InboundNode): InboundGraph => ({
  ...graph,
  nodes: new Map(graph.nodes).set(node.id, node),
});

/** Adds a node. Returns the same graph when the node cannot be placed (spec 1 §4.2). */
export function addInboundNode(
  graph: InboundGraph,
  kind: InboundKindName,
  at: { x: number; y: number },
): { graph: InboundGraph; id: string | null } {
  if (whyNotPlace(graph, kind) !== undefined) return { graph, id: null };
  const id = freeId(graph, kind);
  return { graph: withNode(graph, newInboundNode(id, kind, at.x, at.y)), id };
}

/** Adds an edge. Returns the same graph when the edge is not allowed (spec 1 §4.1). */
export function connectInbound(graph: InboundGraph, source: string, target: string): InboundGraph {
  if (whyNotConnect(graph, source, target) !== undefined) return graph;
  return { ...graph, edges: [...graph.edges, { id: `${source}-${target}`, source, target, carried: {} }] };
}

/** Removes an edge. Edges of Start stay. */
export const disconnectInbound = (graph: InboundGraph, edgeId: string): InboundGraph => ({
  ...graph,
  edges: graph.edges.filter(({ id, source }) => id !== edgeId || graph.nodes.get(source)?.kind === "start"),
});

/** Removes a node and its edges. Fixed nodes stay (spec 1 §4.1). */
export function removeInboundNode(graph: InboundGraph, id: string): InboundGraph {
  const node = graph.nodes.get(id);
  if (node === undefined || isFixed(node)) return graph;
  const nodes = new Map(graph.nodes);
  nodes.delete(id);
  return { ...graph, nodes, edges: graph.edges.filter(({ source, target }) => source !== id && target !== id) };
}

/** Changes the form of a node. */
export function changeInboundForm(
  graph: InboundGraph,
  id: string,
  change: Readonly<Record<string, unknown>>,
): InboundGraph {
  const node = graph.nodes.get(id);
  return node === undefined ? graph : withNode(graph, { ...node, form: { ...node.form, ...change } });
}

const otherNumber = {
  fromNumber: { kind: "toNumber", variable: "to", label: "To Number" },
  toNumber: { kind: "fromNumber", variable: "from", label: "From Number" },
} as const;

/** Turns a rule on one number into a rule on the other, with the same edges and values (spec 1 §4.3). Other nodes do not change. */
export function switchNumberRule(graph: InboundGraph, id: string): InboundGraph {
  const node = graph.nodes.get(id);
  if (node?.kind !== "fromNumber" && node?.kind !== "toNumber") return graph;
  const { kind, variable, label } = otherNumber[node.kind];
  return withNode(graph, { ...node, kind, type: kind, label, form: { ...node.form, variable } });
}

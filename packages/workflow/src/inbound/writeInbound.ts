import { categoryOf, type InboundGraph, type InboundNode, kindOf } from "./graph.ts";
import type { SavedInbound, SavedInboundNode } from "./saved.ts";

/** The inbound workflow to save, equal in meaning to what was read (spec 1 §3.4). */
export const writeInbound = (graph: InboundGraph): SavedInbound => ({
  nodes: [...graph.nodes.values()].map(writeNode),
  edges: graph.edges.map(({ id, source, target, carried }) => ({
    id,
    source,
    target,
    ...(isRule(graph, source) && isRule(graph, target) && { condition: "AND" }),
    ...carried,
  })),
  ...graph.carried,
});

const isRule = (graph: InboundGraph, id: string): boolean => {
  const node = graph.nodes.get(id);
  return node !== undefined && categoryOf(node) === "rule";
};

function writeNode(node: InboundNode): SavedInboundNode {
  const kind = kindOf(node);
  const named = node.name === undefined ? {} : { name: node.name };
  const place = { id: node.id, type: node.nodeType, position: { x: node.x, y: node.y }, ...named };
  if (kind === undefined) return { ...place, data: { ...node.form }, ...node.carried.node };
  const { category } = kind;
  return {
    ...place,
    data: {
      label: node.label,
      type: node.type,
      ...(category === "destination" && { destType: kind.destType }),
      ...(category !== "start" && { category }),
      ...(category !== "channel" && { formData: { ...node.form } }),
      ...(category === "destination" && node.routeDest !== null && { routeDest: node.routeDest }),
      ...node.carried.data,
    },
    ...node.carried.node,
  };
}

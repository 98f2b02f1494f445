import type { Graph, GraphNode } from "../outbound/graph.ts";
import type { NodeId } from "../savedNode.ts";

/**
 * What identifies a node within its workflow: its id and kind. The start of a section is identified by the section, and a
 * node of an inbound workflow by its id on the wire.
 */
export function identityOf(node: GraphNode): string {
  if (node.kind === "start") return "start";
  if (node.kind === "sectionStart") return `start of ${node.section}`;
  return `${node.kind} ${node.type} ${node.foreign?.wireId ?? node.id}`;
}

/**
 * The nodes of two versions that are the same node, by the id in the newer one. A node keeps its id, but the id of a
 * deleted node may be given to another one. So a node with the same kind and name comes first, then the same id and kind,
 * where the name may have changed.
 */
export function matchNodes(before: Graph, after: Graph): Map<NodeId, GraphNode> {
  const matched = new Map<NodeId, GraphNode>();
  const olds = new Map([...before.nodes.values()].map((node) => [identityOf(node), node]));
  const news = new Map([...after.nodes.values()].map((node) => [identityOf(node), node]));
  const pair = (from: GraphNode, to: GraphNode) => {
    matched.set(to.id, from);
    olds.delete(identityOf(from));
    news.delete(identityOf(to));
  };
  for (const [identity, to] of [...news]) {
    const from = olds.get(identity);
    if (from !== undefined && from.name === to.name) pair(from, to);
  }
  const oldNames = Map.groupBy([...olds.values()].filter(isNamed), kindAndName);
  for (const [key, tos] of Map.groupBy([...news.values()].filter(isNamed), kindAndName)) {
    const froms = oldNames.get(key) ?? [];
    const [from] = froms;
    const [to] = tos;
    if (from !== undefined && to !== undefined && froms.length === 1 && tos.length === 1) pair(from, to);
  }
  for (const [identity, to] of [...news]) {
    const from = olds.get(identity);
    if (from !== undefined) pair(from, to);
  }
  return matched;
}

const isNamed = ({ name }: GraphNode): boolean => name !== undefined;
const kindAndName = ({ kind, type, name }: GraphNode): string => `${kind} ${type} ${name}`;

import type { NodeId } from "../savedNode.ts";
import { type Graph, type GraphNode, incoming } from "./graph.ts";
import type { Draft as SectionDraft } from "./kinds/section/design.ts";

/** Nodes that a contact can have passed before this one, including through sections, nearest first. */
export function nodesBefore(graph: Graph, id: NodeId): GraphNode[] {
  const seen = new Set<NodeId>([id]);
  const found: GraphNode[] = [];
  const open = [id];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const source of sourcesOf(graph, at)) {
      if (seen.has(source.id)) continue;
      seen.add(source.id);
      found.push(source);
      open.push(source.id);
    }
  }
  return found;
}

function sourcesOf(graph: Graph, id: NodeId): GraphNode[] {
  const node = graph.nodes.get(id);
  if (node?.kind === "sectionStart") {
    return [...graph.nodes.values()].filter(
      (other) => other.kind === "section" && (other.draft as SectionDraft).section === node.section,
    );
  }
  return incoming(graph, id).flatMap(({ source }) => graph.nodes.get(source) ?? []);
}

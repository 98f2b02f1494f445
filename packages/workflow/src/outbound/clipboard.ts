import type { NodeId } from "../savedNode.ts";
import { exitsOf, type Graph, type GraphNode, isFixed, nextId, retargeted } from "./graph.ts";
import type { Draft as SectionDraft } from "./kinds/section/design.ts";
import { withVariables } from "./withVariables.ts";

/** Copied nodes, to be pasted into any graph. */
export type Copied = readonly GraphNode[];

/** Copies nodes. Start nodes cannot be copied. */
export const copyNodes = (graph: Graph, ids: readonly NodeId[]): Copied =>
  ids.flatMap((id) => {
    const node = graph.nodes.get(id);
    return node === undefined || isFixed(node) ? [] : [node];
  });

/**
 * Pastes copies into a section, moved by an offset, with new ids. Edges between copied nodes and references to their
 * variables (`node3.reply`) point to the copies. Edges to other nodes are left out. A section node is only pasted if its
 * section exists and has none yet (readings, Outbound editor).
 */
export function pasteNodes(
  graph: Graph,
  copied: Copied,
  { section, dx, dy }: { section: string; dx: number; dy: number },
): { graph: Graph; ids: NodeId[] } {
  const first = nextId(graph);
  const taken = copied.filter((node) => mayPaste(graph, node, section));
  const newIds = new Map(taken.map((node, index) => [node.id, first + index]));
  const nodes = new Map(graph.nodes);
  for (const node of taken) {
    const id = newIds.get(node.id) ?? first;
    const targets = exitsOf(node).map(({ target }) => (target === null ? null : (newIds.get(target) ?? null)));
    const fit = graph.language === undefined ? node : graph.language.pasted({ ...graph, nodes }, node);
    if (fit === undefined) continue;
    const copy = retargeted({ ...fit, id, x: node.x + dx, y: node.y + dy, section }, targets);
    nodes.set(id, { ...copy, draft: withVariables(copy.draft, newIds) as object });
  }
  return { graph: taken.length === 0 ? graph : { ...graph, nodes }, ids: [...newIds.values()] };
}

function mayPaste(graph: Graph, node: GraphNode, section: string): boolean {
  if (graph.language !== undefined) return graph.language.pasted(graph, node) !== undefined;
  if (node.kind !== "section") return true;
  const name = (node.draft as SectionDraft).section;
  const isUsed = [...graph.nodes.values()].some(
    (other) => other.kind === "section" && (other.draft as SectionDraft).section === name,
  );
  return graph.sections.has(name) && name !== section && !isUsed;
}

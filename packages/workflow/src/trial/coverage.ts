import { type Edge, edges, type Graph } from "../outbound/graph.ts";
import type { Draft as SectionDraft } from "../outbound/kinds/section/design.ts";
import type { NodeId } from "../savedNode.ts";
import type { TrialMoment } from "./trial.ts";

/** The nodes that a try has entered. */
export function enteredNodes(moments: readonly TrialMoment[]): Set<NodeId> {
  const entered = new Set<NodeId>();
  for (const { steps } of moments)
    for (const { step } of steps) {
      entered.add(step.node);
      const to = step.data?.["to"];
      if (typeof to === "number") entered.add(to);
    }
  return entered;
}

/** The lines of the drawing that contacts can follow and no try has. A node has one incoming line, so its line was followed when it was entered. */
export const untriedEdges = (graph: Graph, entered: ReadonlySet<NodeId>): Edge[] =>
  edges(graph).filter(({ target }) => !entered.has(target));

/** How many lines lead from each node on the way to a node. Nodes that lead nowhere near it are missing. */
export function distancesTo(graph: Graph, target: NodeId): Map<NodeId, number> {
  const before = Map.groupBy(edges(graph), (edge) => edge.target);
  const distances = new Map<NodeId, number>([[target, 0]]);
  const open: NodeId[] = [target];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const next = (distances.get(id) ?? 0) + 1;
    for (const source of [...(before.get(id) ?? []).map((edge) => edge.source), ...jumpsTo(graph, id)]) {
      if (distances.has(source)) continue;
      distances.set(source, next);
      open.push(source);
    }
  }
  return distances;
}

/** The Section nodes that jump to the start of a section. */
function jumpsTo(graph: Graph, id: NodeId): NodeId[] {
  const start = graph.nodes.get(id);
  if (start?.kind !== "sectionStart") return [];
  return [...graph.nodes.values()]
    .filter((node) => node.kind === "section" && (node.draft as SectionDraft).section === start.section)
    .map((node) => node.id);
}

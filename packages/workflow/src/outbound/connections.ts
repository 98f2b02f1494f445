import type { Field, NodeId } from "../nodeKind.ts";
import {
  type DrawnKind,
  type Graph,
  type GraphNode,
  incoming,
  isStart,
  kindOfNode,
  reaches,
  targetsOf,
} from "./graph.ts";

const knownReach = new WeakMap<DrawnKind, boolean>();

/** Whether a kind's path selectors may lead into other sections: percentage and event (spec 2 §3.4). */
export function reachesAnySection(kind: DrawnKind): boolean {
  let reach = knownReach.get(kind);
  if (reach === undefined) {
    reach = anySectionIn(kind.fields as readonly Field<never>[]);
    knownReach.set(kind, reach);
  }
  return reach;
}

const anySectionIn = (fields: readonly Field<never>[]): boolean =>
  fields.some((field) =>
    field.input === "rows" ? anySectionIn(field.fields) : field.input === "path" && (field.anySection ?? false),
  );

/** Why a line cannot lead from one node to another, in words for a tooltip; undefined when it can. */
export function whyNotTarget(graph: Graph, source: NodeId, target: NodeId): string | undefined {
  const from = graph.nodes.get(source);
  const to = graph.nodes.get(target);
  if (from === undefined || to === undefined) return "There is no such node";
  if (source === target) return "A node cannot lead to itself";
  if (isStart(to)) return "Nothing leads to a start node";
  if (from.section !== to.section && !reachesAnySection(kindOfNode(from))) return "The node is in another section";
  // the target has no way in yet, so it closes a circle only when it stands above the source
  if (reaches(graph, target, source)) return "The path would run in a circle";
  return undefined;
}

/** Why a line cannot be drawn by hand; undefined when it can (spec 2 §3.4). */
function whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined {
  if (graph.language !== undefined) return graph.language.whyNotConnect(graph, source, target);
  const from = graph.nodes.get(source);
  if (from === undefined) return "There is no such node";
  const kind = kindOfNode(from);
  if (kind.source === false) return `${kind.label} has no way out`;
  if (kind.selectorsOnly) return `Choose the paths of ${kind.label} in its form`;
  if (targetsOf(from).length > 0) return "The node has an outgoing edge already";
  if (incoming(graph, target).length > 0) return "The node has an incoming edge already";
  return whyNotTarget(graph, source, target);
}

/** Whether a line may be drawn by hand (spec 2 §3.4). */
export const mayConnect = (graph: Graph, source: NodeId, target: NodeId): boolean =>
  whyNotConnect(graph, source, target) === undefined;

/**
 * The nodes that a path selector offers (spec 2 §3.4): those without an incoming edge in the same section (percentage
 * and event: in any), and those that this node leads to already. Choosing one that another path of the node has swaps the two.
 */
export function pathChoices(graph: Graph, id: NodeId, anySection = false): GraphNode[] {
  const source = graph.nodes.get(id);
  if (source === undefined) return [];
  const chosen = new Set(targetsOf(source));
  return [...graph.nodes.values()].filter((node) => {
    if (chosen.has(node.id)) return true;
    if (incoming(graph, node.id).length > 0 || (!anySection && node.section !== source.section)) return false;
    return whyNotTarget(graph, id, node.id) === undefined;
  });
}

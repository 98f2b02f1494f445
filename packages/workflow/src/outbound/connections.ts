import type { Field } from "../nodeKind.ts";
import type { NodeId } from "../savedNode.ts";
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

/** Whether a kind's path selectors can target other sections: percentage and event (spec 2 §3.4). */
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

/** Why two nodes cannot be connected, as tooltip text, or undefined. */
export function whyNotTarget(graph: Graph, source: NodeId, target: NodeId): string | undefined {
  const from = graph.nodes.get(source);
  const to = graph.nodes.get(target);
  if (from === undefined || to === undefined) return "The node does not exist";
  if (source === target) return "A node cannot connect to itself";
  if (isStart(to)) return "Nothing can connect to a start node";
  if (from.section !== to.section && !reachesAnySection(kindOfNode(from))) return "The node is in another section";
  // the target has no incoming edge, so it closes a loop only if it is above the source
  if (reaches(graph, target, source)) return "The path would form a loop";
  return undefined;
}

/** Why an edge cannot be drawn by hand, or undefined (spec 2 §3.4). */
function whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined {
  if (graph.language !== undefined) return graph.language.whyNotConnect(graph, source, target);
  const from = graph.nodes.get(source);
  if (from === undefined) return "The node does not exist";
  const kind = kindOfNode(from);
  if (kind.source === false) return `${kind.label} has no exits`;
  if (kind.selectorsOnly) return `Choose the paths of ${kind.label} in its form`;
  if (targetsOf(from).length > 0) return "The node already has an outgoing edge";
  if (incoming(graph, target).length > 0) return "The node already has an incoming edge";
  return whyNotTarget(graph, source, target);
}

/** Whether an edge can be drawn by hand (spec 2 §3.4). */
export const mayConnect = (graph: Graph, source: NodeId, target: NodeId): boolean =>
  whyNotConnect(graph, source, target) === undefined;

/**
 * The options of a path selector (spec 2 §3.4): nodes without an incoming edge in the same section (for percentage and
 * event in any), and the node's current targets. Choosing the target of another path swaps the two.
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

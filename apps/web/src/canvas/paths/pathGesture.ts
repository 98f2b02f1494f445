import { connect } from "@trunkline/workflow/outbound/commands.ts";
import { mayConnect } from "@trunkline/workflow/outbound/connections.ts";
import { callOf, exitsOf, type Graph, type GraphNode, kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { addPath, choosePath, pathPlaces, whyNotPathTo } from "@trunkline/workflow/outbound/pathPlaces.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import type { Point } from "../layout.ts";
import { addAt, type Wanted } from "../placing.ts";

/** A drag from a card: onto another card, or onto free ground, where a new node is to stand. */
export interface Gesture {
  source: NodeId;
  target: NodeId | null;
  at: Point;
  /** The path that the user chose for it. */
  path?: OfferedPath;
}

/** A path that a drag can be for. `place` is null for one that is made for it. */
export interface OfferedPath {
  place: string | null;
  name: string;
  /** Where it leads now. */
  now?: string;
}

/**
 * The paths that a drag from a card can be for: its free ones, else all of them and a new one if its paths are rows. Undefined for
 * a kind without path selectors, whose line is drawn.
 */
export function offeredPaths(graph: Graph, source: NodeId): readonly OfferedPath[] | undefined {
  const node = graph.nodes.get(source);
  if (node === undefined || !usesSelectors(graph, node)) return undefined;
  const paths = pathPlaces(node);
  const free = paths.filter(({ target }) => target === null);
  if (free.length > 0) return free.map(({ place, name }) => ({ place, name }));
  const isGrowing = addPath(graph, source) !== undefined;
  return [
    ...(isGrowing ? [{ place: null, name: "New path" }] : []),
    ...paths.map(({ place, name, target }) => {
      const other = target === null ? undefined : graph.nodes.get(target);
      return { place, name, ...(other && { now: callOf(other) }) };
    }),
  ];
}

const usesSelectors = (graph: Graph, node: GraphNode): boolean =>
  graph.language === undefined && (kindOfNode(node).selectorsOnly ?? false);

/** Whether a drag from one card to another does something: it draws a line, or sets a path selector where lines are not drawn (spec 2 §3.4). */
export function mayLead(graph: Graph, source: NodeId, target: NodeId): boolean {
  const node = graph.nodes.get(source);
  if (node === undefined || !usesSelectors(graph, node)) return mayConnect(graph, source, target);
  return whyNotPathTo(graph, source, target) === undefined;
}

/** Whether a drag from this card onto free ground can add a node behind it. */
export function mayContinue(graph: Graph, source: NodeId): boolean {
  const node = graph.nodes.get(source);
  if (node === undefined || kindOfNode(node).source === false) return false;
  if (usesSelectors(graph, node)) return (offeredPaths(graph, source)?.length ?? 0) > 0;
  return graph.language !== undefined || exitsOf(node).some(({ target }) => target === null);
}

/** Leads a path, or the drawn line of a kind without paths, to a node. */
export function leadTo(graph: Graph, source: NodeId, path: OfferedPath | undefined, target: NodeId): Graph {
  if (path === undefined) return connect(graph, source, target);
  if (path.place !== null) return choosePath(graph, source, path.place, target);
  const grown = addPath(graph, source);
  return grown === undefined ? graph : choosePath(grown.graph, source, grown.path.place, target);
}

/** A new node where the drag ended, with the path that leads to it. Undefined if nothing can lead from the card to such a node. */
export function leadToNew(
  graph: Graph,
  { source, at }: Gesture,
  path: OfferedPath | undefined,
  wanted: Wanted,
): { graph: Graph; id: NodeId } | undefined {
  const section = graph.nodes.get(source)?.section;
  if (section === undefined) return undefined;
  const added = addAt(graph, wanted, at, section);
  const connected = leadTo(added.graph, source, path, added.id);
  return connected === added.graph ? undefined : { graph: connected, id: added.id };
}

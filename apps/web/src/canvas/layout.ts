import { graphlib, layout as runDagre } from "@dagrejs/dagre";
import type { CardSize } from "./cardSize.ts";

/** Spec 2 §9: the same for ranks and nodes. */
export const spacing = 80;

export interface Box extends CardSize {
  id: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Places for the nodes of one section, top to bottom, `origin` being where its start node goes (spec 2 §2.1). */
export function layOut(
  boxes: readonly Box[],
  edges: readonly { source: number; target: number }[],
  origin: { id: number; at: Point },
): Map<number, Point> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "TB", ranksep: spacing, nodesep: spacing });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(String(id), { width, height });
  for (const { source, target } of edges) graph.setEdge(String(source), String(target));
  // every node has one way in, so that the order in which branches stand in their node's form never makes lines cross
  runDagre(graph, { disableOptimalOrderHeuristic: true });
  const places = new Map<number, Point>();
  for (const { id, width, height } of boxes) {
    const { x, y } = graph.node(String(id)) as Point;
    // dagre answers centres
    places.set(id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) });
  }
  return shifted(places, origin);
}

function shifted(places: Map<number, Point>, origin: { id: number; at: Point }): Map<number, Point> {
  const from = places.get(origin.id);
  if (from === undefined) return places;
  const dx = origin.at.x - from.x;
  const dy = origin.at.y - from.y;
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]));
}

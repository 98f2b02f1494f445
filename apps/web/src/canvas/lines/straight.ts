import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import { exitsOf, type Graph, type GraphNode } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { cardOf, type Names } from "../cards.ts";
import type { Point } from "../layout.ts";
import { readingOrder } from "../readingOrder.ts";

/** The largest distance between two axes that is a matter of card widths, in px. A larger one is the user's choice. */
const sameAxis = 40;
/** The same for one of several branches. */
const sameAxisOfBranch = 16;

/**
 * Centers each card under the card before it, so that their line runs straight. Saved positions are left edges: cards of different
 * widths with the same left edge have different centers.
 */
export function straightened(graph: Graph, names: Names): Graph {
  const places = new Map<NodeId, Point>();
  const middleOf = (node: GraphNode) => (places.get(node.id)?.x ?? node.x) + cardOf(node, names).size.width / 2;
  for (const section of graph.sections.keys()) {
    for (const { node, parent } of readingOrder(graph, section)) {
      const above = parent === null ? undefined : graph.nodes.get(parent);
      if (above === undefined) continue;
      const dx = middleOf(above) - middleOf(node);
      const widths = Math.abs(cardOf(above, names).size.width - cardOf(node, names).size.width) / 2;
      const limit = branchesOf(graph, above) > 1 ? sameAxisOfBranch : Math.max(sameAxis, widths + 1);
      if (dx !== 0 && Math.abs(dx) <= limit) places.set(node.id, { x: node.x + dx, y: node.y });
    }
  }
  return places.size === 0 ? graph : moveNodes(graph, places);
}

const branchesOf = (graph: Graph, node: GraphNode): number =>
  exitsOf(node).filter(({ target }) => target !== null && graph.nodes.get(target)?.section === node.section).length;

/** How close to an axis a dragged card snaps to it, in px. */
const snapDistance = 8;

/** The position of a dragged card, on the axis of a card that it is connected to if that is near. */
export function snapped(graph: Graph, node: GraphNode, at: Point, names: Names): Point {
  const half = cardOf(node, names).size.width / 2;
  const neighbors = [...graph.nodes.values()].filter(
    (other) => other.section === node.section && (leadsTo(other, node.id) || leadsTo(node, other.id)),
  );
  const axes = neighbors.map((other) => other.x + cardOf(other, names).size.width / 2 - half);
  const near = axes.filter((x) => Math.abs(x - at.x) <= snapDistance);
  const [best] = near.sort((a, b) => Math.abs(a - at.x) - Math.abs(b - at.x));
  return best === undefined ? at : { x: best, y: at.y };
}

const leadsTo = (node: GraphNode, id: NodeId): boolean => exitsOf(node).some(({ target }) => target === id);

/** The graph to save: cards that are still where loading drew them keep their saved positions, so that a save moves nothing. */
export function withSavedPlaces(graph: Graph, loaded: { drawn: Graph; saved: Graph }): Graph {
  if (graph === loaded.drawn) return loaded.saved;
  const places = new Map<NodeId, Point>();
  for (const { id, x, y } of graph.nodes.values()) {
    const [drawn, saved] = [loaded.drawn.nodes.get(id), loaded.saved.nodes.get(id)];
    if (drawn !== undefined && saved !== undefined && drawn.x === x && drawn.y === y && saved.x !== x)
      places.set(id, { x: saved.x, y });
  }
  return moveNodes(graph, places);
}

import type { Comparison } from "@trunkline/workflow/compare/compareGraphs.ts";
import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { type CanvasStore, createCanvas } from "../canvasStore.ts";
import { isFree, type Names, sizeOf } from "../cards.ts";

/** The canvas of a comparison, to look at. */
export function comparedStore(comparison: Comparison, names: Names): CanvasStore {
  const { nodes, notes, edges } = comparison;
  const store = createCanvas({
    graph: placedApart(comparison),
    context: { flag: () => true, today: "" },
    readOnly: true,
  });
  store.setState({
    names,
    // a difference outside the view would be overlooked
    aim: { at: "all", nonce: 0 },
    compared: {
      nodes: new Map(nodes.map(({ id, as }) => [id, as])),
      notes: new Map(notes.map(({ id, as }) => [id, as])),
      added: new Set(edges.flatMap(({ as, source, target }) => (as === "added" ? [`${source}>${target}`] : []))),
      removed: edges.filter(({ as }) => as === "removed"),
    },
  });
  return store;
}

/** How far a removed card is moved at once to where it covers no other card, in px. */
const aside = 40;

/** The overlay with removed cards next to those that took their place. */
function placedApart({ overlay, nodes }: Comparison): Graph {
  const removed = new Set(nodes.flatMap(({ id, as }) => (as === "removed" ? [id] : [])));
  let placed: Graph = { ...overlay, nodes: new Map([...overlay.nodes].filter(([id]) => !removed.has(id))) };
  const places = new Map<NodeId, { x: number; y: number }>();
  for (const id of removed) {
    const node = overlay.nodes.get(id);
    if (node === undefined) continue;
    const at = { x: node.x, y: node.y, ...sizeOf(node) };
    while (!isFree(placed, node.section, at)) at.x += aside;
    places.set(id, { x: at.x, y: at.y });
    placed = { ...placed, nodes: new Map(placed.nodes).set(id, { ...node, x: at.x }) };
  }
  return moveNodes(overlay, places);
}

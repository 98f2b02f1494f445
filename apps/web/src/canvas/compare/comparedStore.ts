import type { Comparison } from "@trunkline/workflow/compare/compareGraphs.ts";
import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import { type Graph, mainSection, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { type CanvasStore, createCanvas } from "../canvasStore.ts";
import { isFree, type Names, sizeOf } from "../cards.ts";

/** Cards of a section that are shown at once. */
const mostAtOnce = 120;

/** The canvas of a comparison, to look at. It opens main, or the section of the first difference if main has none. */
export function comparedStore(comparison: Comparison, names: Names): CanvasStore {
  const { nodes, notes, edges } = comparison;
  const [first, section] = firstOf(comparison);
  const store = createCanvas({
    graph: placedApart(comparison),
    context: { flag: () => true, today: "" },
    readOnly: true,
  });
  store.setState({
    names,
    section,
    // a difference outside the view would be overlooked, but hundreds of cards at once cannot be read
    aim: {
      at: first !== undefined && nodesIn(comparison.overlay, section).length > mostAtOnce ? first : "all",
      nonce: 0,
    },
    compared: {
      nodes: new Map(nodes.map(({ id, as }) => [id, as])),
      notes: new Map(notes.map(({ id, as }) => [id, as])),
      added: new Set(edges.flatMap(({ as, source, target }) => (as === "added" ? [`${source}>${target}`] : []))),
      removed: edges.filter(({ as }) => as === "removed"),
    },
  });
  return store;
}

/** The first node that differs, and its section: one of main, if there is any. */
function firstOf({ nodes, overlay }: Comparison): [NodeId | undefined, string] {
  const sectionOf = ({ id }: { id: NodeId }) => overlay.nodes.get(id)?.section;
  const first = nodes.find((node) => sectionOf(node) === mainSection) ?? nodes[0];
  return [first?.id, (first && sectionOf(first)) ?? mainSection];
}

/** How far a removed card is moved at once to where it covers no other card, in px. */
const aside = 40;

/** The overlay with removed cards next to those that took their place. */
function placedApart({ overlay, nodes }: Comparison): Graph {
  const removed = new Set(nodes.flatMap(({ id, as }) => (as === "removed" ? [id] : [])));
  const standing = new Map([...overlay.nodes].filter(([id]) => !removed.has(id)));
  const placed: Graph = { ...overlay, nodes: standing };
  const places = new Map<NodeId, { x: number; y: number }>();
  for (const id of removed) {
    const node = overlay.nodes.get(id);
    if (node === undefined) continue;
    const at = { x: node.x, y: node.y, ...sizeOf(node) };
    while (!isFree(placed, node.section, at)) at.x += aside;
    places.set(id, { x: at.x, y: at.y });
    standing.set(id, { ...node, x: at.x });
  }
  return moveNodes(overlay, places);
}

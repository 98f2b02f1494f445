import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import {
  edges,
  exitsOf,
  type Graph,
  type GraphNode,
  incoming,
  nodesIn,
  targetsOf,
} from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { cardOf, isFree, type Names } from "./cards.ts";
import { layOut, type Point, spacing } from "./layout.ts";
import { reached, tidied } from "./placing.ts";

/**
 * Places the nodes that a drawing has more than an earlier one. Nodes that both have stay where they are, so that a comparison
 * shows only what is new: a new branch is put where there is room, and a new step in a line moves down what follows it, as by hand.
 * A section of which nothing but its start was there is laid out as a whole.
 */
export function placeNew(before: Graph, after: Graph, names: Names): Graph {
  return [...after.sections.keys()].reduce((graph, section) => placeInSection(before, graph, section, names), after);
}

function placeInSection(before: Graph, after: Graph, section: string, names: Names): Graph {
  const nodes = nodesIn(after, section);
  const added = nodes.filter(({ id }) => before.nodes.get(id)?.section !== section);
  if (added.length === 0) return after;
  if (nodes.length - added.length <= 1) return tidied(after, section, names);
  const open = new Set(added.map(({ id }) => id));
  // the rest of a new branch is placed with its first node
  const roots = added.filter(({ id }) => !incoming(after, id).some(({ source }) => open.has(source)));
  return roots.reduce((graph, { id }) => placeBranch(graph, graph.nodes.get(id) as GraphNode, open, names), after);
}

/** Places a new node and the new nodes behind it as one block. `open` has the nodes without a place. */
function placeBranch(graph: Graph, root: GraphNode, open: Set<NodeId>, names: Names): Graph {
  const { block, next } = blockOf(graph, root, open);
  const sizes = new Map(block.map((node) => [node.id, cardOf(node, names).size]));
  const places = layOut(
    [...sizes].map(([id, size]) => ({ id, ...size })),
    edges(graph).filter(({ source, target }) => sizes.has(source) && sizes.has(target)),
    { id: root.id, at: { x: 0, y: 0 } },
  );
  const boxes = [...places].map(([id, place]) => ({ id, ...place, ...(sizes.get(id) ?? { width: 0, height: 0 }) }));
  const at = wantedPlace(graph, root, next, names);
  const bottom = at.y + Math.max(...boxes.map(({ y, height }) => y + height));
  const made = next === undefined ? graph : movedDown(graph, next, bottom + spacing - next.y);
  const placed = { ...made, nodes: new Map([...made.nodes].filter(([id]) => !open.has(id))) };
  const hasRoom = (x: number) =>
    boxes.every((box) => isFree(placed, root.section, { ...box, x: box.x + x, y: box.y + at.y }));
  const x = nearest(at.x, hasRoom);
  for (const { id } of block) open.delete(id);
  return moveNodes(
    made,
    new Map(boxes.map((box) => [box.id, { x: Math.round(x + box.x), y: Math.round(at.y + box.y) }])),
  );
}

/** The new nodes from a root on, and the first earlier node that they lead to. */
function blockOf(graph: Graph, root: GraphNode, open: ReadonlySet<NodeId>) {
  const block = [root];
  let next: GraphNode | undefined;
  for (const node of block)
    for (const id of targetsOf(node)) {
      const target = graph.nodes.get(id);
      if (target === undefined || target.section !== root.section) continue;
      if (open.has(id)) block.push(target);
      else next ??= target;
    }
  return { block, next };
}

/** Where a new node belongs: in the line to the node that follows it, or next to the other branches of the node before it. */
function wantedPlace(graph: Graph, root: GraphNode, next: GraphNode | undefined, names: Names): Point {
  const middleOf = (node: GraphNode) => node.x + cardOf(node, names).size.width / 2;
  const { width } = cardOf(root, names).size;
  const [from] = incoming(graph, root.id);
  const source = from && graph.nodes.get(from.source);
  if (from === undefined || source === undefined || source.section !== root.section) return { x: root.x, y: root.y };
  const y = source.y + cardOf(source, names).size.height + spacing;
  if (next !== undefined) return { x: middleOf(next) - width / 2, y };
  const branches = Math.max(1, exitsOf(source).length);
  return { x: middleOf(source) - width / 2 + (from.index - (branches - 1) / 2) * (width + spacing), y };
}

/** The node and what follows it, moved down. */
function movedDown(graph: Graph, from: GraphNode, dy: number): Graph {
  if (dy <= 0) return graph;
  const nodes = [...reached(graph, from)].flatMap((id) => graph.nodes.get(id) ?? []);
  return moveNodes(graph, new Map(nodes.map(({ id, x, y }) => [id, { x, y: y + dy }])));
}

/** Step width of the search for room, in px. */
const step = 40;

/** The position nearest to the wanted one that has room, the right one of two. */
function nearest(wanted: number, hasRoom: (x: number) => boolean): number {
  for (let away = 0; ; away += step) {
    if (hasRoom(wanted + away)) return wanted + away;
    if (hasRoom(wanted - away)) return wanted - away;
  }
}

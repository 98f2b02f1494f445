import {
  type Added,
  addNode,
  changeDraft,
  connect,
  deleteNodes,
  insertOnEdge,
  moveNodes,
} from "@trunkline/workflow/outbound/commands.ts";
import {
  edges,
  exitsOf,
  type Graph,
  type GraphNode,
  kindOfNode,
  nodesIn,
  renameNode,
  targetsOf,
} from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { cardOf, isFree, type Names, noNames, sizeOf } from "./cards.ts";
import { type Box, layOut, type Point, spacing } from "./layout.ts";

/** Step width for moving a dropped node to a free position. */
const stepDown = 20;

/** The node to add: a kind, with a preset form for section entries. */
export interface Wanted {
  kind: string;
  draft?: object;
}

/** Adds a node at a point, or at the nearest free position below or to the right. */
export function addAt(
  graph: Graph,
  wanted: Wanted,
  at: Point,
  section: string,
  aside: "below" | "right" = "below",
): Added {
  const added = addNode(graph, { ...wanted, ...at, section });
  const node = added.graph.nodes.get(added.id) as GraphNode;
  const size = sizeOf(node);
  let x = Math.round(at.x);
  let y = Math.round(at.y);
  while (!isFree(graph, section, { x, y, ...size })) {
    if (aside === "right") x += size.width + spacing;
    else y += stepDown;
  }
  return { graph: moveNodes(added.graph, new Map([[added.id, { x, y }]])), id: added.id };
}

/** Inserts a new node into a line and moves the following nodes down. */
export function addOnEdge(graph: Graph, edgeId: string, wanted: Wanted): Added | undefined {
  const edge = edges(graph).find(({ id }) => id === edgeId);
  const source = edge && graph.nodes.get(edge.source);
  const target = edge && graph.nodes.get(edge.target);
  if (edge === undefined || source === undefined || target === undefined) return undefined;
  const inserted = insertOnEdge(graph, edge, { ...wanted, x: 0, y: 0, section: target.section });
  const node = inserted?.graph.nodes.get(inserted.id);
  if (inserted === undefined || node === undefined) return undefined;
  const size = sizeOf(node);
  const isNear = source.section === target.section;
  const x = Math.round(target.x + sizeOf(target).width / 2 - size.width / 2);
  const y = isNear ? source.y + sizeOf(source).height + spacing : target.y;
  const dy = Math.max(0, y + size.height + spacing - target.y);
  const places = new Map<NodeId, Point>([[node.id, { x, y }]]);
  for (const id of reached(graph, target)) {
    const one = graph.nodes.get(id);
    if (one !== undefined) places.set(id, { x: one.x, y: one.y + dy });
  }
  return { graph: moveNodes(inserted.graph, places), id: node.id };
}

/** Deletes nodes. What follows a healed line moves up into the gap if there is room for it. */
export function deleteAndClose(graph: Graph, ids: readonly NodeId[]): Graph {
  const after = deleteNodes(graph, ids);
  if (after === graph) return graph;
  const known = new Set(edges(graph).map(({ source, target }) => `${source} ${target}`));
  return edges(after)
    .filter(({ source, target }) => !known.has(`${source} ${target}`))
    .reduce((closed, { source, target }) => movedUp(closed, graph, source, target), after);
}

function movedUp(after: Graph, before: Graph, source: NodeId, target: NodeId): Graph {
  const from = after.nodes.get(source);
  const to = after.nodes.get(target);
  const gap = from && targetsOf(before.nodes.get(source) ?? from).filter((id) => !after.nodes.has(id));
  const top = Math.min(...(gap ?? []).flatMap((id) => before.nodes.get(id)?.y ?? []));
  if (from === undefined || to === undefined || from.section !== to.section) return after;
  const dy = to.y - top;
  if (!Number.isFinite(dy) || dy <= 0) return after;
  const moving = reached(after, to);
  const others = { ...after, nodes: new Map([...after.nodes].filter(([id]) => !moving.has(id))) };
  const places = new Map<NodeId, Point>();
  for (const id of moving) {
    const node = after.nodes.get(id) as GraphNode;
    const place = { x: node.x, y: node.y - dy };
    if (!isFree(others, to.section, { ...place, ...sizeOf(node) })) return after;
    places.set(id, place);
  }
  return moveNodes(after, places);
}

/** The node and all nodes of the section that can be reached from it. */
export function reached(graph: Graph, from: GraphNode): Set<NodeId> {
  const seen = new Set<NodeId>();
  const open = [from.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.nodes.get(id);
    if (node === undefined || seen.has(id) || node.section !== from.section) continue;
    seen.add(id);
    open.push(...targetsOf(node));
  }
  return seen;
}

/**
 * Adds a node after another node: at its free output, else on its first free path, else into its existing line. If none of these
 * is possible, the new node is placed below and not attached.
 */
export function addAfter(graph: Graph, after: NodeId, wanted: Wanted): Added {
  const source = graph.nodes.get(after) as GraphNode;
  const exits = exitsOf(source);
  const free = exits.findIndex(({ target }) => target === null);
  const isFull = exits.length > 0 && free === -1;
  if (isFull && !kindOfNode(source).selectorsOnly) {
    const inserted = addOnEdge(graph, `${after}-0`, wanted);
    if (inserted !== undefined) return inserted;
  }
  if (kindOfNode(source).source !== false && free !== -1) return addAtExit(graph, source, free, wanted);
  return addBelow(graph, source, wanted, Math.max(0, free), exits.length);
}

/** Adds a node behind one exit of a node: below it, or into the line that is there. Undefined if the line cannot go through the new node. */
export function addOnPath(graph: Graph, after: NodeId, index: number, wanted: Wanted): Added | undefined {
  const source = graph.nodes.get(after);
  const exit = source && exitsOf(source)[index];
  if (source === undefined || exit === undefined) return undefined;
  return exit.target === null ? addAtExit(graph, source, index, wanted) : addOnEdge(graph, `${after}-${index}`, wanted);
}

function addAtExit(graph: Graph, source: GraphNode, free: number, wanted: Wanted): Added {
  const exits = exitsOf(source);
  const { graph: grown, id } = addBelow(graph, source, wanted, free, exits.length);
  if (!kindOfNode(source).selectorsOnly) return { graph: connect(grown, source.id, id), id };
  const targets = exits.map(({ target }, index) => (index === free ? id : target));
  return { graph: changeDraft(grown, source.id, kindOfNode(source).retarget(source.draft, targets)), id };
}

/** Applies form values. */
export const withDraft = (graph: Graph, id: NodeId, draft: object, names: Names = noNames): Graph =>
  keptCentred(graph, changeDraft(graph, id, draft), id, names);

/** Renames a node. */
export const withName = (graph: Graph, id: NodeId, name: string, names: Names = noNames): Graph =>
  keptCentred(graph, renameNode(graph, id, name), id, names);

/** The card grows and shrinks to both sides, so that its lines stay straight. */
function keptCentred(graph: Graph, changed: Graph, id: NodeId, names: Names): Graph {
  const before = graph.nodes.get(id);
  const after = changed.nodes.get(id);
  if (before === undefined || after === undefined) return changed;
  const dx = (cardOf(before, names).size.width - cardOf(after, names).size.width) / 2;
  return dx === 0 ? changed : moveNodes(changed, new Map([[id, { x: Math.round(after.x + dx), y: after.y }]]));
}

/** Whether a node added after this node would be attached. */
const canContinue = (node: GraphNode): boolean =>
  kindOfNode(node).source !== false &&
  (!kindOfNode(node).selectorsOnly || exitsOf(node).some(({ target }) => target === null));

/**
 * The node to attach a new node to: the selected node if it can have a next node, else the only node of the section with an open
 * output, such as the start of an empty workflow.
 */
export function openEndFor(graph: Graph, section: string, selected: NodeId | undefined): NodeId | undefined {
  const node = selected === undefined ? undefined : graph.nodes.get(selected);
  if (node !== undefined && canContinue(node)) return node.id;
  const [open, ...more] = nodesIn(graph, section)
    .filter((one) => kindOfNode(one).source !== false)
    .flatMap((one) => exitsOf(one).flatMap(({ target }) => (target === null ? [one.id] : [])));
  return more.length === 0 && open !== undefined ? open : node?.id;
}

/** Adds a node below another node, next to its other branches. */
function addBelow(graph: Graph, source: GraphNode, wanted: Wanted, index: number, branches: number): Added {
  const middle = source.x + sizeOf(source).width / 2;
  const y = source.y + sizeOf(source).height + spacing;
  const added = addNode(graph, { ...wanted, x: 0, y, section: source.section });
  const { width } = sizeOf(added.graph.nodes.get(added.id) as GraphNode);
  const aside = (index - (Math.max(1, branches) - 1) / 2) * (width + spacing);
  return addAt(graph, wanted, { x: middle - width / 2 + aside, y }, source.section, "right");
}

/** Applies the automatic layout to a section and keeps the position of its start node (spec 2 §2.1). */
export function tidied(graph: Graph, section: string, names: Names = noNames): Graph {
  const nodes = nodesIn(graph, section);
  const ids = new Set(nodes.map(({ id }) => id));
  const boxes: Box[] = nodes.map((node) => ({ id: node.id, ...cardOf(node, names).size }));
  const lines = edges(graph).filter(({ source, target }) => ids.has(source) && ids.has(target));
  const start = graph.nodes.get(graph.sections.get(section) ?? Number.NaN) ?? nodes[0];
  if (start === undefined) return graph;
  return moveNodes(graph, layOut(boxes, lines, { id: start.id, at: start }));
}

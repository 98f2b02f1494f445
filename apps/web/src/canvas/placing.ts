import {
  type Added,
  addNode,
  changeDraft,
  connect,
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
  targetsOf,
} from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { cardOf, isFree, type Names, noNames, sizeOf } from "./cards.ts";
import { type Box, layOut, type Point, spacing } from "./layout.ts";

/** How far a dropped node gives way at a time. */
const stepDown = 20;

/** What is to be added: a kind, with a preset form for a section's own entry. */
export interface Wanted {
  kind: string;
  draft?: object;
}

/** Adds a node where it was dropped, or in the nearest free place below (or beside) it. */
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

/** Splits a line with a new node; what follows moves down to make room. */
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

/** The nodes of one section that can be reached from a node, itself included. */
function reached(graph: Graph, from: GraphNode): Set<NodeId> {
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
 * Adds a node after another one: on its free way out, else on its first free path, else into the line that it has. Where
 * none of these can be, it stands below, unattached.
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
  const { graph: grown, id } = addBelow(graph, source, wanted, Math.max(0, free), exits.length);
  if (kindOfNode(source).source === false || free === -1) return { graph: grown, id };
  if (!kindOfNode(source).selectorsOnly) return { graph: connect(grown, after, id), id };
  const targets = exits.map(({ target }, index) => (index === free ? id : target));
  return { graph: changeDraft(grown, after, kindOfNode(source).retarget(source.draft, targets)), id };
}

/** Takes over a form's values; the card grows and shrinks to both sides, so that the lines at its middle stay straight. */
export function withDraft(graph: Graph, id: NodeId, draft: object, names: Names = noNames): Graph {
  const before = graph.nodes.get(id);
  const changed = changeDraft(graph, id, draft);
  const after = changed.nodes.get(id);
  if (before === undefined || after === undefined) return changed;
  const dx = (cardOf(before, names).size.width - cardOf(after, names).size.width) / 2;
  return dx === 0 ? changed : moveNodes(changed, new Map([[id, { x: Math.round(after.x + dx), y: after.y }]]));
}

/** Whether a node added after this one would be attached: it has a free way out, or a line that can be split. */
const takesOne = (node: GraphNode): boolean =>
  kindOfNode(node).source !== false &&
  (!kindOfNode(node).selectorsOnly || exitsOf(node).some(({ target }) => target === null));

/**
 * The node that a new one goes after when nobody says where: the one that is selected, if it can lead on; else the only
 * one of the section whose way out leads nowhere yet, such as the start of a workflow in which nothing was drawn.
 */
export function whereToGoOn(graph: Graph, section: string, selected: NodeId | undefined): NodeId | undefined {
  const node = selected === undefined ? undefined : graph.nodes.get(selected);
  if (node !== undefined && takesOne(node)) return node.id;
  const [open, ...more] = nodesIn(graph, section)
    .filter((one) => kindOfNode(one).source !== false)
    .flatMap((one) => exitsOf(one).flatMap(({ target }) => (target === null ? [one.id] : [])));
  return more.length === 0 && open !== undefined ? open : node?.id;
}

/** Below a node, its branches side by side. */
function addBelow(graph: Graph, source: GraphNode, wanted: Wanted, index: number, branches: number): Added {
  const middle = source.x + sizeOf(source).width / 2;
  const y = source.y + sizeOf(source).height + spacing;
  const added = addNode(graph, { ...wanted, x: 0, y, section: source.section });
  const { width } = sizeOf(added.graph.nodes.get(added.id) as GraphNode);
  const aside = (index - (Math.max(1, branches) - 1) / 2) * (width + spacing);
  return addAt(graph, wanted, { x: middle - width / 2 + aside, y }, source.section, "right");
}

/** The section laid out anew, top to bottom, its start node staying where it is (spec 2 §2.1). */
export function tidied(graph: Graph, section: string, names: Names = noNames): Graph {
  const nodes = nodesIn(graph, section);
  const ids = new Set(nodes.map(({ id }) => id));
  const boxes: Box[] = nodes.map((node) => ({ id: node.id, ...cardOf(node, names).size }));
  const lines = edges(graph).filter(({ source, target }) => ids.has(source) && ids.has(target));
  const start = graph.nodes.get(graph.sections.get(section) ?? Number.NaN) ?? nodes[0];
  if (start === undefined) return graph;
  return moveNodes(graph, layOut(boxes, lines, { id: start.id, at: start }));
}

import type { NodeId } from "../savedNode.ts";
import { mayConnect, whyNotTarget } from "./connections.ts";
import {
  type Edge,
  edges,
  exitsOf,
  type Graph,
  type GraphNode,
  incoming,
  isFixed,
  nextId,
  retargeted,
  targetsOf,
  withNode,
} from "./graph.ts";
import type { KindName } from "./kinds/index.ts";
import { kindNamed } from "./kindTable.ts";
import { withReplies } from "./withReplies.ts";

// Every command is a pure function from graph to graph. A command that is not allowed returns the same graph.

/** A node to drop on the canvas. `draft` presets its form, as section entries of the palette do. */
export interface NewNode {
  /** Name of a kind of the workflow's language. */
  kind: string;
  x: number;
  y: number;
  section: string;
  draft?: object;
}

/** A graph and the node that a command added. */
export interface Added {
  graph: Graph;
  id: NodeId;
}

/** Adds a node with the largest existing id plus one (spec 2 §2.1). */
export function addNode(graph: Graph, { kind, x, y, section, draft }: NewNode): Added {
  const id = nextId(graph);
  if (graph.language !== undefined)
    return { graph: withNode(graph, graph.language.newNode(graph, kind, id, { x, y, section })), id };
  const node: GraphNode = {
    id,
    kind: kind as KindName,
    type: kindNamed(kind).type ?? kind,
    draft: { ...kindNamed(kind).defaults, ...draft },
    x,
    y,
    section,
    carried: {},
  };
  return { graph: withNode(graph, node), id };
}

/** Inserts a node into an edge. Its last exit (for most kinds the default path) leads to the edge's old target. */
export function insertOnEdge(graph: Graph, edge: Edge, added: NewNode): Added | undefined {
  const source = graph.nodes.get(edge.source);
  const target = graph.nodes.get(edge.target);
  if (source === undefined || target === undefined) return undefined;
  // only percentage and event lead to other sections, so the node is placed at the edge's target
  const { graph: grown, id } = addNode(graph, { ...added, section: target.section });
  const node = grown.nodes.get(id);
  const exits = node === undefined ? [] : exitsOf(node);
  if (node === undefined || exits.length === 0) return undefined;
  if (grown.language !== undefined) {
    const open = pointed(grown, source, edge.index, null);
    const connected = connect(connect(open, source.id, id), id, target.id);
    return incoming(connected, id).length > 0 && incoming(connected, target.id).length > 0
      ? { graph: connected, id }
      : undefined;
  }
  const onward = exits.map((exit, index) => (index === exits.length - 1 ? edge.target : exit.target));
  return { graph: withReplies(withNode(pointed(grown, source, edge.index, id), retargeted(node, onward)), id), id };
}

/**
 * Deletes nodes. Start and sectionStart stay (spec 2 §3.2). The edge into the deleted nodes leads to the node after them if there
 * is exactly one and the edge is allowed (decision 0076); other edges to deleted nodes are cleared.
 */
export function deleteNodes(graph: Graph, ids: readonly NodeId[]): Graph {
  const gone = new Set(
    ids.filter((id) => {
      const node = graph.nodes.get(id);
      return node !== undefined && !isFixed(node);
    }),
  );
  return gone.size === 0 ? graph : healed(graph, withoutNodes(graph, gone), gone);
}

/** The graph after a deletion, with the remaining edges into deleted nodes leading to what followed them. */
function healed(before: Graph, after: Graph, gone: ReadonlySet<NodeId>): Graph {
  const cut = edges(before).filter(({ source, target }) => !gone.has(source) && gone.has(target));
  let graph = after;
  for (const [id, into] of Map.groupBy(cut, ({ source }) => source)) {
    const source = before.nodes.get(id) as GraphNode;
    const following = new Map(into.map(({ target }) => [target, followerOf(before, target, gone)]));
    const targets = targetsAt(source).map((target) => {
      if (target === null || !gone.has(target)) return target;
      const next = following.get(target) ?? null;
      return next !== null && mayHeal(after, id, next) ? next : null;
    });
    graph = withNode(graph, retargeted(graph.nodes.get(id) as GraphNode, targets));
  }
  return graph;
}

/** The only remaining node after deleted ones; undefined if there is none or there are several. */
function followerOf(graph: Graph, first: NodeId, gone: ReadonlySet<NodeId>): NodeId | undefined {
  const found = new Set<NodeId>();
  const seen = new Set<NodeId>();
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.nodes.get(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    if (gone.has(id)) open.push(...targetsOf(node));
    else found.add(id);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

const mayHeal = (graph: Graph, source: NodeId, target: NodeId): boolean =>
  graph.language === undefined
    ? whyNotTarget(graph, source, target) === undefined
    : graph.language.whyNotConnect(graph, source, target) === undefined;

/** The graph without these nodes, of any kind. */
export function withoutNodes(graph: Graph, gone: ReadonlySet<NodeId>): Graph {
  const nodes = new Map<NodeId, GraphNode>();
  for (const node of graph.nodes.values()) {
    if (gone.has(node.id)) continue;
    const targets = exitsOf(node).map(({ target }) => target);
    const isCut = targets.some((target) => target !== null && gone.has(target));
    const kept = targets.map((target) => (target !== null && gone.has(target) ? null : target));
    nodes.set(node.id, isCut ? retargeted(node, kept) : node);
  }
  return { ...graph, nodes };
}

/** Moves nodes on the canvas. */
export function moveNodes(graph: Graph, places: ReadonlyMap<NodeId, { x: number; y: number }>): Graph {
  const nodes = new Map(graph.nodes);
  let moved = false;
  for (const [id, { x, y }] of places) {
    const node = nodes.get(id);
    if (node === undefined || (node.x === x && node.y === y)) continue;
    nodes.set(id, { ...node, x, y });
    moved = true;
  }
  return moved ? { ...graph, nodes } : graph;
}

/**
 * Applies the values of a form. Path selectors add and remove edges (spec 2 §3.3). A target of another path of the node
 * is swapped, and one that is not allowed is dropped.
 */
export function changeDraft(graph: Graph, id: NodeId, draft: object): Graph {
  const node = graph.nodes.get(id);
  if (node === undefined || node.draft === draft) return graph;
  const was = targetsAt(node);
  const changed: GraphNode = { ...node, draft };
  const wanted = targetsAt(changed);
  const swapped = withoutRepeats(wanted, was);
  const held = new Set(was);
  const allowed = swapped.map((target) => (target === null || mayLead(graph, id, target, held) ? target : null));
  const same = allowed.every((target, index) => target === wanted[index]);
  const result = withNode(graph, same ? changed : retargeted(changed, allowed));
  const added = allowed.filter((target) => target !== null && !held.has(target));
  return added.reduce<Graph>((before, target) => (target === null ? before : withReplies(before, target)), result);
}

const targetsAt = (node: GraphNode): (NodeId | null)[] => exitsOf(node).map(({ target }) => target);

const mayLead = (graph: Graph, source: NodeId, target: NodeId, held: ReadonlySet<NodeId | null>): boolean =>
  held.has(target) || (incoming(graph, target).length === 0 && whyNotTarget(graph, source, target) === undefined);

/** Swaps duplicate targets: the exit that chose a target keeps it, and the other gets the previous one. */
function withoutRepeats(wanted: readonly (NodeId | null)[], was: readonly (NodeId | null)[]): (NodeId | null)[] {
  const result = [...wanted];
  for (const [index, target] of wanted.entries()) {
    const other = wanted.findIndex((one, at) => one === target && at < index);
    if (target === null || other === -1) continue;
    const newer = was[index] === target && was[other] !== target ? other : index;
    const older = newer === index ? other : index;
    const former = was[newer] ?? null;
    result[older] = former !== null && !result.includes(former) ? former : null;
  }
  return result;
}

/** Draws an edge by hand (spec 2 §3.4). */
export function connect(graph: Graph, source: NodeId, target: NodeId): Graph {
  const node = graph.nodes.get(source);
  if (node === undefined || !mayConnect(graph, source, target)) return graph;
  const free = exitsOf(node).findIndex((exit) => exit.target === null);
  return withReplies(pointed(graph, node, Math.max(0, free), target), target);
}

/** Moves or deletes a drawn edge. Edges of path selectors change only through their selector (readings, Outbound editor). */
export function redraw(graph: Graph, edge: Edge, to: { source: NodeId; target: NodeId } | null): Graph {
  const source = graph.nodes.get(edge.source);
  if (source === undefined || edge.bySelector || exitsOf(source)[edge.index]?.target !== edge.target) return graph;
  const without = pointed(graph, source, edge.index, null);
  if (to === null) return without;
  const redrawn = connect(without, to.source, to.target);
  return redrawn === without ? graph : redrawn;
}

/** The graph with one exit of a node leading to another target. */
function pointed(graph: Graph, node: GraphNode, index: number, target: NodeId | null): Graph {
  const targets = exitsOf(node).map((exit, at) => (at === index ? target : exit.target));
  return withNode(graph, retargeted(node, targets));
}

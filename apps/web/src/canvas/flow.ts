import {
  edges,
  exitsOf,
  fullNameOf,
  type Graph,
  type Edge as GraphEdge,
  type GraphNode,
  kindOfNode,
  nodesIn,
} from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { type Edge, type Node, Position } from "@xyflow/react";
import type { ComparedMarks } from "./canvasStore.ts";
import { branchInto, type Card, cardOf, type Names, nameOf, sizeOf } from "./cards.ts";
import type { Point } from "./layout.ts";
import { turnAbove } from "./lines/routed.ts";

/** The data of a card. It reads the rest from the store by id. */
interface CardData extends Record<string, unknown> {
  node: GraphNode;
  card: Card;
  /** The label of the incoming line. */
  branch: string;
  /** When this path of an inbound channel is tried: "2nd of 5". */
  order: string;
  /** Lines into other sections, which are not drawn. */
  away: readonly Away[];
}

export interface Away {
  id: NodeId;
  words: string;
}

export type FlowNode = Node<CardData, "card">;
/** `isLowered`: the line turns right above its target, otherwise right below its source. */
export type FlowEdge = Edge<{ isLowered?: boolean }>;

interface Seen {
  graph: Graph;
  section: string;
  selected: ReadonlySet<NodeId>;
  /** The node that the Tab key focuses. */
  focusable: NodeId | undefined;
  /** Positions during a drag. */
  dragged: ReadonlyMap<NodeId, Point>;
  names: Names;
  /** The reason for the mark of the focused node. */
  reason: string;
  orders: ReadonlyMap<NodeId, string>;
  /** Whether cards have a footer with contact counts. */
  counted: boolean;
}

/** What the ids of lines begin with that the newer of two compared versions does not have. */
export const removedPrefix = "removed ";

/** Height of the card footer. */
const footHeight = 26;

/**
 * The nodes of a section for the graph library. Unchanged nodes keep their object identity, so that typing in one form
 * renders only one card.
 */
export function flowNodes(seen: Seen, before: Map<NodeId, FlowNode>): FlowNode[] {
  const after = new Map<NodeId, FlowNode>();
  for (const node of nodesIn(seen.graph, seen.section)) {
    const old = before.get(node.id);
    const next = flowNode(node, seen);
    after.set(node.id, old !== undefined && isSame(old, next) ? old : next);
  }
  before.clear();
  for (const [id, node] of after) before.set(id, node);
  return [...after.values()];
}

const isSame = (a: FlowNode, b: FlowNode): boolean =>
  a.data.node === b.data.node &&
  a.data.card === b.data.card &&
  a.data.branch === b.data.branch &&
  a.data.order === b.data.order &&
  a.data.away.map(({ words }) => words).join() === b.data.away.map(({ words }) => words).join() &&
  a.selected === b.selected &&
  a.height === b.height &&
  a.domAttributes?.tabIndex === b.domAttributes?.tabIndex &&
  a.domAttributes?.["aria-description"] === b.domAttributes?.["aria-description"] &&
  a.position.x === b.position.x &&
  a.position.y === b.position.y;

const none: readonly Away[] = [];

/** The lines of percentage and event nodes into other sections (spec 2 §3.4). */
function awayFrom(graph: Graph, node: GraphNode): readonly Away[] {
  if (graph.sections.size === 1) return none;
  const away = exitsOf(node).flatMap(({ name, target }): Away[] => {
    const other = target === null ? undefined : graph.nodes.get(target);
    return other === undefined || other.section === node.section
      ? []
      : [{ id: other.id, words: `${name} to ${nameOf(other)} in ${other.section}` }];
  });
  return away.length === 0 ? none : away;
}

function flowNode(node: GraphNode, seen: Seen): FlowNode {
  const { graph, selected, focusable, dragged, names, reason, counted, orders } = seen;
  const order = orders.get(node.id) ?? "";
  const card = cardOf(node, names);
  const { width } = card.size;
  const height = card.size.height + (counted ? footHeight : 0);
  const kind = kindOfNode(node);
  const isSelected = selected.has(node.id);
  const place = dragged.get(node.id) ?? node;
  const handle = { width: 10, height: 10, x: width / 2 - 5 };
  return {
    id: String(node.id),
    type: "card",
    position: { x: place.x, y: place.y },
    data: { node, card, branch: branchInto(graph, node), order, away: awayFrom(graph, node) },
    width,
    height,
    measured: { width, height },
    handles: [
      ...(kind.target === false ? [] : [{ type: "target" as const, position: Position.Top, ...handle, y: -5 }]),
      ...(kind.source === false
        ? []
        : [{ type: "source" as const, position: Position.Bottom, ...handle, y: height - 5 }]),
    ],
    selected: isSelected,
    ariaLabel: fullNameOf(node),
    ariaRole: "group",
    domAttributes: {
      tabIndex: node.id === focusable ? 0 : -1,
      // for screen readers
      ...((isSelected || node.id === focusable) && {
        "aria-description": describe(graph, node, card, {
          reason: node.id === focusable ? reason : "",
          order,
        }),
      }),
    },
  };
}

/** One sentence each for state, order, card and neighbors. */
function describe(
  graph: Graph,
  node: GraphNode,
  card: Card,
  { reason, order }: { reason: string; order: string },
): string {
  const name = (id: NodeId) => {
    const other = graph.nodes.get(id);
    return other ? nameOf(other) : String(id);
  };
  const outs = edges(graph).filter(({ source }) => source === node.id);
  const ins = edges(graph).filter(({ target }) => target === node.id);
  const targets = outs.map((edge) => (edge.name === "" ? name(edge.target) : `${name(edge.target)} (${edge.name})`));
  return [
    reason,
    order === "" ? "" : `Tried ${order}`,
    ...card.lines,
    card.message ?? "",
    ins.length > 0 ? `After ${ins.map(({ source }) => name(source)).join(", ")}` : "",
    targets.length > 0 ? `Continues to ${targets.join(", ")}` : "No next node",
  ]
    .filter((text) => text !== "")
    .join(". ");
}

interface Marked {
  selected: string | null;
  /** The line that a drop would split. */
  dropOn: string | null;
  /** Nodes whose incoming line is on the path of a route test. */
  lit?: ReadonlySet<NodeId> | undefined;
  /** Nodes whose incoming line a try has followed, and those whose line no try has. */
  passed?: ReadonlySet<NodeId> | undefined;
  untried?: ReadonlySet<NodeId> | null | undefined;
  /** Lines that only one of two compared versions has. */
  compared?: ComparedMarks | null;
}

/** The lines of a section. Unchanged lines and lists keep their object identity. */
export function flowEdges(
  graph: Graph,
  section: string,
  marked: Marked,
  before: readonly FlowEdge[],
): readonly FlowEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const drawn = [...edges(graph), ...removedEdges(marked.compared)].filter(
    ({ source, target }) =>
      graph.nodes.get(source)?.section === section && graph.nodes.get(target)?.section === section,
  );
  const lowered = loweredTargets(graph, drawn);
  const after = drawn.map((edge) => {
    const next = flowEdge(edge, marked, lowered);
    const old = known.get(edge.id);
    return old !== undefined && isSameEdge(old, next) ? old : next;
  });
  const isSameList = after.length === before.length && after.every((edge, index) => edge === before[index]);
  return isSameList ? before : after;
}

const isSameEdge = (a: FlowEdge, b: FlowEdge): boolean =>
  a.source === b.source &&
  a.target === b.target &&
  a.selected === b.selected &&
  a.className === b.className &&
  a.data?.isLowered === b.data?.isLowered &&
  a.selectable === b.selectable;

const removedEdges = (compared: ComparedMarks | null = null): GraphEdge[] =>
  (compared?.removed ?? []).map(({ source, target, name }) => ({
    id: `${removedPrefix}${source}>${target}`,
    source,
    target,
    index: -1,
    name,
    bySelector: true,
  }));

/** Targets whose line can go straight down from its source without crossing another branch of it. */
function loweredTargets(graph: Graph, drawn: readonly GraphEdge[]): ReadonlySet<NodeId> {
  const lowered = new Set<NodeId>();
  for (const [id, outs] of Map.groupBy(drawn, ({ source }) => source)) {
    const source = graph.nodes.get(id);
    if (source === undefined) continue;
    const middle = source.x + sizeOf(source).width / 2;
    const targets = outs.flatMap(({ target }) => graph.nodes.get(target) ?? []);
    const inTheWay = targets.filter((one) => one.x <= middle && middle <= one.x + sizeOf(one).width);
    for (const target of targets) {
      const isFree = inTheWay.every((one) => one === target || one.y >= target.y - turnAbove || one.y < source.y);
      if (isFree) lowered.add(target.id);
    }
  }
  return lowered;
}

function classOf(
  { id, source, target }: GraphEdge,
  { dropOn, lit, passed, untried, compared }: Marked,
): string | undefined {
  if (id.startsWith(removedPrefix)) return "removed";
  if (compared?.added.has(`${source}>${target}`)) return "added";
  if (id === dropOn) return "dropHere";
  if (lit?.has(target)) return "lit";
  if (passed?.has(target)) return "passed";
  return untried?.has(target) ? "untried" : undefined;
}

const flowEdge = (edge: GraphEdge, marked: Marked, lowered: ReadonlySet<NodeId>): FlowEdge => ({
  id: edge.id,
  source: String(edge.source),
  target: String(edge.target),
  type: "line",
  reconnectable: !edge.bySelector,
  selectable: !edge.bySelector,
  selected: edge.id === marked.selected,
  focusable: false,
  ...(lowered.has(edge.target) && { data: { isLowered: true } }),
  ...named(classOf(edge, marked)),
});

const named = (className: string | undefined) => (className === undefined ? {} : { className });

import type { AnyNodeKind, DesignContext, Exit, Issue } from "../nodeKind.ts";
import type { Note } from "../note.ts";
import type { NodeId } from "../savedNode.ts";
import type { KindName } from "./kinds/index.ts";
import { kindNamed } from "./kindTable.ts";
import { readName } from "./nodeName.ts";

/** A node on the canvas. */
export interface GraphNode {
  readonly id: NodeId;
  readonly kind: KindName | "unknown" | "foreign";
  /** The saved `type`, which identifies an unknown node. */
  readonly type: string;
  /** What the user calls it (decision 0075). */
  readonly name?: string;
  /** The form's values, in the kind's own shape. */
  readonly draft: object;
  readonly x: number;
  readonly y: number;
  /** The section of the node, including `main`. */
  readonly section: string;
  /** Unknown saved keys, written back unchanged. */
  readonly carried: Readonly<Record<string, unknown>>;
  /** For nodes of another language than the outbound one. */
  readonly foreign?: Foreign;
}

/** A workflow in the editor, as a value that commands change (spec 2 §4.2). The start node's draft is the campaign form. */
export interface Graph {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>;
  /** Each section's start or sectionStart node, main first. */
  readonly sections: ReadonlyMap<string, NodeId>;
  /** Unknown keys of the workflow. */
  readonly carried: Readonly<Record<string, unknown>>;
  /** The sticky notes of all sections. */
  readonly notes?: readonly Note[];
  /** The rules of another kind of workflow, such as an inbound one. */
  readonly language?: Language;
}

/** What the canvas uses of a node kind, in every workflow language. */
export type DrawnKind = Pick<
  AnyNodeKind,
  | "label"
  | "hue"
  | "icon"
  | "placeable"
  | "selectorsOnly"
  | "source"
  | "target"
  | "defaults"
  | "fields"
  | "card"
  | "message"
  | "exits"
  | "gives"
  | "prefill"
  | "retarget"
  | "validate"
>;

/** A kind of another language has its help with it. */
export interface ForeignKind extends DrawnKind {
  help: string;
}

/** Data of a node in another language: its kind, its wire id, and its other saved keys. */
export interface Foreign {
  readonly kind: ForeignKind;
  readonly wireId: string;
  readonly saved: object;
}

/** A palette entry. */
export interface PaletteEntry {
  kind: string;
  label: string;
  icon: string;
  hue: DrawnKind["hue"];
  /** Its heading. */
  group?: string;
  /** Other words to find it by. */
  words?: string;
  /** Why it cannot be placed now. */
  why?: string | undefined;
  draft?: object;
}

export type NodeState = "normal" | "updated" | "error" | "orphan";

/** A workflow language other than outbound, as commands and checks use it. */
export interface Language {
  palette(graph: Graph): PaletteEntry[];
  /** A new node for a palette entry. */
  newNode(graph: Graph, kind: string, id: NodeId, at: { x: number; y: number; section: string }): GraphNode;
  /** Why an edge cannot be drawn, or undefined. */
  whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined;
  issues(graph: Graph, node: GraphNode, context: DesignContext): Issue[];
  /** Label of unnamed edges: AND between two rules. */
  wordsOn(source: GraphNode, target: GraphNode): string;
  /** The mark of a card, compared with the saved graph. */
  stateOf(graph: Graph, saved: Graph, id: NodeId, context: DesignContext): NodeState;
  /** A pasted node with an unused wire id, or undefined if it belongs to another language. */
  pasted(graph: Graph, node: GraphNode): GraphNode | undefined;
}

/** An edge. Edges are derived from the kinds' `exits` and never stored. */
export interface Edge {
  /** `{source}-{index}`, stable while the exit exists. */
  id: string;
  source: NodeId;
  target: NodeId;
  /** Index of the exit. */
  index: number;
  /** Edge label, "" for a plain one. */
  name: string;
  /** Created by a path selector, and so only changed through it (readings, Outbound editor). */
  bySelector: boolean;
}

export const mainSection = "main";
/** Spec 2 §2.1, §9. */
export const startPosition = { x: 250, y: 25 };
/** Readings, Visits. */
export const maxNodes = 2000;

/** The kind of a node on the canvas. */
export const kindOfNode = (node: GraphNode): DrawnKind => node.foreign?.kind ?? outboundKindOf(node);

/** The kind of a node of an outbound workflow. */
export const outboundKindOf = ({ kind }: GraphNode): AnyNodeKind => kindNamed(kind);

/** The start node of a section. Its id is negative, so that saved nodes keep theirs. */
export const newSectionStart = (id: NodeId, section: string, next: NodeId | null): GraphNode => ({
  id,
  kind: "sectionStart",
  type: "sectionStart",
  draft: { next },
  ...startPosition,
  section,
  carried: {},
});

/** The node's title on its card and in lists. */
export const titleOf = (node: GraphNode): string =>
  node.kind === "unknown" ? `Unknown node (${node.type})` : kindOfNode(node).label;

/** The number on a card: the node id, or the end of an inbound node's wire id. Fixed nodes have none. */
export function numberOf(node: GraphNode): string {
  if (node.foreign !== undefined) return /-(\d+)$/.exec(node.foreign.wireId)?.[1] ?? "";
  return node.id > 0 ? String(node.id) : "";
}

/** The kind and number of a node: "SMS Send 2". A section start has no number. */
export const kindAndNumber = (node: GraphNode): string => `${titleOf(node)} ${numberOf(node)}`.trim();

/** What a node is called in lists and sentences: its name, else its kind and number. */
export const callOf = (node: GraphNode): string => node.name ?? kindAndNumber(node);

/** The name with kind and number, for screen readers: "Welcome text, SMS Send 2". */
export const fullNameOf = (node: GraphNode): string =>
  node.name === undefined ? kindAndNumber(node) : `${node.name}, ${kindAndNumber(node)}`;

/** The graph with a node renamed. A blank name is none. */
export function renameNode(graph: Graph, id: NodeId, text: string): Graph {
  const node = graph.nodes.get(id);
  const name = readName(text);
  if (node === undefined || node.name === name) return graph;
  const { name: _, ...rest } = node;
  return withNode(graph, name === undefined ? rest : { ...rest, name });
}

/** Whether a node is start or sectionStart: no incoming edge, not deletable (spec 2 §2.1, §3.4). */
export const isStart = (node: GraphNode): boolean =>
  node.kind === "start" || node.kind === "sectionStart" || node.foreign?.kind.target === false;

/** Whether a node cannot be deleted or copied: start nodes, and the channels of an inbound workflow (spec 1 §4.1). */
export const isFixed = (node: GraphNode): boolean => isStart(node) || node.foreign?.kind.placeable === false;

// drafts are never mutated, so the exits can be cached
const knownExits = new WeakMap<object, Exit[]>();

/** The exits of a node, including those without a target. */
export function exitsOf(node: GraphNode): readonly Exit[] {
  let exits = knownExits.get(node.draft);
  if (exits === undefined) {
    exits = kindOfNode(node).exits(node.draft);
    knownExits.set(node.draft, exits);
  }
  return exits;
}

// edges of a node that only moved are reused as well
const knownEdges = new WeakMap<object, Edge[]>();

function edgesFrom(node: GraphNode): readonly Edge[] {
  const known = knownEdges.get(node.draft);
  if (known !== undefined && (known[0]?.source ?? node.id) === node.id) return known;
  const bySelector = kindOfNode(node).selectorsOnly ?? false;
  const found = exitsOf(node).flatMap(({ name, target }, index) =>
    target === null ? [] : [{ id: `${node.id}-${index}`, source: node.id, target, index, name, bySelector }],
  );
  knownEdges.set(node.draft, found);
  return found;
}

interface Links {
  edges: Edge[];
  incoming: Map<NodeId, Edge[]>;
}

const knownLinks = new WeakMap<ReadonlyMap<NodeId, GraphNode>, Links>();

function linksOf(graph: Graph): Links {
  const known = knownLinks.get(graph.nodes);
  if (known !== undefined) return known;
  const links: Links = { edges: [], incoming: new Map() };
  for (const node of graph.nodes.values()) {
    for (const edge of edgesFrom(node)) {
      if (!graph.nodes.has(edge.target)) continue;
      links.edges.push(edge);
      const others = links.incoming.get(edge.target);
      if (others === undefined) links.incoming.set(edge.target, [edge]);
      else others.push(edge);
    }
  }
  knownLinks.set(graph.nodes, links);
  return links;
}

/** All edges of the graph. */
export const edges = (graph: Graph): readonly Edge[] => linksOf(graph).edges;

/** Incoming edges: at most one in a valid graph. */
export const incoming = (graph: Graph, id: NodeId): readonly Edge[] => linksOf(graph).incoming.get(id) ?? [];

/** Nodes without an incoming edge, except start nodes (spec 2 §3.4). */
export const orphans = (graph: Graph): NodeId[] =>
  [...graph.nodes.values()]
    .filter((node) => !isStart(node) && incoming(graph, node.id).length === 0)
    .map(({ id }) => id);

/** The targets of a node. */
export const targetsOf = (node: GraphNode): NodeId[] =>
  exitsOf(node).flatMap(({ target }) => (target === null ? [] : [target]));

/** Whether `to` can be reached from `from` along the edges, or is equal to it. */
export function reaches(graph: Graph, from: NodeId, to: NodeId): boolean {
  const seen = new Set<NodeId>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    const node = graph.nodes.get(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    open.push(...targetsOf(node));
  }
  return false;
}

/** The largest existing id plus one (spec 2 §2.1). */
export const nextId = (graph: Graph): NodeId => Math.max(0, ...graph.nodes.keys()) + 1;

/** The nodes of one section, which the canvas shows (spec 2 §2.1). */
export const nodesIn = (graph: Graph, section: string): GraphNode[] =>
  [...graph.nodes.values()].filter((node) => node.section === section);

/** The graph with one node added or replaced. */
export const withNode = (graph: Graph, node: GraphNode): Graph => ({
  ...graph,
  nodes: new Map(graph.nodes).set(node.id, node),
});

/** A node with new targets. */
export const retargeted = (node: GraphNode, targets: (NodeId | null)[]): GraphNode => ({
  ...node,
  draft: kindOfNode(node).retarget(node.draft, targets),
});

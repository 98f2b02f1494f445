import type { AnyNodeKind, DesignContext, Exit, Issue, NodeId } from "../nodeKind.ts";
import { type KindName, kinds } from "./kinds/index.ts";
import { unknownKind } from "./kinds/unknownKind.ts";

/** A node on the canvas. */
export interface GraphNode {
  readonly id: NodeId;
  readonly kind: KindName | "unknown" | "foreign";
  /** The saved `type`; tells what an unknown node was. */
  readonly type: string;
  /** The form's values, of the kind's own shape. */
  readonly draft: object;
  readonly x: number;
  readonly y: number;
  /** The section that the node lives in, `main` included. */
  readonly section: string;
  /** Saved keys that nobody knows, written back as they were. */
  readonly carried: Readonly<Record<string, unknown>>;
  /** Of a node of another language than the outbound one. */
  readonly foreign?: Foreign;
}

/** A workflow in the editor, as one value that commands change (spec 2 §4.2). The start node's draft is the campaign form. */
export interface Graph {
  readonly nodes: ReadonlyMap<NodeId, GraphNode>;
  /** Every section with its start or sectionStart node, main first. */
  readonly sections: ReadonlyMap<string, NodeId>;
  /** Keys of the workflow that nobody knows. */
  readonly carried: Readonly<Record<string, unknown>>;
  /** The rules of another kind of workflow than the outbound one, such as an inbound one. */
  readonly language?: Language;
}

/** What of a node kind the canvas looks at, whichever workflow it belongs to. */
export type DrawnKind = Pick<
  AnyNodeKind,
  | "label"
  | "help"
  | "hue"
  | "icon"
  | "placeable"
  | "selectorsOnly"
  | "source"
  | "target"
  | "defaults"
  | "fields"
  | "card"
  | "exits"
  | "gives"
  | "retarget"
  | "validate"
>;

/** What a node of another language carries: its kind, its id on the wire, and the rest of what it was saved as. */
export interface Foreign {
  readonly kind: DrawnKind;
  readonly wireId: string;
  readonly saved: object;
}

/** An entry of the palette. */
export interface PaletteEntry {
  kind: string;
  label: string;
  icon: string;
  hue: DrawnKind["hue"];
  /** The heading that it stands under. */
  group?: string;
  /** Why it cannot be placed now. */
  why?: string | undefined;
  draft?: object;
}

export type NodeState = "normal" | "updated" | "error" | "orphan";

/** What is told of a kind of workflow so that the canvas draws it as it draws outbound ones: commands and checks ask it. */
export interface Language {
  palette(graph: Graph): PaletteEntry[];
  /** A new node of a kind of the palette. */
  newNode(graph: Graph, kind: string, id: NodeId, at: { x: number; y: number; section: string }): GraphNode;
  /** Why a line cannot be drawn; undefined when it can. */
  whyNotConnect(graph: Graph, source: NodeId, target: NodeId): string | undefined;
  issues(graph: Graph, node: GraphNode, context: DesignContext): Issue[];
  /** The words on a line that has no name of its own: AND between two rules. */
  wordsOn(source: GraphNode, target: GraphNode): string;
  /** How a card is marked against what was saved. */
  stateOf(graph: Graph, saved: Graph, id: NodeId, context: DesignContext): NodeState;
  /** A node from the clipboard under a free id of the wire; undefined where it is none of this language. */
  pasted(graph: Graph, node: GraphNode): GraphNode | undefined;
}

/** A line between two nodes. Derived, never stored: `exits` of the kinds are its only source. */
export interface Edge {
  /** `{source}-{index}`: the same as long as the way out is the same. */
  id: string;
  source: NodeId;
  target: NodeId;
  /** Which of the source's ways out. */
  index: number;
  /** Words for the edge, "" for a plain one. */
  name: string;
  /** Made by a path selector, so that it goes by changing the selector (readings, Outbound editor). */
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
export const outboundKindOf = ({ kind }: GraphNode): AnyNodeKind =>
  kind === "unknown" || kind === "foreign" ? unknownKind : kinds[kind];

/** What the card and lists call a node. */
export const titleOf = (node: GraphNode): string =>
  node.kind === "unknown" ? `Unknown node (${node.type})` : kindOfNode(node).label;

/** Start and sectionStart: no incoming edge, not deletable (spec 2 §2.1, §3.4). */
export const isStart = (node: GraphNode): boolean =>
  node.kind === "start" || node.kind === "sectionStart" || node.foreign?.kind.target === false;

/** What cannot be deleted or copied: start nodes, and the channels of an inbound workflow (spec 1 §4.1). */
export const isFixed = (node: GraphNode): boolean => isStart(node) || node.foreign?.kind.placeable === false;

// a draft is never changed in place, so its ways out are found once
const knownExits = new WeakMap<object, Exit[]>();

/** The ways out of a node, those that lead nowhere yet included. */
export function exitsOf(node: GraphNode): readonly Exit[] {
  let exits = knownExits.get(node.draft);
  if (exits === undefined) {
    exits = kindOfNode(node).exits(node.draft);
    knownExits.set(node.draft, exits);
  }
  return exits;
}

// nor are the lines of a node that only moved made anew
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

/** Every line of the graph. */
export const edges = (graph: Graph): readonly Edge[] => linksOf(graph).edges;

/** The lines into a node: one at most in a sound graph. */
export const incoming = (graph: Graph, id: NodeId): readonly Edge[] => linksOf(graph).incoming.get(id) ?? [];

/** Nodes without an incoming connection, apart from start nodes (spec 2 §3.4). */
export const orphans = (graph: Graph): NodeId[] =>
  [...graph.nodes.values()]
    .filter((node) => !isStart(node) && incoming(graph, node.id).length === 0)
    .map(({ id }) => id);

/** Where the ways out of a node lead. */
export const targetsOf = (node: GraphNode): NodeId[] =>
  exitsOf(node).flatMap(({ target }) => (target === null ? [] : [target]));

/** Whether `to` can be reached from `from` along the lines, itself included. */
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

/** The nodes of one section, which is what the canvas shows (spec 2 §2.1). */
export const nodesIn = (graph: Graph, section: string): GraphNode[] =>
  [...graph.nodes.values()].filter((node) => node.section === section);

/** The graph with one node put in or replaced. */
export const withNode = (graph: Graph, node: GraphNode): Graph => ({
  ...graph,
  nodes: new Map(graph.nodes).set(node.id, node),
});

/** A node whose ways out lead elsewhere. */
export const retargeted = (node: GraphNode, targets: (NodeId | null)[]): GraphNode => ({
  ...node,
  draft: kindOfNode(node).retarget(node.draft, targets),
});

import { type AnyInboundKind, type InboundKindName, inboundKind, inboundKinds } from "./kinds.ts";
import type { SrcType } from "./saved.ts";

/** A node of an inbound workflow. */
export interface InboundNode {
  readonly id: string;
  readonly kind: InboundKindName | "unknown";
  /** The saved `data.type`, which identifies an unknown node. */
  readonly type: string;
  /** The saved `type`. */
  readonly nodeType: string;
  /** Display label. Becomes the destination's description where the node has no name. */
  readonly label: string;
  /** What the user calls it (decision 0075). */
  readonly name?: string;
  /** The form's values, in the kind's own shape. */
  readonly form: object;
  readonly x: number;
  readonly y: number;
  /** Name of the node's route destination, or null. */
  readonly routeDest: string | null;
  /** Unknown keys of the node and its data, written back unchanged. */
  readonly carried: {
    readonly node: Readonly<Record<string, unknown>>;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** An edge. Between two rules it means AND. */
export interface InboundEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly carried: Readonly<Record<string, unknown>>;
}

/** An inbound workflow in the editor, as a value that commands change. */
export interface InboundGraph {
  readonly nodes: ReadonlyMap<string, InboundNode>;
  readonly edges: readonly InboundEdge[];
  readonly carried: Readonly<Record<string, unknown>>;
}

/** The fixed nodes, with their ids and kinds (spec 1 §3.4). */
export const fixedNodes = { start: "start", callSrc: "call", smsSrc: "sms", rcsSrc: "rcs" } as const;

/** The fixed edges (spec 1 §3.4). */
export const fixedEdges = { startCallSrc: "callSrc", startSmsSrc: "smsSrc", startRcsSrc: "rcsSrc" } as const;

export const startId = "start";

/** Whether a node cannot be deleted: the start node and the channel nodes (spec 1 §4.1). */
export const isFixed = (node: InboundNode): boolean => ["start", "channel"].includes(categoryOf(node));

/** The kind of a node, or undefined if this version does not know it. */
export const kindOf = (node: InboundNode): AnyInboundKind | undefined =>
  node.kind === "unknown" ? undefined : inboundKind(node.kind);

export type Category = AnyInboundKind["category"] | "unknown";

export const categoryOf = (node: InboundNode): Category => kindOf(node)?.category ?? "unknown";

interface Links {
  incoming: Map<string, InboundEdge[]>;
  outgoing: Map<string, InboundEdge[]>;
}

const known = new WeakMap<readonly InboundEdge[], Links>();

function linksOf({ edges }: InboundGraph): Links {
  let links = known.get(edges);
  if (links === undefined) {
    links = {
      incoming: Map.groupBy(edges, ({ target }) => target),
      outgoing: Map.groupBy(edges, ({ source }) => source),
    };
    known.set(edges, links);
  }
  return links;
}

/** Incoming edges: at most one in a valid graph. */
export const incoming = (graph: InboundGraph, id: string): readonly InboundEdge[] =>
  linksOf(graph).incoming.get(id) ?? [];

/** Outgoing edges. */
export const outgoing = (graph: InboundGraph, id: string): readonly InboundEdge[] =>
  linksOf(graph).outgoing.get(id) ?? [];

/** Nodes without an incoming edge, except the start node (spec 1 §4.1). */
export const orphans = (graph: InboundGraph): string[] =>
  [...graph.nodes.values()]
    .filter((node) => node.kind !== "start" && incoming(graph, node.id).length === 0)
    .map(({ id }) => id);

/** The path from its head to the node. Stops when it meets a loop. */
export function pathTo(graph: InboundGraph, id: string): InboundNode[] {
  const path: InboundNode[] = [];
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const node = graph.nodes.get(at);
    if (node === undefined) break;
    path.unshift(node);
    at = incoming(graph, at)[0]?.source;
  }
  return path;
}

/** The channel at the head of a node's path, or undefined (readings, Inbound designer). */
export function channelOf(graph: InboundGraph, id: string): SrcType | undefined {
  for (const node of pathTo(graph, id)) {
    const kind = kindOf(node);
    if (kind?.category === "channel") return kind.srcType;
  }
  return undefined;
}

/** The node and all nodes after it. */
export function withFollowers(graph: InboundGraph, id: string): InboundNode[] {
  const found = new Map<string, InboundNode>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const node = graph.nodes.get(at);
    if (node === undefined || found.has(at)) continue;
    found.set(at, node);
    open.push(...outgoing(graph, at).map(({ target }) => target));
  }
  return [...found.values()];
}

/** A new node with its kind's defaults (spec 1 §3.7). */
export function newInboundNode(id: string, kind: InboundKindName, x: number, y: number): InboundNode {
  const { label, nodeType, defaults } = inboundKinds[kind];
  const shared = { id, kind, type: kind, nodeType, label, x, y };
  return { ...shared, form: defaults, routeDest: null, carried: { node: {}, data: {} } };
}

const fixedPlaces = { start: [530, 25], callSrc: [250, 165], smsSrc: [530, 165], rcsSrc: [810, 165] } as const;

/** Only the fixed nodes: a new inbound workflow, or Reset Workflow (spec 1 §2.5). */
export function emptyInbound(): InboundGraph {
  const nodes = Object.entries(fixedNodes).map(([id, kind]) => {
    const [x, y] = fixedPlaces[id as keyof typeof fixedNodes];
    return newInboundNode(id, kind, x, y);
  });
  const edges = Object.entries(fixedEdges).map(([id, target]) => ({ id, source: startId, target, carried: {} }));
  return { nodes: new Map(nodes.map((node) => [node.id, node])), edges, carried: {} };
}

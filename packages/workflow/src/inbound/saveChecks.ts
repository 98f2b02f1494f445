import type { Issue, NodeValidator } from "../nodeKind.ts";
import { nameField, nameProblem } from "../outbound/nodeName.ts";
import { severalOut, whyNotChannel, whyNotFollow } from "./connections.ts";
import {
  categoryOf,
  channelOf,
  fixedEdges,
  fixedNodes,
  type InboundGraph,
  type InboundNode,
  incoming,
  kindOf,
  orphans,
  outgoing,
} from "./graph.ts";
import type { NodeType } from "./saved.ts";
import { writeInbound } from "./writeInbound.ts";

/** Why an inbound workflow cannot be saved, and the nodes to mark. */
export interface InboundProblem {
  message: string;
  nodes: { id: string; issues: Issue[] }[];
}

/** Spec 1 §5.3, to the letter. */
export const orphansMessage = "Orphan nodes are present. Please attach or remove them before saving.";
const errorsMessage = "Some nodes have errors. Please fix them before saving.";
export const duplicatesMessage = "Some paths have duplicate destinations. Please remove or change them before saving.";

/** The first failing check, in the order of spec 1 §4.4 (orphans, node errors, duplicates), or undefined. */
export function saveProblem(graph: InboundGraph, validateNode: NodeValidator): InboundProblem | undefined {
  const alone = orphans(graph);
  if (alone.length > 0) return { message: orphansMessage, nodes: alone.map((id) => ({ id, issues: [] })) };
  const wrong = [...graph.nodes.values()]
    .map((node) => ({ id: node.id, issues: inboundIssues(graph, node, validateNode) }))
    .filter(({ issues }) => issues.length > 0);
  if (wrong.length > 0) return { message: errorsMessage, nodes: wrong };
  const double = duplicates(graph);
  return double.length > 0
    ? { message: duplicatesMessage, nodes: double.map((id) => ({ id, issues: [] })) }
    : undefined;
}

/** Errors of one node, as its form shows them, including invalid edges. */
export function inboundIssues(graph: InboundGraph, node: InboundNode, validateNode: NodeValidator): Issue[] {
  const kind = kindOf(node);
  if (kind === undefined)
    return [
      {
        field: "",
        message: `This version does not support the node type "${node.type}". Delete the node, or save with the version that made it.`,
      },
    ];
  const drawn = lineProblem(graph, node);
  const misnamed = nameProblem(node.name ?? node.carried.node["name"]);
  return [
    ...kind.validate(node.form as never),
    ...validateNode(node),
    ...(drawn === undefined ? [] : [{ field: "", message: `${drawn}.` }]),
    ...(misnamed === undefined ? [] : [{ field: nameField, message: `${misnamed}.` }]),
  ];
}

/** Edges that cannot be drawn, but can be in an imported graph. */
function lineProblem(graph: InboundGraph, node: InboundNode): string | undefined {
  const ways = incoming(graph, node.id);
  if (ways.length > 1) return "The node has more than one incoming edge";
  if (!severalOut.includes(node.nodeType as NodeType) && outgoing(graph, node.id).length > 1)
    return "The node has more than one outgoing edge";
  for (const { source } of ways) {
    const from = graph.nodes.get(source);
    if (from === undefined) return `It is connected to node ${source}, which does not exist`;
    const unfit = whyNotFollow(from, node);
    if (unfit !== undefined) return unfit;
  }
  for (const { target } of outgoing(graph, node.id))
    if (!graph.nodes.has(target)) return `It leads to node ${target}, which does not exist`;
  const channel = channelOf(graph, node.id);
  if (channel === undefined) return node.kind === "start" ? undefined : "It is not connected to a channel";
  return whyNotChannel([node], channel);
}

/** Nodes of duplicate destinations: equal value, type and source type (spec 1 §5.3; readings, Inbound designer). */
function duplicates(graph: InboundGraph): string[] {
  const byValue = Map.groupBy(
    [...graph.nodes.values()].filter((node) => categoryOf(node) === "destination"),
    (node) => duplicateKey(graph, node),
  );
  return [...byValue].flatMap(([key, nodes]) => (key === "" || nodes.length < 2 ? [] : nodes.map(({ id }) => id)));
}

function duplicateKey(graph: InboundGraph, node: InboundNode): string {
  const kind = kindOf(node);
  const channel = channelOf(graph, node.id);
  if (kind?.category !== "destination" || channel === undefined) return "";
  const { dest, options } = kind.target(node.form as never);
  // where the value only repeats the type, the target is in the options (wire reading 21)
  const value = dest === kind.destType ? [options.playUrl, options.ivr, options.callXml] : [dest];
  return JSON.stringify([kind.destType, channel, value]);
}

/** How the canvas marks a node (spec 1 §2.5, §4.3). */
export type NodeState = "plain" | "orphan" | "error" | "updated" | "unsuccessful";

/**
 * The mark of every node. `before`: the saved graph. Changed and valid nodes are updated. `unsuccessful`: nodes whose
 * route destination could not be created or updated (spec 1 §4.4).
 */
export function nodeStates(
  graph: InboundGraph,
  before: InboundGraph,
  validateNode: NodeValidator,
  unsuccessful: ReadonlySet<string> = new Set(),
): Map<string, NodeState> {
  const alone = new Set(orphans(graph));
  const old = savedTexts(before);
  const now = savedTexts(graph);
  const stateOf = (node: InboundNode): NodeState => {
    if (unsuccessful.has(node.id)) return "unsuccessful";
    if (alone.has(node.id)) return "orphan";
    if (inboundIssues(graph, node, validateNode).length > 0) return "error";
    return old.get(node.id) === now.get(node.id) ? "plain" : "updated";
  };
  return new Map([...graph.nodes.values()].map((node) => [node.id, stateOf(node)]));
}

/** Each node as saved, without its position, with its source. */
function savedTexts(graph: InboundGraph): Map<string, string> {
  const sources = new Map(graph.edges.map(({ source, target }) => [target, source]));
  return new Map(
    writeInbound(graph).nodes.map(({ id, data, name }) => {
      const { routeDest: _, ...rest } = data;
      return [id, JSON.stringify([rest, sources.get(id), name])];
    }),
  );
}

/** Missing fixed nodes and edges. A stored graph can lack some (spec 1 §3.4). */
export const missingFixed = (graph: InboundGraph): string[] => [
  ...Object.keys(fixedNodes).filter((id) => !graph.nodes.has(id)),
  ...Object.entries(fixedEdges)
    .filter(([, target]) => graph.nodes.has(target) && incoming(graph, target).length === 0)
    .map(([id]) => id),
];

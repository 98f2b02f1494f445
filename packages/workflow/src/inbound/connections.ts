import {
  categoryOf,
  channelOf,
  type InboundGraph,
  type InboundNode,
  incoming,
  kindOf,
  outgoing,
  withFollowers,
} from "./graph.ts";
import type { NodeType, SrcType } from "./saved.ts";

/**
 * Which nodes can follow which (spec 1 §4.1). Used by the canvas, the check of saved graphs and the tests.
 * Start's three edges exist from the beginning, and no others can be drawn from it (readings, Inbound designer).
 */
export const mayFollow: Readonly<Record<NodeType, readonly NodeType[]>> = {
  start: ["inboundCall", "inboundSms", "inboundRcs"],
  inboundCall: ["rule", "callDestination", "multipleDestination"],
  inboundSms: ["rule", "smsDestination", "multipleDestination", "smsRule"],
  inboundRcs: ["rule", "smsDestination", "multipleDestination", "smsRule"],
  rule: ["callDestination", "smsDestination", "rule", "multipleDestination"],
  smsRule: ["smsDestination", "rule", "smsRule", "multipleDestination"],
  callDestination: [],
  smsDestination: [],
  multipleDestination: [],
};

/** Channels that a node type accepts. Types that are not listed accept all (spec 1 §4.1; readings, Inbound designer). */
export const channelsOfType: Readonly<Partial<Record<NodeType, readonly SrcType[]>>> = {
  callDestination: ["call"],
  smsDestination: ["sms", "rcs"],
  smsRule: ["sms", "rcs"],
};

/** Node types that can have several outgoing edges (spec 1 §4.1). */
export const severalOut: readonly NodeType[] = ["start", "inboundCall", "inboundSms", "inboundRcs"];

const typeLabels: Readonly<Record<NodeType, string>> = {
  start: "Start",
  inboundCall: "Inbound Call",
  inboundSms: "Inbound SMS",
  inboundRcs: "Inbound RCS",
  rule: "A rule",
  smsRule: "A text message rule",
  callDestination: "A call destination",
  smsDestination: "An SMS destination",
  multipleDestination: "A workflow destination",
};

const channelLabels: Readonly<Record<SrcType, string>> = { call: "calls", sms: "SMS", rcs: "RCS" };

/** Why two nodes cannot be connected, as tooltip text, or undefined (spec 1 §4.1). */
export function whyNotConnect(graph: InboundGraph, source: string, target: string): string | undefined {
  const from = graph.nodes.get(source);
  const to = graph.nodes.get(target);
  if (from === undefined || to === undefined) return "The node does not exist";
  if (source === target) return "A node cannot connect to itself";
  const unfit = whyNotFollow(from, to);
  if (unfit !== undefined) return unfit;
  if (from.kind === "start") return "Start is already connected";
  if (!severalOut.includes(from.nodeType as NodeType) && outgoing(graph, source).length > 0)
    return "The node already has an outgoing edge";
  if (incoming(graph, target).length > 0) return "The node already has an incoming edge";
  if (withFollowers(graph, target).some(({ id }) => id === source)) return "The path would form a loop";
  const channel = channelOf(graph, source);
  return channel === undefined ? undefined : whyNotChannel(withFollowers(graph, target), channel);
}

/** Whether an edge can be drawn. */
export const mayConnect = (graph: InboundGraph, source: string, target: string): boolean =>
  whyNotConnect(graph, source, target) === undefined;

/** Checks only the node types. */
export function whyNotFollow(from: InboundNode, to: InboundNode): string | undefined {
  const source = kindOf(from)?.nodeType;
  const target = kindOf(to)?.nodeType;
  if (source === undefined || target === undefined) return "This version does not support the node";
  if (mayFollow[source].includes(target)) return undefined;
  if (categoryOf(from) === "destination") return "A destination has no exits";
  if (to.kind === "start") return "Nothing can connect to Start";
  if (categoryOf(to) === "channel") return `Only Start can connect to ${typeLabels[target]}`;
  return `${typeLabels[target]} cannot follow ${inSentence(typeLabels[source])}`;
}

const inSentence = (words: string): string =>
  words.startsWith("A") ? words[0]?.toLowerCase() + words.slice(1) : words;

/** Call destinations accept only the call channel, SMS destinations SMS and RCS. */
export function whyNotChannel(nodes: readonly InboundNode[], channel: SrcType): string | undefined {
  for (const node of nodes) {
    const nodeType = kindOf(node)?.nodeType;
    const accepted = nodeType && channelsOfType[nodeType];
    if (nodeType === undefined || accepted === undefined || accepted.includes(channel)) continue;
    const takes = accepted.map((one) => channelLabels[one]).join(" and ");
    return `${typeLabels[nodeType]} accepts only ${takes}, and this path starts with ${channelLabels[channel]}`;
  }
  return undefined;
}

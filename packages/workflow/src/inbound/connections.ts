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
 * What may follow what (spec 1 §4.1): the one table that the canvas, the check of a saved graph and the tests share.
 * Start's three lines are there from the beginning; nothing else can be drawn from it (readings, Inbound designer).
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

/** The channels that a node type accepts at the head of its path; those not named accept every one (spec 1 §4.1; readings, Inbound designer). */
export const channelsOfType: Readonly<Partial<Record<NodeType, readonly SrcType[]>>> = {
  callDestination: ["call"],
  smsDestination: ["sms", "rcs"],
  smsRule: ["sms", "rcs"],
};

/** Node types that may have several lines out (spec 1 §4.1). */
export const severalOut: readonly NodeType[] = ["start", "inboundCall", "inboundSms", "inboundRcs"];

const typeWords: Readonly<Record<NodeType, string>> = {
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

const channelWords: Readonly<Record<SrcType, string>> = { call: "calls", sms: "SMS", rcs: "RCS" };

/** Why a line cannot lead from one node to another, in words for a tooltip; undefined when it can (spec 1 §4.1). */
export function whyNotConnect(graph: InboundGraph, source: string, target: string): string | undefined {
  const from = graph.nodes.get(source);
  const to = graph.nodes.get(target);
  if (from === undefined || to === undefined) return "There is no such node";
  if (source === target) return "A node cannot lead to itself";
  const unfit = whyNotFollow(from, to);
  if (unfit !== undefined) return unfit;
  if (from.kind === "start") return "The lines of Start are there already";
  if (!severalOut.includes(from.nodeType as NodeType) && outgoing(graph, source).length > 0)
    return "The node has an outgoing edge already";
  if (incoming(graph, target).length > 0) return "The node has an incoming edge already";
  if (withFollowers(graph, target).some(({ id }) => id === source)) return "The path would run in a circle";
  const channel = channelOf(graph, source);
  return channel === undefined ? undefined : whyNotChannel(withFollowers(graph, target), channel);
}

/** Whether a line may be drawn. */
export const mayConnect = (graph: InboundGraph, source: string, target: string): boolean =>
  whyNotConnect(graph, source, target) === undefined;

/** By their types alone. */
export function whyNotFollow(from: InboundNode, to: InboundNode): string | undefined {
  const source = kindOf(from)?.nodeType;
  const target = kindOf(to)?.nodeType;
  if (source === undefined || target === undefined) return "This version does not know the node";
  if (mayFollow[source].includes(target)) return undefined;
  if (categoryOf(from) === "destination") return "A destination has no way out";
  if (to.kind === "start") return "Nothing leads to Start";
  if (categoryOf(to) === "channel") return `Only Start leads to ${typeWords[target]}`;
  return `${typeWords[target]} cannot follow ${inSentence(typeWords[source])}`;
}

const inSentence = (words: string): string =>
  words.startsWith("A") ? words[0]?.toLowerCase() + words.slice(1) : words;

/** A call destination accepts only the call source; an SMS destination only the SMS source, RCS included. */
export function whyNotChannel(nodes: readonly InboundNode[], channel: SrcType): string | undefined {
  for (const node of nodes) {
    const nodeType = kindOf(node)?.nodeType;
    const accepted = nodeType && channelsOfType[nodeType];
    if (nodeType === undefined || accepted === undefined || accepted.includes(channel)) continue;
    const takes = accepted.map((one) => channelWords[one]).join(" and ");
    return `${typeWords[nodeType]} takes ${takes} only, and this path begins with ${channelWords[channel]}`;
  }
  return undefined;
}

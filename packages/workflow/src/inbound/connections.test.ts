import { describe, expect, test } from "vitest";
import { addInboundNode, connectInbound, disconnectInbound, removeInboundNode } from "./commands.ts";
import { mayConnect, mayFollow, whyNotConnect } from "./connections.ts";
import { emptyInbound, type InboundGraph, newInboundNode } from "./graph.ts";
import type { InboundKindName } from "./kinds.ts";
import { whyNotPlace } from "./palette.ts";
import { type NodeType, nodeTypes } from "./saved.ts";

/** One kind of each node type. */
const sample: Record<NodeType, InboundKindName> = {
  start: "start",
  inboundCall: "call",
  inboundSms: "sms",
  inboundRcs: "rcs",
  rule: "time",
  smsRule: "textContent",
  callDestination: "voicemail",
  smsDestination: "inbox",
  multipleDestination: "workflow",
};

// spec 1 §4.1, written out once more: a row may lead to each of its columns
const allowed = new Set([
  "inboundCall rule",
  "inboundCall callDestination",
  "inboundCall multipleDestination",
  ...["inboundSms", "inboundRcs"].flatMap((source) =>
    ["rule", "smsDestination", "multipleDestination", "smsRule"].map((target) => `${source} ${target}`),
  ),
  ...["callDestination", "smsDestination", "rule", "multipleDestination"].map((target) => `rule ${target}`),
  ...["smsDestination", "rule", "smsRule", "multipleDestination"].map((target) => `smsRule ${target}`),
]);

const pairs = nodeTypes.flatMap((source) => nodeTypes.map((target) => [source, target] as const));

/** The fixed nodes, and one more of each type that can be placed, unconnected. */
function withLoose(...kinds: InboundKindName[]): InboundGraph {
  const nodes = new Map(emptyInbound().nodes);
  kinds.forEach((kind, index) => {
    nodes.set(`${kind}-${index}`, newInboundNode(`${kind}-${index}`, kind, 0, 0));
  });
  return { ...emptyInbound(), nodes };
}

const fixedId: Partial<Record<NodeType, string>> = {
  start: "start",
  inboundCall: "callSrc",
  inboundSms: "smsSrc",
  inboundRcs: "rcsSrc",
};

describe("spec 1 §4.1: connections", () => {
  test.for(pairs)("%s to %s", ([source, target]) => {
    const graph = withLoose(sample[source], sample[target]);
    const from = fixedId[source] ?? `${sample[source]}-0`;
    const to = fixedId[target] ?? `${sample[target]}-1`;
    const may = allowed.has(`${source} ${target}`);
    expect(mayConnect(graph, from, to), whyNotConnect(graph, from, to)).toBe(may);
    // start's three lines are the only ones of the table that cannot be drawn
    expect(mayFollow[source].includes(target)).toBe(may || (source === "start" && target.startsWith("inbound")));
    expect(connectInbound(graph, from, to).edges.length - graph.edges.length).toBe(may ? 1 : 0);
    if (!may) expect(whyNotConnect(graph, from, to)).toMatch(/^[A-Z][^.]+$/);
  });

  test("a source has one line out, but a channel has several", () => {
    let graph = withLoose("time", "voicemail", "ivr", "ivr");
    graph = connectInbound(graph, "callSrc", "time-0");
    graph = connectInbound(graph, "time-0", "voicemail-1");
    expect(whyNotConnect(graph, "time-0", "ivr-2")).toBe("The node already has an outgoing edge");
    expect(mayConnect(graph, "callSrc", "ivr-2")).toBe(true);
  });

  test("a target has one line in", () => {
    const graph = connectInbound(withLoose("voicemail", "time"), "callSrc", "voicemail-0");
    expect(whyNotConnect(graph, "time-1", "voicemail-0")).toBe("The node already has an incoming edge");
  });

  test("no circle, and no node that leads to itself", () => {
    const graph = connectInbound(withLoose("time", "time"), "time-0", "time-1");
    expect(whyNotConnect(graph, "time-1", "time-0")).toBe("The path would form a loop");
    expect(whyNotConnect(graph, "time-0", "time-0")).toBe("A node cannot connect to itself");
  });

  test("a call destination accepts only the call source, an SMS destination only SMS and RCS, however far from the channel", () => {
    const rules = connectInbound(withLoose("time", "state", "voicemail", "inbox"), "time-0", "state-1");
    const withCall = connectInbound(rules, "state-1", "voicemail-2");
    expect(whyNotConnect(withCall, "smsSrc", "time-0")).toBe(
      "A call destination accepts only calls, and this path starts with SMS",
    );
    expect(mayConnect(withCall, "callSrc", "time-0")).toBe(true);
    const withText = connectInbound(connectInbound(rules, "callSrc", "time-0"), "state-1", "inbox-3");
    expect(withText.edges.some(({ target }) => target === "inbox-3")).toBe(false);
    expect(mayConnect(connectInbound(rules, "rcsSrc", "time-0"), "state-1", "inbox-3")).toBe(true);
  });

  test("the start and channel nodes stay, and so do the lines of Start", () => {
    let graph = emptyInbound();
    for (const id of ["start", "callSrc", "smsSrc", "rcsSrc"]) graph = removeInboundNode(graph, id);
    for (const id of ["startCallSrc", "startSmsSrc", "startRcsSrc"]) graph = disconnectInbound(graph, id);
    expect(graph).toEqual(emptyInbound());
  });

  test("a deleted node takes its lines with it", () => {
    const graph = connectInbound(withLoose("time"), "callSrc", "time-0");
    expect(removeInboundNode(graph, "time-0")).toEqual(emptyInbound());
  });
});

describe("spec 1 §4.2: palette gating", () => {
  const without = (...ids: string[]): InboundGraph => {
    const { nodes, edges } = emptyInbound();
    return {
      nodes: new Map([...nodes].filter(([id]) => !ids.includes(id))),
      edges: edges.filter(({ target }) => !ids.includes(target)),
      carried: {},
    };
  };
  const gates: [InboundKindName, string[], boolean][] = [
    ["voicemail", ["smsSrc", "rcsSrc"], true],
    ["voicemail", ["callSrc"], false],
    ["customCall", ["callSrc"], false],
    ["inbox", ["callSrc"], true],
    ["smsForward", ["smsSrc"], true],
    ["inbox", ["smsSrc", "rcsSrc"], false],
    ["workflow", ["callSrc"], true],
    ["workflow", ["smsSrc", "rcsSrc"], true],
    ["workflow", ["callSrc", "smsSrc", "rcsSrc"], false],
    ["time", ["callSrc", "smsSrc"], true],
    ["time", ["callSrc", "smsSrc", "rcsSrc"], false],
    ["textContent", ["smsSrc", "rcsSrc"], false],
    ["textContent", ["callSrc"], true],
    ["call", [], false],
    ["start", [], false],
  ];
  test.for(gates)("%s without %s: %s", ([kind, missing, may]) => {
    const graph = without(...missing);
    expect(whyNotPlace(graph, kind) === undefined).toBe(may);
    expect(addInboundNode(graph, kind, { x: 0, y: 0 }).id !== null).toBe(may);
  });
});

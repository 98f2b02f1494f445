import { describe, expect, test } from "vitest";
import { addInboundNode, changeInboundForm, connectInbound, switchNumberRule } from "./commands.ts";
import { emptyInbound, type InboundGraph } from "./graph.ts";
import type { InboundKindName } from "./kinds.ts";
import { readInbound } from "./readInbound.ts";
import { nodeStates, saveProblem } from "./saveChecks.ts";
import { validateInboundNode } from "./validateInboundNode.ts";
import { writeInbound } from "./writeInbound.ts";

/** Draws paths below channels: kinds with the values of their forms. */
function drawn(...paths: [channel: string, ...nodes: [InboundKindName, object][]][]): InboundGraph {
  let graph = emptyInbound();
  for (const [channel, ...nodes] of paths) {
    let above = channel;
    for (const [kind, form] of nodes) {
      const added = addInboundNode(graph, kind, { x: 0, y: 0 });
      const id = added.id ?? "";
      graph = connectInbound(changeInboundForm(added.graph, id, { ...form }), above, id);
      above = id;
    }
  }
  return graph;
}

const forward: [InboundKindName, object] = ["callForward", { numberOrSip: "+12025550123" }];
const morning: [InboundKindName, object] = ["time", { timeOperation: "LESS_THAN" }];
const inbox = (inboxName: string): [InboundKindName, object] => ["inbox", { inboxName }];

describe("spec 1 §4.4, §5.3: the checks of saving, in their order", () => {
  test("the fixed nodes alone can be saved, and so can a path that ends in a rule", () => {
    expect(saveProblem(emptyInbound(), validateInboundNode)).toBeUndefined();
    expect(saveProblem(drawn(["callSrc", morning]), validateInboundNode)).toBeUndefined();
  });

  test("orphans come before errors, errors before duplicates", () => {
    const double = drawn(["callSrc", morning, forward], ["callSrc", forward]);
    expect(saveProblem(double, validateInboundNode)).toEqual({
      message: "Some paths have duplicate destinations. Please remove or change them before saving.",
      nodes: [
        { id: "callForward-1", issues: [] },
        { id: "callForward-2", issues: [] },
      ],
    });
    const wrong = changeInboundForm(double, "time-1", { timeValue: "" });
    expect(saveProblem(wrong, validateInboundNode)).toEqual({
      message: "Some nodes have errors. Please fix them before saving.",
      nodes: [{ id: "time-1", issues: [{ field: "timeValue", message: "Time is required." }] }],
    });
    const alone = addInboundNode(wrong, "ivr", { x: 0, y: 0 }).graph;
    expect(saveProblem(alone, validateInboundNode)).toEqual({
      message: "Orphan nodes are present. Please attach or remove them before saving.",
      nodes: [{ id: "ivr-1", issues: [] }],
    });
  });

  test("duplicates are found by value, type and source type", () => {
    expect(saveProblem(drawn(["smsSrc", inbox("a")], ["rcsSrc", inbox("a")]), validateInboundNode)).toBeUndefined();
    expect(saveProblem(drawn(["smsSrc", inbox("a")], ["smsSrc", inbox("b")]), validateInboundNode)).toBeUndefined();
    expect(saveProblem(drawn(["smsSrc", inbox("a")], ["smsSrc", inbox("a ")]), validateInboundNode)?.message).toMatch(
      /duplicate/,
    );
    const voicemail = (selectedAsset: string): [InboundKindName, object] => ["voicemail", { selectedAsset }];
    expect(
      saveProblem(drawn(["callSrc", morning, voicemail("x")], ["callSrc", voicemail("y")]), validateInboundNode),
    ).toBeUndefined();
    expect(
      saveProblem(drawn(["callSrc", morning, voicemail("x")], ["callSrc", voicemail("x")]), validateInboundNode)
        ?.message,
    ).toMatch(/duplicate/);
  });

  test("a foreign text with lines that cannot be drawn is refused with words", () => {
    const sound = writeInbound(drawn(["callSrc", forward], ["smsSrc", inbox("a")]));
    const line = (source: string, target: string) =>
      saveProblem(
        readInbound({ ...sound, edges: [...sound.edges, { id: "x", source, target }] }),
        validateInboundNode,
      )?.nodes.map(({ issues }) => issues[0]?.message);
    expect(line("smsSrc", "callForward-1")).toEqual(["The node has more than one incoming edge."]);
    expect(line("callForward-1", "nowhere")).toEqual(["It leads to node nowhere, which does not exist."]);
    const swapped = sound.edges.map((edge) => (edge.target === "callForward-1" ? { ...edge, source: "smsSrc" } : edge));
    expect(
      saveProblem(readInbound({ ...sound, edges: swapped }), validateInboundNode)?.nodes[0]?.issues[0]?.message,
    ).toBe("A call destination cannot follow Inbound SMS.");
  });
});

describe("spec 1 §4.3: node states", () => {
  const before = drawn(["callSrc", morning, forward], ["smsSrc", inbox("a")]);

  test("changed and valid is updated, invalid is an error, hanging on nothing is an orphan", () => {
    expect(new Set(nodeStates(before, before, validateInboundNode).values())).toEqual(new Set(["plain"]));
    let graph = changeInboundForm(before, "time-1", { timeValue: "09:00:00" });
    graph = changeInboundForm(graph, "inbox-1", { inboxName: "" });
    graph = addInboundNode(graph, "ivr", { x: 0, y: 0 }).graph;
    const states = nodeStates(graph, before, validateInboundNode, new Set(["callForward-1"]));
    expect(["time-1", "inbox-1", "ivr-1", "callForward-1", "callSrc"].map((id) => states.get(id))).toEqual([
      "updated",
      "error",
      "orphan",
      "unsuccessful",
      "plain",
    ]);
  });

  test("a rule on a number is switched between From Number and To Number, its values kept", () => {
    const graph = drawn([
      "callSrc",
      ["fromNumber", { contentOperation: "DN_EQUALS", contentValue: "+12025550100" }],
      forward,
    ]);
    const switched = switchNumberRule(graph, "fromNumber-1");
    expect(switched.nodes.get("fromNumber-1")).toMatchObject({
      kind: "toNumber",
      label: "To Number",
      form: { variable: "to", contentOperation: "DN_EQUALS", contentValue: "+12025550100" },
    });
    expect(switchNumberRule(switched, "fromNumber-1")).toEqual(graph);
    expect(switchNumberRule(graph, "callForward-1")).toBe(graph);
  });
});

import { describe, expect, test } from "vitest";
import { renameNode } from "../outbound/graph.ts";
import { endName, failingTests } from "./askRoute.ts";
import { compileRoute } from "./compile.ts";
import { drawInbound, drawnNode, inboundOf } from "./drawing.ts";
import { emptyInbound, type InboundGraph, newInboundNode } from "./graph.ts";
import { readInbound } from "./readInbound.ts";
import { inboundIssues, nodeStates } from "./saveChecks.ts";
import { writeInbound } from "./writeInbound.ts";

const valid = () => [];

function drawn(): InboundGraph {
  const graph = emptyInbound();
  return {
    ...graph,
    nodes: new Map([...graph.nodes, ["voicemail-1", newInboundNode("voicemail-1", "voicemail", 0, 0)]]),
    edges: [...graph.edges, { id: "e", source: "callSrc", target: "voicemail-1", carried: {} }],
  };
}

/** The drawing with its voicemail called this on the canvas. */
function called(name: string): InboundGraph {
  const graph = drawInbound(drawn());
  return inboundOf(renameNode(graph, drawnNode(graph, "voicemail-1")?.id ?? 0, name));
}
/** The drawing as it is read when another program saved this name. */
const savedAs = (name: unknown): InboundGraph => {
  const { nodes, ...rest } = writeInbound(drawn());
  return readInbound({ ...rest, nodes: nodes.map((node) => (node.id === "voicemail-1" ? { ...node, name } : node)) });
};

describe("The name of an inbound node (decision 0075)", () => {
  test("is saved as a field of the node and read back, and an unnamed node saves no field", () => {
    const written = writeInbound(called(" Night \n desk "));
    expect(written.nodes.at(-1)).toMatchObject({ id: "voicemail-1", name: "Night desk" });
    expect(written.nodes.filter((node) => "name" in node)).toHaveLength(1);
    const again = readInbound(JSON.stringify(written));
    expect(again.nodes.get("voicemail-1")?.name).toBe("Night desk");
    expect(writeInbound(again)).toEqual(written);
    expect(writeInbound(inboundOf(drawInbound(again)))).toEqual(written);
  });

  test("is what tests and route decisions call the destination", () => {
    const graph = called("Night desk");
    expect(endName(graph, "voicemail-1")).toBe("Night desk");
    const [one] = compileRoute(graph, "desk").destinations;
    expect(one?.destination.description).toBe("Night desk");
    expect(compileRoute(drawn(), "desk").destinations[0]?.destination.description).toBe("Voicemail");
    const question = {
      srcType: "call",
      from: "+12025550143",
      to: "",
      at: "2026-11-24T18:40",
      text: "",
      attributes: {},
    };
    const failing = failingTests(graph, { routeTag: "desk", destinations: [] }, [
      { ...question, srcType: "call", testId: "t", name: "At night", expected: "" },
    ]);
    expect(failing[0]?.went).toBe("Night desk");
  });

  test("is a change of the node", () => {
    const states = nodeStates(called("Night desk"), drawn(), valid);
    expect(states.get("voicemail-1")).toBe("updated");
  });

  test("has a bound, and must be text", () => {
    const messages = (graph: InboundGraph) => {
      const node = graph.nodes.get("voicemail-1");
      return node && inboundIssues(graph, node, valid).map(({ message }) => message);
    };
    expect(messages(savedAs("x".repeat(60)))).toEqual([]);
    expect(messages(savedAs("x".repeat(61)))).toEqual(["Name must be at most 60 characters."]);
    expect(messages(savedAs(7))).toEqual(["Name must be text."]);
    expect(writeInbound(savedAs(7)).nodes.at(-1)).toMatchObject({ name: 7 });
  });
});

import { describe, expect, test } from "vitest";
import { addNode, connect } from "./commands.ts";
import { exitsOf, type Graph, type GraphNode } from "./graph.ts";
import { type KindName, kinds } from "./kinds/index.ts";
import { addPath, choosePath, hasPaths, pathPlaces, whyNotPathTo } from "./pathPlaces.ts";
import { readGraph } from "./readGraph.ts";

const at = { x: 0, y: 0, section: "main" };
const add = (graph: Graph, kind: string): Graph => addNode(graph, { kind, ...at }).graph;
const nodeOf = (graph: Graph, id: number): GraphNode => graph.nodes.get(id) as GraphNode;
/** A start, then one node of the kind, then a Stop that nothing leads to. */
const withKind = (kind: string): Graph => add(connect(add(readGraph(null, {}), kind), 1, 2), "control");
const all = (Object.keys(kinds) as KindName[]).filter((kind) => kind !== "start" && kind !== "sectionStart");

describe("The path selectors of a node", () => {
  test.for(all.filter((kind) => hasPaths(kinds[kind])))(
    "%s: each of its exits has one, and choosing makes its edge",
    (kind) => {
      const graph = withKind(kind);
      const paths = pathPlaces(nodeOf(graph, 2));
      expect(paths.map(({ index }) => index).sort()).toEqual(exitsOf(nodeOf(graph, 2)).map((_, index) => index));
      for (const { place, index } of paths) {
        const chosen = choosePath(graph, 2, place, 3);
        expect(exitsOf(nodeOf(chosen, 2)).map(({ target }) => target)).toEqual(
          paths.map((_, at) => (at === index ? 3 : null)),
        );
      }
    },
  );

  test("kinds without path selectors have none", () => {
    expect(all.filter((kind) => hasPaths(kinds[kind]))).toEqual([
      "condition",
      "dncCheck",
      "callback",
      "rcsSend",
      "percentage",
      "event",
    ]);
    expect(pathPlaces(nodeOf(withKind("smsSend"), 2))).toEqual([]);
  });

  test("a path is added where paths are rows, and asks for the same variable", () => {
    const sms = withKind("smsSend");
    const graph = connect(add(sms, "event"), 2, 4);
    const more = addPath(graph, 4);
    expect(more?.path.place).toBe("conditionalPaths.1.targetNode");
    expect(more && nodeOf(more.graph, 4).draft).toMatchObject({
      conditionalPaths: [
        { statements: [{ variable: "node2.reply", operation: "EQUALS", value: "" }] },
        { statements: [{ variable: "node2.reply", operation: "EQUALS", value: "" }] },
      ],
    });
    expect(addPath(withKind("dncCheck"), 2)).toBeUndefined();
  });

  test("nodes that something leads to, the node itself and those above it are not offered (spec 2 §3.4)", () => {
    const graph = withKind("condition");
    expect(whyNotPathTo(graph, 2, 3)).toBeUndefined();
    expect(whyNotPathTo(graph, 2, 1)).toBe("Nothing can connect to a start node");
    const alone = add(readGraph(null, {}), "condition");
    expect(whyNotPathTo(alone, 2, 2)).toBe("A node cannot connect to itself");
    const taken = connect(add(graph, "rateLimit"), 4, 3);
    expect(whyNotPathTo(taken, 2, 3)).toBe("The node already has an incoming edge");
    expect(whyNotPathTo(taken, 4, 3)).toBe("Rate Limit has no paths to choose");
  });
});

describe("An Event behind a send", () => {
  const draftOf = (graph: Graph) => nodeOf(graph, 3).draft as { conditionalPaths: { statements: object[] }[] };
  const opens = [{ variable: "node2.reply", operation: "EQUALS", value: "" }];

  test("opens with the reply to it and the operation of the specification", () => {
    const graph = connect(add(connect(add(readGraph(null, {}), "smsSend"), 1, 2), "event"), 2, 3);
    expect(draftOf(graph).conditionalPaths[0]?.statements).toEqual(opens);
  });

  test("keeps a variable that was chosen before it was attached", () => {
    const alone = addNode(connect(add(readGraph(null, {}), "smsSend"), 1, 2), {
      kind: "event",
      ...at,
      draft: {
        conditionalPaths: [{ targetNode: null, statements: [{ variable: "age", operation: "EXISTS", value: "" }] }],
      },
    }).graph;
    expect(draftOf(connect(alone, 2, 3)).conditionalPaths[0]?.statements).toEqual([
      { variable: "age", operation: "EXISTS", value: "" },
    ]);
  });

  test("of nothing to reply to opens with a blank variable", () => {
    const graph = connect(add(connect(add(readGraph(null, {}), "rateLimit"), 1, 2), "event"), 2, 3);
    expect(draftOf(graph).conditionalPaths[0]?.statements).toEqual([{ variable: "", operation: "EQUALS", value: "" }]);
  });
});

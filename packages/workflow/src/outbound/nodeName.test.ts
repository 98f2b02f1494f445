import { describe, expect, test } from "vitest";
import { checkSaved } from "./checkSaved.ts";
import { copyNodes, pasteNodes } from "./clipboard.ts";
import { addNode, connect } from "./commands.ts";
import { drawingChanges } from "./drawingChanges.ts";
import { callOf, fullNameOf, type Graph, renameNode } from "./graph.ts";
import { readGraph } from "./readGraph.ts";
import { validateGraph } from "./validateGraph.ts";
import { variablesAt } from "./variables.ts";
import { writeGraph } from "./writeGraph.ts";

const context = { flag: () => true, today: "2026-11-18" };
const at = { x: 0, y: 0, section: "main" };

/** Start → Rate Limit 2 → Stop 3. */
function drawn(): Graph {
  const limit = addNode(readGraph(null, {}), { kind: "rateLimit", ...at });
  const stop = addNode(connect(limit.graph, 1, 2), { kind: "control", ...at });
  return connect(stop.graph, 2, 3);
}
const saved = (name: unknown): string => {
  const { nodes, ...rest } = writeGraph(drawn());
  return JSON.stringify({ ...rest, nodes: nodes.map((node) => (node.id === 2 ? { ...node, name } : node)) });
};
const named = renameNode(drawn(), 2, "  Welcome \n text ");

describe("The name of a node (decision 0075)", () => {
  test("is one line, saved as a field of the node and read back", () => {
    expect(writeGraph(named).nodes[1]).toMatchObject({ id: 2, type: "rateLimit", name: "Welcome text" });
    const again = readGraph(JSON.stringify(writeGraph(named)), {});
    expect(again.nodes.get(2)?.name).toBe("Welcome text");
    expect(writeGraph(again)).toEqual(writeGraph(named));
  });

  test("goes with a blank text, and a node without one saves no field", () => {
    expect(renameNode(named, 2, " ").nodes.get(2)).not.toHaveProperty("name");
    expect(writeGraph(drawn()).nodes.every((node) => !("name" in node))).toBe(true);
  });

  test("replaces kind and number in lists, and is read with them by screen readers", () => {
    const node = named.nodes.get(2);
    expect(node && [callOf(node), fullNameOf(node)]).toEqual(["Welcome text", "Welcome text, Rate Limit 2"]);
    const stop = named.nodes.get(3);
    expect(stop && [callOf(stop), fullNameOf(stop)]).toEqual(["Stop 3", "Stop 3"]);
  });

  test("is copied with its node", () => {
    const { graph, ids } = pasteNodes(named, copyNodes(named, [2]), { section: "main", dx: 40, dy: 40 });
    expect(ids.map((id) => graph.nodes.get(id)?.name)).toEqual(["Welcome text"]);
  });

  test("follows the message of the specification, and names the node in a version's changes", () => {
    const broken = { ...named, nodes: new Map(named.nodes) };
    const node = named.nodes.get(2);
    if (node !== undefined) broken.nodes.set(2, { ...node, draft: { ...node.draft, tpm: 0 } });
    expect(validateGraph(broken, context).map(({ message }) => message)).toContain(
      "Node 2: TPM must be at least 1 (Welcome text)",
    );
    expect(drawingChanges(writeGraph(drawn()), writeGraph(named))).toEqual({
      changed: ["Welcome text (Rate Limit 2)"],
    });
  });

  test("has a bound, which the server checks", () => {
    const answer = (name: unknown) => {
      const checked = checkSaved(saved(name), context);
      return checked.ok ? "saved" : checked.problems.map(({ message }) => message);
    };
    expect(answer("x".repeat(60))).toBe("saved");
    expect(answer("x".repeat(61))).toEqual(["Node 2: Name must be at most 60 characters"]);
    expect(answer({ de: "Willkommen" })).toEqual(["Node 2: Name must be text"]);
  });

  test("that is no text in a stored workflow is left as it is", () => {
    const graph = readGraph(saved(7), {});
    expect(graph.nodes.get(2)).not.toHaveProperty("name");
    expect(writeGraph(graph).nodes[1]).toMatchObject({ name: 7 });
  });
});

describe("Variables in words", () => {
  test("replies come first, nearest first, called by the node that they answer", () => {
    let graph = addNode(readGraph(null, {}), { kind: "smsSend", ...at }).graph;
    graph = addNode(connect(graph, 1, 2), { kind: "call", ...at }).graph;
    graph = addNode(connect(graph, 2, 3), { kind: "smsSend", ...at }).graph;
    graph = addNode(connect(graph, 3, 4), { kind: "control", ...at }).graph;
    graph = renameNode(connect(graph, 4, 5), 2, "Welcome text");
    const listed = variablesAt(graph, 5, ["Age"]);
    expect(listed.slice(0, 3).map(({ name, words }) => [name, words])).toEqual([
      ["node4.reply", "Reply to SMS Send 4"],
      ["node2.reply", "Reply to Welcome text"],
      ["firstName", "firstName"],
    ]);
    expect(listed.find(({ name }) => name === "node3.digits")?.words).toBe("Keys pressed in Call 3");
    expect(listed.find(({ name }) => name === "age")?.words).toBe("age");
  });
});

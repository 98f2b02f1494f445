import { describe, expect, test } from "vitest";
import { copyNodes, pasteNodes } from "./clipboard.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, redraw } from "./commands.ts";
import { mayConnect, pathChoices } from "./connections.ts";
import { type Edge, edges, exitsOf, type Graph, incoming, kindOfNode, orphans, retargeted } from "./graph.ts";
import type { KindName } from "./kinds/index.ts";
import { readGraph } from "./readGraph.ts";
import { addSection, deleteSection, palette } from "./sections.ts";

const ids = (graph: Graph): number[] => [...graph.nodes.keys()];
const _sectionsOf = (graph: Graph): string[] => [...graph.sections.keys()];

const fresh = readGraph(null, { campaignName: "Spring" });

/** start → smsSend 2 → event 3 (yes: 4, otherwise: 5), 6 is not connected. */
function drawn(): Graph {
  let graph = fresh;
  for (const kind of ["smsSend", "event", "control", "control", "control"] as const) {
    graph = addNode(graph, { kind, x: 0, y: 0, section: "main" }).graph;
  }
  graph = connect(connect(graph, 1, 2), 2, 3);
  return changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [4, 5]).draft);
}

function nodeOf(graph: Graph, id: number) {
  const node = graph.nodes.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
}

const edgeTo = (graph: Graph, id: number): Edge => {
  const edge = incoming(graph, id)[0];
  if (edge === undefined) throw new Error(`nothing leads to ${id}`);
  return edge;
};
const targets = (graph: Graph, id: number) => exitsOf(nodeOf(graph, id)).map(({ target }) => target);

describe("adding (spec 2 §2.1)", () => {
  test("the id is the largest existing one plus one", () => {
    const graph = deleteNodes(drawn(), [4]);
    expect(addNode(graph, { kind: "control", x: 5, y: 6, section: "main" })).toMatchObject({ id: 7 });
    expect(addNode(deleteNodes(graph, [6]), { kind: "control", x: 5, y: 6, section: "main" }).id).toBe(6);
  });

  test("on a line: the line leads to the new node, and that one on", () => {
    const graph = drawn();
    const added = insertOnEdge(graph, edgeTo(graph, 3), { kind: "timeDelay", x: 1, y: 2, section: "main" });
    expect(added && [targets(added.graph, 2), targets(added.graph, added.id)]).toEqual([[7], [3]]);
  });

  test("on a line of a path selector: a branch leads on by its default path", () => {
    const graph = drawn();
    const added = insertOnEdge(graph, edgeTo(graph, 4), { kind: "condition", x: 1, y: 2, section: "main" });
    expect(added && [targets(added.graph, 3), targets(added.graph, added.id)]).toEqual([
      [7, 5],
      [null, 4],
    ]);
  });

  test("a node without a way out cannot stand on a line", () => {
    const graph = drawn();
    expect(insertOnEdge(graph, edgeTo(graph, 3), { kind: "control", x: 1, y: 2, section: "main" })).toBeUndefined();
  });
});

describe("deleting", () => {
  test("lines to a node without a following one end nowhere, also those of path selectors", () => {
    const graph = deleteNodes(drawn(), [4]);
    expect(targets(graph, 3)).toEqual([null, 5]);
    expect(orphans(graph)).toEqual([6]);
  });

  test("the line into deleted nodes leads to the one node after them", () => {
    expect(targets(deleteNodes(drawn(), [2]), 1)).toEqual([3]);
    const grown = addNode(drawn(), { kind: "dnc", x: 0, y: 0, section: "main" }).graph;
    const longer = connect(changeDraft(grown, 3, retargeted(nodeOf(grown, 3), [7, 5]).draft), 7, 6);
    // a path of a selector too, and across several deleted nodes
    expect(targets(deleteNodes(longer, [7]), 3)).toEqual([6, 5]);
    expect(targets(deleteNodes(longer, [2, 3, 5, 7]), 1)).toEqual([6]);
  });

  test("the line into a deleted node ends nowhere when several nodes follow it", () => {
    const graph = deleteNodes(drawn(), [3]);
    expect(targets(graph, 2)).toEqual([null]);
    expect(orphans(graph)).toEqual([4, 5, 6]);
  });

  test("a deleted node between two sections leaves no line that may not be drawn", () => {
    const graph = addSection(drawn(), "A");
    const there = addNode(graph, { kind: "control", x: 0, y: 0, section: "A" }).graph;
    const across = changeDraft(there, 3, retargeted(nodeOf(there, 3), [null, 7]).draft);
    expect(targets(across, 3)).toEqual([null, 7]);
    expect(targets(deleteNodes(across, [3]), 2)).toEqual([null]);
  });

  test("every node is deletable except start and sectionStart (spec 2 §3.2)", () => {
    const graph = addSection(drawn(), "A");
    expect(deleteNodes(graph, [1, graph.sections.get("A") ?? 0])).toBe(graph);
  });
});

describe("connections (spec 2 §3.4)", () => {
  const graph = drawn();
  const may = (kind: KindName): boolean => {
    const { graph: grown, id } = addNode(graph, { kind, x: 0, y: 0, section: "main" });
    return mayConnect(grown, id, 6);
  };

  test("invalid when the source already has an outgoing edge or the target an incoming one", () => {
    expect(mayConnect(graph, 1, 6)).toBe(false);
    expect(mayConnect(connect(graph, 1, 6), 2, 4)).toBe(false);
    expect(may("smsSend")).toBe(true);
  });

  test("invalid for the source types that use path selectors", () => {
    expect((["condition", "dncCheck", "percentage", "event"] as const).map(may)).toEqual([false, false, false, false]);
  });

  test("lines are drawn by hand from rateLimit and timeDelay", () => {
    expect((["rateLimit", "timeDelay"] as const).map(may)).toEqual([true, true]);
  });

  test("nothing leads out of control and section, nothing into start", () => {
    expect((["control", "section"] as const).map(may)).toEqual([false, false]);
    expect(mayConnect(graph, 4, 1)).toBe(false);
  });

  test("no node leads to itself, back up its own path, or into another section", () => {
    const chain = addNode(addNode(fresh, { kind: "dnc", x: 0, y: 0, section: "main" }).graph, {
      kind: "dnc",
      x: 0,
      y: 0,
      section: "main",
    }).graph;
    expect(mayConnect(connect(chain, 2, 3), 3, 2)).toBe(false);
    expect(mayConnect(chain, 2, 2)).toBe(false);
    const far = addNode(addSection(chain, "A"), { kind: "control", x: 0, y: 0, section: "A" });
    expect(mayConnect(far.graph, 2, far.id)).toBe(false);
  });

  test("redrawing moves or removes an edge, except edges of selectors", () => {
    const line = edgeTo(graph, 3);
    expect(targets(redraw(graph, line, null), 2)).toEqual([null]);
    expect(targets(redraw(graph, line, { source: 2, target: 6 }), 2)).toEqual([6]);
    expect(redraw(graph, line, { source: 2, target: 4 })).toBe(graph);
    expect(redraw(graph, edgeTo(graph, 4), null)).toBe(graph);
  });
});

describe("path selectors (spec 2 §3.3, §3.4)", () => {
  const graph = addNode(addSection(drawn(), "A"), { kind: "control", x: 0, y: 0, section: "A" }).graph;
  const offered = (id: number, any?: boolean) => pathChoices(graph, id, any).map((node) => node.id);

  test("offer nodes without an incoming edge in the same section, and those chosen already", () => {
    expect(offered(3)).toEqual([4, 5, 6]);
  });

  test("event and percentage may target any section", () => {
    expect(offered(3, true)).toEqual([4, 5, 6, 7]);
  });

  test("never start, sectionStart, the node itself, or a node above it", () => {
    const loose = redraw(deleteNodes(graph, [2]), edgeTo(deleteNodes(graph, [2]), 3), null);
    expect(pathChoices(loose, 3, true).map((node) => node.id)).toEqual([4, 5, 6, 7]);
    const above = connect(addNode(loose, { kind: "dnc", x: 0, y: 0, section: "main" }).graph, 8, 3);
    expect(pathChoices(above, 3, true).map((node) => node.id)).toEqual([4, 5, 6, 7]);
  });

  test("make and remove edges", () => {
    const moved = changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [6, null]).draft);
    expect(edges(moved).map(({ source, target }) => [source, target])).toEqual([
      [1, 2],
      [2, 3],
      [3, 6],
    ]);
    expect(orphans(moved)).toEqual([4, 5, 7]);
  });

  test("choosing the target of another path swaps the two", () => {
    expect(targets(changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [5, 5]).draft), 3)).toEqual([5, 4]);
    expect(targets(changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [4, 4]).draft), 3)).toEqual([5, 4]);
  });

  test("a target that another node leads to, or that is not there, is dropped", () => {
    expect(targets(changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [2, 99]).draft), 3)).toEqual([null, null]);
  });
});

describe("sections (spec 2 §4.3)", () => {
  test("a new section has a start node and shows in the palette of the others until it is used", () => {
    const graph = addSection(addSection(fresh, " Follow up "), "B");
    const names = (of: Graph, section: string) =>
      palette(of, section)
        .filter(({ kind }) => kind === "section")
        .map(({ label }) => label);
    expect([...graph.sections.keys()]).toEqual(["main", "Follow up", "B"]);
    expect(kindOfNode(nodeOf(graph, graph.sections.get("B") ?? 0)).label).toBe("Section Start");
    expect(names(graph, "main")).toEqual(["Follow up", "B"]);
    expect(names(graph, "B")).toEqual(["Follow up"]);
    const used = addNode(graph, { kind: "section", x: 0, y: 0, section: "main", draft: { section: "B" } }).graph;
    expect(names(used, "main")).toEqual(["Follow up"]);
  });

  test("the palette is in the order of spec 2 §2.1", () => {
    expect(palette(fresh, "main").map(({ label }) => label)).toEqual([
      "Stop",
      "AI Assist",
      "SMS Send",
      "Call",
      "Call XML",
      "Call and Transfer",
      "Condition",
      "Carrier Lookup",
      "Workflow",
      "DNC",
      "Computation",
      "Agent Queue",
      "DNC Check",
      "Edit Contact",
      "Email",
      "Meme",
      "Webhook",
      "RCS Send",
      "Percent",
      "Event",
      "Time Delay",
      "Rate Limit",
    ]);
  });

  test("every kind of the palette has a group and other words to find it by", () => {
    for (const { group, words, label } of palette(addSection(fresh, "A"), "main")) {
      expect(group, label).toBeTruthy();
      expect(words, label).toBeTruthy();
    }
  });

  test("start and sectionStart are not in the palette", () => {
    expect(palette(fresh, "main").map(({ kind }) => kind)).not.toContain("start");
    expect(palette(fresh, "main").map(({ kind }) => kind)).not.toContain("sectionStart");
  });

  test("deleting a section deletes its nodes and its section node, and main cannot be deleted", () => {
    let graph = addSection(drawn(), "A");
    graph = addNode(graph, { kind: "control", x: 0, y: 0, section: "A" }).graph;
    graph = addNode(graph, { kind: "section", x: 0, y: 0, section: "main", draft: { section: "A" } }).graph;
    graph = changeDraft(graph, 3, retargeted(nodeOf(graph, 3), [7, 8]).draft);
    const left = deleteSection(graph, "A");
    expect(ids(left)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(targets(left, 3)).toEqual([null, null]);
    expect(deleteSection(left, "main")).toBe(left);
  });
});

describe("copying", () => {
  const copyAndPaste = (graph: Graph, ids: number[]) =>
    pasteNodes(graph, copyNodes(graph, ids), { section: "main", dx: 40, dy: 40 });

  test("edges and variables of copies refer to the copies", () => {
    const graph = drawn();
    const reply = {
      conditionalPaths: [
        { targetNode: 4, statements: [{ variable: "node2.reply", operation: "EQUALS", value: "yes" }] },
      ],
    };
    const worded = changeDraft(graph, 3, { ...nodeOf(graph, 3).draft, ...reply });
    const { graph: pasted, ids: copies } = copyAndPaste(worded, [2, 3, 4]);
    expect(copies).toEqual([7, 8, 9]);
    expect([targets(pasted, 7), targets(pasted, 8)]).toEqual([[8], [9, null]]);
    expect(JSON.stringify(nodeOf(pasted, 8).draft)).toContain("node7.reply");
    expect(targets(pasted, 3)).toEqual([4, 5]);
  });

  test("a start node is not copied, a section node only where its section has none", () => {
    const graph = addNode(addSection(fresh, "A"), {
      kind: "section",
      x: 0,
      y: 0,
      section: "main",
      draft: { section: "A" },
    }).graph;
    expect(copyAndPaste(graph, [1, 2]).graph).toBe(graph);
    const copied = copyNodes(graph, [2]);
    expect(pasteNodes(deleteNodes(graph, [2]), copied, { section: "main", dx: 0, dy: 0 }).ids).toHaveLength(1);
    expect(pasteNodes(deleteNodes(graph, [2]), copied, { section: "A", dx: 0, dy: 0 }).ids).toHaveLength(0);
  });
});

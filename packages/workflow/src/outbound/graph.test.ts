import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyNodes, duplicateNodes, pasteNodes } from "./clipboard.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes, redraw } from "./commands.ts";
import { mayConnect, pathChoices } from "./connections.ts";
import {
  type Edge,
  edges,
  exitsOf,
  type Graph,
  incoming,
  isStart,
  kindOfNode,
  orphans,
  reaches,
  retargeted,
} from "./graph.ts";
import { type KindName, kinds } from "./kinds/index.ts";
import { readGraph } from "./readGraph.ts";
import { addSection, deleteSection, palette } from "./sections.ts";
import { writeGraph } from "./writeGraph.ts";

/** What a person can do in the editor, with numbers that pick among what is there. */
type Act = (graph: Graph, pick: <T>(items: readonly T[]) => T | undefined) => Graph;

const ids = (graph: Graph): number[] => [...graph.nodes.keys()];
const sectionsOf = (graph: Graph): string[] => [...graph.sections.keys()];

const acts: Record<string, Act> = {
  add(graph, pick) {
    const section = pick(sectionsOf(graph)) ?? "main";
    const entry = pick(palette(graph, section));
    return entry === undefined ? graph : addNode(graph, { ...entry, x: 0, y: 0, section }).graph;
  },
  delete: (graph, pick) => deleteNodes(graph, [pick(ids(graph)) ?? 0]),
  move: (graph, pick) => moveNodes(graph, new Map([[pick(ids(graph)) ?? 0, { x: pick([1, 2, 3]) ?? 0, y: 4 }]])),
  connect: (graph, pick) =>
    [1, 2, 3].reduce((drawn) => connect(drawn, pick(ids(drawn)) ?? 0, pick(ids(drawn)) ?? 0), graph),
  redraw(graph, pick) {
    const edge = pick(edges(graph));
    const source = pick(ids(graph)) ?? 0;
    const target = pick(ids(graph)) ?? 0;
    return edge === undefined ? graph : redraw(graph, edge, pick([null, { source, target }]) ?? null);
  },
  choose(graph, pick) {
    const node = pick([...graph.nodes.values()]);
    if (node === undefined) return graph;
    const choices = pathChoices(graph, node.id, true).map(({ id }) => id);
    const targets = exitsOf(node).map(({ target }) => pick([target, null, pick(choices) ?? null]) ?? null);
    return changeDraft(graph, node.id, retargeted(node, targets).draft);
  },
  // whatever a form may hand over: targets that are not there, that are taken, that close a circle
  chooseWildly(graph, pick) {
    const node = pick([...graph.nodes.values()]);
    if (node === undefined) return graph;
    const targets = exitsOf(node).map(() => pick([...ids(graph), 999]) ?? null);
    return changeDraft(graph, node.id, retargeted(node, targets).draft);
  },
  insert(graph, pick) {
    const edge = pick(edges(graph));
    const kind = pick(Object.keys(kinds) as KindName[]) ?? "control";
    if (edge === undefined || isStartKind(kind)) return graph;
    return insertOnEdge(graph, edge, { kind, x: 0, y: 0, section: "main" })?.graph ?? graph;
  },
  addSection: (graph, pick) => addSection(graph, pick(["A", "B", "C", " "]) ?? ""),
  deleteSection: (graph, pick) => deleteSection(graph, pick(sectionsOf(graph)) ?? ""),
  paste(graph, pick) {
    const copied = copyNodes(
      graph,
      [pick(ids(graph)) ?? 0, pick(ids(graph)) ?? 0].filter((id, at, all) => all.indexOf(id) === at),
    );
    return pasteNodes(graph, copied, { section: pick(sectionsOf(graph)) ?? "main", dx: 1, dy: 1 }).graph;
  },
};

const isStartKind = (kind: KindName): boolean => kind === "start" || kind === "sectionStart" || kind === "section";

const script = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.array(fc.nat(), { minLength: 23, maxLength: 23 })),
  {
    minLength: 1,
    maxLength: 60,
  },
);

/** Much that stands alone, so that there is something to connect. */
function scattered(): Graph {
  let graph = addSection(readGraph(null, {}), "A");
  for (const kind of ["dnc", "dnc", "timeDelay", "event", "percentage", "dncCheck", "control"] as const) {
    for (const section of ["main", "A"]) graph = addNode(graph, { kind, x: 0, y: 0, section }).graph;
  }
  return graph;
}

/** Plays a script; every graph on the way. */
function play(steps: [string, number[]][], from = scattered()): Graph[] {
  return steps.reduce<Graph[]>(
    (graphs, [name, numbers]) => {
      let at = 0;
      const pick = <T>(items: readonly T[]): T | undefined =>
        items[(numbers[at++ % numbers.length] ?? 0) % Math.max(1, items.length)];
      const graph = graphs.at(-1) ?? from;
      graphs.push(acts[name]?.(graph, pick) ?? graph);
      return graphs;
    },
    [from],
  );
}

/** The rules that no command may break. */
function expectSound(graph: Graph): void {
  for (const node of graph.nodes.values()) {
    expect(incoming(graph, node.id).length).toBeLessThanOrEqual(isStart(node) ? 0 : 1);
    expect(graph.sections.has(node.section)).toBe(true);
    for (const { target } of exitsOf(node)) {
      if (target === null) continue;
      expect(graph.nodes.has(target)).toBe(true);
      expect(reaches(graph, target, node.id)).toBe(false);
      const isHome = graph.nodes.get(target)?.section === node.section;
      expect(isHome || node.kind === "percentage" || node.kind === "event").toBe(true);
    }
  }
  for (const [section, id] of graph.sections) {
    const start = graph.nodes.get(id);
    expect(start && isStart(start) && start.section).toBe(section);
  }
  const sectionNodes = [...graph.nodes.values()].flatMap((node) =>
    node.kind === "section" ? [(node.draft as { section: string }).section] : [],
  );
  expect(new Set(sectionNodes).size).toBe(sectionNodes.length);
}

const fresh = readGraph(null, { campaignName: "Spring" });

/** start → smsSend 2 → event 3 (yes: 4, otherwise: 5), 6 stands alone. */
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

describe("whatever is done in the editor", () => {
  test("every node has one incoming edge at most, no path runs in a circle, sections keep their start", () => {
    fc.assert(
      fc.property(script, (steps) => expectSound(play(steps).at(-1) ?? fresh)),
      { numRuns: 300 },
    );
  });

  test("no graph is changed in place, so undo is the value before", () => {
    fc.assert(
      fc.property(script, (steps) => {
        const before = play(steps.slice(0, -1)).map((graph) => JSON.stringify(writeGraph(graph)));
        const after = play(steps).map((graph) => JSON.stringify(writeGraph(graph)));
        expect(after.slice(0, before.length)).toEqual(before);
        const graphs = play(steps);
        const texts = graphs.map((graph) => JSON.stringify(writeGraph(graph)));
        play(steps.slice(-1), graphs.at(-1));
        expect(graphs.map((graph) => JSON.stringify(writeGraph(graph)))).toEqual(texts);
      }),
      { numRuns: 100 },
    );
  });

  test("what is written is read back the same", () => {
    fc.assert(
      fc.property(script, (steps) => {
        const written = writeGraph(play(steps).at(-1) ?? fresh);
        expect(writeGraph(readGraph(JSON.stringify(written), {}))).toEqual(written);
      }),
      { numRuns: 200 },
    );
  });

  test("a node of main that only another section leads to stays in main", () => {
    const node = { x: 0, y: 0 };
    const nodes = [
      { ...node, id: 1, type: "start", children: [] },
      { ...node, id: 2, type: "percentage", children: [3], inSection: "A", percentages: [10_000] },
      { ...node, id: 3, type: "control", children: [], inSection: "main" },
    ];
    const saved = { schemaVersion: 1 as const, startNode: 1, nodes, sections: { main: 1, A: 2 } };
    expect(writeGraph(readGraph(JSON.stringify(saved), {}))).toEqual(saved);
  });
});

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
  test("lines to the node end nowhere, also those of path selectors", () => {
    const graph = deleteNodes(drawn(), [2, 4]);
    expect(targets(graph, 1)).toEqual([null]);
    expect(targets(graph, 3)).toEqual([null, 5]);
    expect(orphans(graph)).toEqual([3, 6]);
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

  test("redrawing leads a line elsewhere or takes it away; lines of selectors stay", () => {
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
    const loose = deleteNodes(graph, [2]);
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

  test("the palette stands in the order of spec 2 §2.1", () => {
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

  test("start and sectionStart are not in the palette", () => {
    expect(palette(fresh, "main").map(({ kind }) => kind)).not.toContain("start");
    expect(palette(fresh, "main").map(({ kind }) => kind)).not.toContain("sectionStart");
  });

  test("deleting a section deletes its nodes and its section node; main stays", () => {
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
  test("lines among the copies lead to the copies, others are left out; variables speak of the copies", () => {
    const graph = drawn();
    const reply = {
      conditionalPaths: [
        { targetNode: 4, statements: [{ variable: "node2.reply", operation: "EQUALS", value: "yes" }] },
      ],
    };
    const worded = changeDraft(graph, 3, { ...nodeOf(graph, 3).draft, ...reply });
    const { graph: pasted, ids: copies } = duplicateNodes(worded, [2, 3, 4]);
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
    expect(duplicateNodes(graph, [1, 2]).graph).toBe(graph);
    const copied = copyNodes(graph, [2]);
    expect(pasteNodes(deleteNodes(graph, [2]), copied, { section: "main", dx: 0, dy: 0 }).ids).toHaveLength(1);
    expect(pasteNodes(deleteNodes(graph, [2]), copied, { section: "A", dx: 0, dy: 0 }).ids).toHaveLength(0);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyNodes, pasteNodes } from "./clipboard.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes, redraw } from "./commands.ts";
import { pathChoices } from "./connections.ts";
import { edges, exitsOf, type Graph, incoming, isStart, reaches, retargeted } from "./graph.ts";
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

/** Many unconnected nodes, so that there is something to connect. */
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

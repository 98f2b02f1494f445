import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCampaign } from "./campaignForm.ts";
import { copyNodes, pasteNodes } from "./clipboard.ts";
import { addNode, connect, moveNodes } from "./commands.ts";
import { edges, type Graph, nextId, orphans, startPosition } from "./graph.ts";
import { kinds } from "./kinds/index.ts";
import { readGraph } from "./readGraph.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";
import { formOf, writeGraph } from "./writeGraph.ts";

const folder = new URL("../../fixtures/wire/", import.meta.url);
const wire = (file: string): SavedWorkflow => JSON.parse(readFileSync(new URL(`${file}.json`, folder), "utf8"));
const files = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ""))
  .filter((file) => !file.includes("."));
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const homes = (graph: Graph): Record<number, string> =>
  Object.fromEntries([...graph.nodes.values()].filter(({ id }) => id > 0).map(({ id, section }) => [id, section]));

describe("a saved workflow loads and saves back equal in meaning", () => {
  test.for(files)("%s", (file) => {
    const saved = wire(file);
    const written = writeGraph(readGraph(JSON.stringify(saved), {}));
    // wire reading 6: a node outside main names its section, even where its incoming edge implies it
    const homeless = written.nodes.map((node, index) => {
      const { inSection, ...rest } = node;
      return saved.nodes[index]?.inSection === undefined ? rest : node;
    });
    expect(json({ ...written, nodes: homeless })).toEqual(saved);
    expect(writeGraph(readGraph(written, {}))).toEqual(written);
  });

  test("unknown keys of the workflow, of nodes and of rows are carried along", () => {
    const saved = wire("condition");
    const odd = {
      ...saved,
      theme: "dark",
      nodes: saved.nodes.map((node) => ({
        ...node,
        note: { by: node.id },
        ...("conditions" in node && {
          conditions: (node.conditions as object[]).map((path) => ({ ...path, colour: "red" })),
        }),
      })),
    };
    const written = json(writeGraph(readGraph(JSON.stringify(odd), {}))) as typeof odd;
    expect(written["theme"]).toBe("dark");
    expect(written.nodes.map(({ note }) => note)).toEqual(odd.nodes.map(({ note }) => note));
    expect((written.nodes[1] as unknown as { conditions: object[] }).conditions[0]).toHaveProperty("colour", "red");
  });
});

describe("loading (spec 2 §4.2)", () => {
  test.for([null, "", "null", '{"schemaVersion":1,"startNode":-1,"nodes":[]}'])(
    "%s is a start node at (250, 25)",
    (text) => {
      const graph = readGraph(text, { campaignName: "Spring" });
      expect([...graph.nodes.values()]).toMatchObject([
        { id: 1, kind: "start", ...startPosition, section: "main", draft: { title: "Spring" } },
      ]);
      expect([...graph.sections]).toEqual([["main", 1]]);
    },
  );

  test("startNode -1 is node 1 when there are nodes", () => {
    const graph = readGraph({ ...wire("control"), startNode: -1 }, {});
    expect(writeGraph(graph).startNode).toBe(1);
  });

  test("each section gets a sectionStart node that leads to its first node and is not saved", () => {
    const graph = readGraph(wire("sectionStart"), {});
    const starts = [...graph.nodes.values()].filter(({ kind }) => kind === "sectionStart");
    expect(starts).toMatchObject([
      { section: "A", draft: { next: 5 }, ...startPosition },
      { section: "B", draft: { next: 7 }, ...startPosition },
    ]);
    expect(orphans(graph)).toEqual([]);
    expect(nextId(graph)).toBe(9);
    expect(writeGraph(graph).nodes.some(({ type }) => type === "sectionStart")).toBe(false);
  });

  test("a node lives where inSection says, else in the section whose first node reaches it", () => {
    expect(homes(readGraph(wire("section"), {}))).toEqual({
      1: "main",
      2: "main",
      3: "main",
      4: "Follow up",
      5: "Follow up",
      6: "Follow up",
    });
    const crossing = homes(readGraph(wire("cross-section"), {}));
    expect([crossing[5], crossing[11], crossing[17]]).toEqual(["main", "followup", "winback"]);
  });

  test("a call that is loaded and then moved, connected or pasted is saved at its new place", () => {
    for (const kind of ["call", "callAndRecord", "callXml"] as const) {
      const example = { ...kinds[kind].example, id: 2, type: "call", x: 250, y: 165, children: [] };
      const start = { id: 1, type: "start", x: 250, y: 25, children: [2] };
      const saved = { schemaVersion: 1, startNode: 1, sections: { main: 1 }, nodes: [start, example] };
      let graph = readGraph(JSON.stringify(saved), {});
      graph = addNode(graph, { kind: "control", x: 0, y: 0, section: "main" }).graph;
      graph = connect(moveNodes(graph, new Map([[2, { x: 9, y: 9 }]])), 2, 3);
      graph = pasteNodes(graph, copyNodes(graph, [2]), { section: "main", dx: 1, dy: 1 }).graph;
      const written = writeGraph(graph).nodes.map(({ id, x, y, children }) => ({ id, x, y, children }));
      expect(written.slice(1)).toEqual([
        { id: 2, x: 9, y: 9, children: [3] },
        { id: 3, x: 0, y: 0, children: [] },
        { id: 4, x: 10, y: 10, children: [] },
      ]);
    }
  });

  test("a node whose fields cannot be read is kept as it is", () => {
    const saved = wire("dnc");
    const broken = { ...saved, nodes: saved.nodes.map((node) => (node.id === 3 ? { ...node, dncType: 7 } : node)) };
    const graph = readGraph(broken, {});
    expect(graph.nodes.get(3)).toMatchObject({ kind: "unknown", type: "dnc" });
    expect(json(writeGraph(graph))).toEqual(broken);
  });

  test("text that is no workflow is an error, not a crash later", () => {
    expect(() => readGraph("{", {})).toThrow();
    expect(() => readGraph('{"nodes":[{"id":"x"}]}', {})).toThrow();
  });
});

describe("edges are derived from the exits", () => {
  test("each child is an edge, with words, and a selector's is marked", () => {
    const graph = readGraph(wire("cross-section"), {});
    const fromPercentage = edges(graph).filter(({ source }) => source === 3);
    expect(fromPercentage.map(({ target, name, bySelector }) => [target, name, bySelector])).toEqual([
      [4, "60.00 %", true],
      [11, "30.00 %", true],
      [5, "10.00 %", true],
    ]);
    expect(edges(graph).find(({ source }) => source === 1)).toMatchObject({
      id: "1-0",
      target: 2,
      name: "",
      bySelector: false,
    });
  });
});

describe("the campaign form is the start node's draft", () => {
  test("and changes nothing of the workflow", () => {
    const campaign = { campaignName: "Spring", numberSet: "d1", frequencyDays: 7 };
    const graph = readGraph(wire("start"), campaign);
    expect(formOf(graph)).toEqual(readCampaign(campaign));
    expect(json(writeGraph(graph))).toEqual(wire("start"));
    expect(addNode(graph, { kind: "control", x: 0, y: 0, section: "main" }).id).toBe(4);
  });
});

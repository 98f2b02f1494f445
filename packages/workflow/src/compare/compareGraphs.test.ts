import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawInbound, drawnNode } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes } from "../outbound/commands.ts";
import { edges, type Graph, incoming, kindAndNumber, renameNode } from "../outbound/graph.ts";
import { addNotes, changeNote } from "../outbound/notes.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { addSection, deleteSection } from "../outbound/sections.ts";
import { compareGraphs } from "./compareGraphs.ts";
import { wordChanges } from "./wordChanges.ts";

const wire = (name: string): string =>
  readFileSync(new URL(`../../fixtures/wire/${name}.json`, import.meta.url), "utf8");
const graph = readGraph(wire("condition"), { campaignName: "Spring" });
const nodeOf = (drawn: Graph, kind: string) => {
  const found = [...drawn.nodes.values()].find((node) => node.kind === kind || node.type === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const marks = (before: Graph, after: Graph) =>
  compareGraphs(before, after).nodes.map(({ as, before: was, after: is }) => [as, kindAndNumber(is ?? (was as never))]);

describe("two versions of a workflow", () => {
  test("are equal when nothing was changed", () => {
    const again = readGraph(wire("condition"), { campaignName: "Spring" });
    expect(compareGraphs(graph, again)).toMatchObject({ nodes: [], edges: [], notes: [] });
  });

  test("differ in nodes that were added, removed, changed and moved", () => {
    const sms = nodeOf(graph, "smsSend");
    const condition = nodeOf(graph, "condition");
    let after = moveNodes(graph, new Map([[condition.id, { x: 900, y: 900 }]]));
    after = renameNode(after, sms.id, "Welcome");
    after = addNode(after, { kind: "dnc", x: 0, y: 0, section: "main" }).graph;
    expect(marks(graph, after).sort()).toEqual([
      ["added", "DNC 9"],
      ["changed", kindAndNumber(sms)],
      ["moved", kindAndNumber(condition)],
    ]);
    expect(marks(after, graph)).toContainEqual(["removed", "DNC 9"]);
  });

  test("show removed nodes and their lines next to the newer version", () => {
    const control = nodeOf(graph, "control");
    const after = deleteNodes(graph, [control.id]);
    const { overlay, edges: lines } = compareGraphs(graph, after);
    expect(overlay.nodes.get(control.id)).toMatchObject({ x: control.x, y: control.y });
    const [way] = incoming(graph, control.id);
    expect(lines).toContainEqual(expect.objectContaining({ as: "removed", source: way?.source, target: control.id }));
  });

  test("name each changed field with its two values in words", () => {
    const condition = nodeOf(graph, "condition");
    const draft = structuredClone(condition.draft) as { conditionalPaths: { statements: { value: string }[] }[] };
    const statement = draft.conditionalPaths[0]?.statements[0] as { value: string };
    statement.value = "another answer";
    const [difference] = compareGraphs(graph, changeDraft(graph, condition.id, draft)).nodes;
    expect(difference).toMatchObject({ as: "changed", fields: [{ label: "Conditional Path 1, Statements" }] });
    expect(difference?.fields[0]?.before).toContain("state equals one of CA, NV");
    expect(difference?.fields[0]?.after).toContain("state equals one of another answer");
  });

  test("match a node by name and kind when its id was given to another node", () => {
    const sms = nodeOf(graph, "smsSend");
    const before = renameNode(graph, sms.id, "Welcome");
    const added = addNode(before, { kind: "smsSend", x: 5, y: 5, section: "main", draft: sms.draft });
    const after = renameNode(renameNode(added.graph, sms.id, "Reminder"), added.id, "Welcome");
    const { nodes } = compareGraphs(before, after);
    expect(nodes).toContainEqual(expect.objectContaining({ id: sms.id, as: "added" }));
    expect(nodes).toContainEqual(expect.objectContaining({ id: added.id, as: "moved" }));
  });

  test("do not match nodes of different kinds that have the same id", () => {
    const sms = nodeOf(graph, "smsSend");
    const other = { ...sms, kind: "dnc" as const, type: "dnc", draft: { next: null, change: "add", type: "both" } };
    const after = { ...graph, nodes: new Map(graph.nodes).set(sms.id, other) };
    const { nodes, overlay } = compareGraphs(graph, after);
    expect(
      nodes
        .filter(({ as }) => as !== "changed")
        .map(({ as }) => as)
        .sort(),
    ).toEqual(["added", "removed"]);
    expect(overlay.nodes.size).toBe(graph.nodes.size + 1);
  });

  test("keep a removed section to look at", () => {
    const before = addNode(addSection(graph, "Later"), { kind: "dnc", x: 0, y: 0, section: "Later" }).graph;
    const { overlay } = compareGraphs(before, deleteSection(before, "Later"));
    expect([...overlay.sections.keys()]).toContain("Later");
  });

  test("differ in notes", () => {
    const note = { text: "Ask Ann", x: 0, y: 0, width: 100, height: 100, color: "yellow" as const, section: "main" };
    const { graph: noted, ids } = addNotes(graph, [note, note]);
    const after = changeNote(changeNote(noted, ids[0] ?? 0, { text: "Ask Ben" }), ids[1] ?? 0, { x: 50 });
    expect(compareGraphs(noted, after).notes.map(({ as }) => as)).toEqual(["changed", "moved"]);
    expect(compareGraphs(noted, graph).notes.map(({ as }) => as)).toEqual(["removed", "removed"]);
  });

  test("are compared for inbound workflows too", () => {
    const inbound = drawInbound(readInbound(wire("inbound.all")));
    const time = drawnNode(inbound, "time-1") ?? nodeOf(inbound, "time");
    const gone = deleteNodes(inbound, [time.id]);
    const { nodes, edges: lines } = compareGraphs(inbound, gone);
    expect(nodes).toContainEqual(expect.objectContaining({ as: "removed", before: time }));
    expect(lines.some(({ as, target }) => as === "removed" && target === time.id)).toBe(true);
  });

  test("mark the lines of a node that was put between two others", () => {
    const [way] = edges(graph);
    if (way === undefined) throw new Error("no edge");
    const added = insertOnEdge(graph, way, { kind: "dnc", x: 0, y: 0, section: "main" });
    if (added === undefined) throw new Error("not inserted");
    expect(compareGraphs(graph, added.graph).edges.map(({ as, source, target }) => [as, source, target])).toEqual([
      ["added", way.source, added.id],
      ["added", added.id, way.target],
      ["removed", way.source, way.target],
    ]);
    expect(compareGraphs(graph, connect(graph, way.source, way.target)).edges).toEqual([]);
  });
});

describe("a text word by word", () => {
  test("shows which words were added and removed", () => {
    expect(wordChanges("Hi Ann, see you at nine", "Hi Ann, see you there at ten")).toEqual([
      { as: "same", text: "Hi Ann, see you " },
      { as: "added", text: "there " },
      { as: "same", text: "at " },
      { as: "removed", text: "nine" },
      { as: "added", text: "ten" },
    ]);
  });

  test("shows an empty text as added or removed as a whole", () => {
    expect(wordChanges("", "Hi")).toEqual([{ as: "added", text: "Hi" }]);
    expect(wordChanges("Hi", "")).toEqual([{ as: "removed", text: "Hi" }]);
    expect(wordChanges("Hi", "Hi")).toEqual([{ as: "same", text: "Hi" }]);
  });
});

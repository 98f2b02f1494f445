import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawInbound, drawnNode, inboundOf, wireIdOf } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes } from "../outbound/commands.ts";
import { edges, type Graph, incoming, orphans, renameNode, targetsOf } from "../outbound/graph.ts";
import { addNotes, changeNote, deleteNotes, notesOf } from "../outbound/notes.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { addSection } from "../outbound/sections.ts";
import type { NodeId } from "../savedNode.ts";
import type { Side } from "./conflicts.ts";
import { mergeGraphs } from "./mergeGraphs.ts";
import { mergeProblems } from "./mergeProblems.ts";

/** Start 1 → Delay 2 → Delay 3 → Stop 4. */
function chain(): Graph {
  let graph = readGraph(null, { campaignName: "Spring" });
  let last = 1;
  for (const kind of ["timeDelay", "timeDelay", "control"]) {
    const added = addNode(graph, { kind, x: 0, y: last * 100, section: "main" });
    graph = connect(added.graph, last, added.id);
    last = added.id;
  }
  return graph;
}
const base = chain();
const withField = (graph: Graph, id: NodeId, change: object): Graph =>
  changeDraft(graph, id, { ...(graph.nodes.get(id)?.draft as object), ...change });
const draftOf = (graph: Graph, id: NodeId) => graph.nodes.get(id)?.draft as Record<string, unknown>;
const insertAfter = (graph: Graph, id: NodeId, kind: string, draft = {}) => {
  const way = edges(graph).find(({ source }) => source === id);
  const added = way && insertOnEdge(graph, way, { kind, x: 9, y: 9, section: "main", draft });
  if (added === undefined) throw new Error("not inserted");
  return added;
};
const merge = (mine: Graph, theirs: Graph, choices: [string, Side][] = []) =>
  mergeGraphs({ base, mine, theirs }, new Map(choices));

describe("changes of two users", () => {
  test("are both in the merged workflow when they are of different nodes", () => {
    const mine = renameNode(base, 2, "Wait for the parcel");
    const theirs = withField(base, 3, { period: 7 });
    const { graph, conflicts } = merge(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(graph.nodes.get(2)?.name).toBe("Wait for the parcel");
    expect(draftOf(graph, 3)["period"]).toBe(7);
  });

  test("are both there when they are of different fields of one node", () => {
    const { graph, conflicts } = merge(renameNode(base, 2, "Wait"), withField(base, 2, { period: 7 }));
    expect(conflicts).toEqual([]);
    expect([graph.nodes.get(2)?.name, draftOf(graph, 2)["period"]]).toEqual(["Wait", 7]);
  });

  test("conflict when they are of one field, and the choice decides", () => {
    const mine = withField(base, 2, { period: 3 });
    const theirs = withField(base, 2, { period: 7 });
    const { conflicts } = merge(mine, theirs);
    expect(conflicts).toMatchObject([{ nodeId: 2, subject: "Time Delay 2", mine: "3", theirs: "7" }]);
    const id = conflicts[0]?.id ?? "";
    expect(draftOf(merge(mine, theirs, [[id, "theirs"]]).graph, 2)["period"]).toBe(7);
    expect(draftOf(merge(mine, theirs, [[id, "mine"]]).graph, 2)["period"]).toBe(3);
  });

  test("give my new node another id when theirs has it, also in texts that name it", () => {
    const mine = insertAfter(base, 2, "computation", { variable: "plan", expression: "node5.reply" });
    const theirs = insertAfter(base, 3, "dnc");
    const { graph, conflicts } = merge(mine.graph, theirs.graph);
    expect(conflicts).toEqual([]);
    expect([graph.nodes.get(5)?.kind, graph.nodes.get(6)?.kind]).toEqual(["dnc", "computation"]);
    expect(draftOf(graph, 6)["expression"]).toBe("node6.reply");
    expect([2, 6, 3, 5].map((id) => targetsOf(graph.nodes.get(id) as never))).toEqual([[6], [3], [5], [4]]);
  });

  test("conflict when both put a step at the same place", () => {
    const mine = insertAfter(base, 2, "dnc").graph;
    const theirs = insertAfter(base, 2, "computation").graph;
    const { conflicts, graph } = merge(mine, theirs);
    expect(conflicts.map(({ label }) => label)).toContain("Next step");
    expect(graph.nodes.size).toBe(6);
    // what the choice leaves unconnected is named
    expect(mergeProblems(graph, { flag: () => true, today: "" })).toEqual([
      expect.stringContaining("No path leads to this node."),
    ]);
  });

  test("conflict when one deletes what the other changed", () => {
    const mine = deleteNodes(base, [2]);
    const theirs = withField(base, 2, { period: 7 });
    const { conflicts, graph } = merge(mine, theirs);
    expect(conflicts).toMatchObject([{ label: "Node", mine: "Deleted", theirs: "Changed" }]);
    expect(graph.nodes.has(2)).toBe(false);
    expect(merge(mine, theirs, [["deleted 2", "theirs"]]).graph.nodes.has(2)).toBe(true);
  });

  test("leave a deleted node deleted when the other user only moved it", () => {
    const moved = moveNodes(base, new Map([[2, { x: 70, y: 70 }]]));
    expect(merge(deleteNodes(base, [2]), moved)).toMatchObject({ conflicts: [] });
    expect(merge(moved, deleteNodes(base, [2])).graph.nodes.has(2)).toBe(false);
  });

  test("ask once for all nodes that both moved", () => {
    const at = (x: number) => moveNodes(base, new Map([2, 3].map((id) => [id, { x, y: 1 }])));
    const { conflicts, graph } = merge(at(10), at(20));
    expect(conflicts).toMatchObject([{ id: "places", label: "Positions of 2 nodes that both moved" }]);
    expect(graph.nodes.get(3)?.x).toBe(10);
    expect(merge(at(10), at(20), [["places", "theirs"]]).graph.nodes.get(3)?.x).toBe(20);
  });

  test("join sections of the same name", () => {
    const mine = addNode(addSection(base, "Later"), { kind: "dnc", x: 0, y: 0, section: "Later" }).graph;
    const theirs = addSection(addSection(base, "Other"), "Later");
    const { graph } = merge(mine, theirs);
    expect([...graph.sections.keys()]).toEqual(["main", "Other", "Later"]);
    for (const [name, id] of graph.sections) expect(graph.nodes.get(id)?.section).toBe(name);
  });

  test("merge rows of a form where it is certain which is which", () => {
    const path = (value: string) => ({
      targetNode: null,
      statements: [{ variable: "plan", operation: "EQUALS", value }],
    });
    const paths = (...values: string[]) => ({ conditionalPaths: values.map(path), defaultNodePath: null });
    const added = addNode(base, { kind: "condition", x: 0, y: 0, section: "main", draft: paths("a", "b") });
    const three = (mine: object, theirs: object) =>
      mergeGraphs({
        base: added.graph,
        mine: withField(added.graph, added.id, mine),
        theirs: withField(added.graph, added.id, theirs),
      });
    const both = three(paths("a", "b", "c"), paths("z", "b"));
    expect(both.conflicts).toEqual([]);
    expect(draftOf(both.graph, added.id)).toMatchObject(paths("z", "b", "c"));
    // swapped rows are not certain
    expect(three(paths("b", "a"), paths("a", "x")).conflicts).toHaveLength(1);
    expect(three(paths("a", "b", "c"), paths("a", "b", "d")).conflicts).toHaveLength(1);
  });

  test("are merged in notes", () => {
    const note = { text: "Ask Ann", x: 0, y: 0, width: 100, height: 100, color: "yellow" as const, section: "main" };
    const noted = addNotes(base, [note]).graph;
    const three = (mine: Graph, theirs: Graph) => mergeGraphs({ base: noted, mine, theirs });
    expect(
      notesOf(three(changeNote(noted, 1, { text: "Ask Ben" }), changeNote(noted, 1, { x: 50 })).graph),
    ).toMatchObject([{ text: "Ask Ben", x: 50 }]);
    expect(three(changeNote(noted, 1, { text: "B" }), changeNote(noted, 1, { text: "C" })).conflicts).toHaveLength(1);
    expect(three(changeNote(noted, 1, { text: "B" }), deleteNotes(noted, [1])).conflicts).toHaveLength(1);
    const two = three(addNotes(noted, [{ ...note, text: "B" }]).graph, addNotes(noted, [{ ...note, text: "C" }]).graph);
    expect(notesOf(two.graph).map(({ id, text }) => [id, text])).toEqual([
      [1, "Ask Ann"],
      [2, "C"],
      [3, "B"],
    ]);
  });
});

describe("changes of two users to an inbound workflow", () => {
  const text = readFileSync(new URL("../../fixtures/wire/inbound.all.json", import.meta.url), "utf8");
  const drawn = drawInbound(readInbound(text));
  const channel = drawnNode(drawn, "smsSrc")?.id ?? 0;
  const withRule = (kind: string, x: number): Graph => {
    const added = addNode(drawn, { kind, x, y: 300, section: "main" });
    return connect(added.graph, channel, added.id);
  };

  test("keep both new paths of a channel, each with a wire id of its own", () => {
    const { graph, conflicts } = mergeGraphs({ base: drawn, mine: withRule("state", 1), theirs: withRule("state", 2) });
    expect(conflicts).toEqual([]);
    const ids = [...graph.nodes.values()].map(wireIdOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(graph.nodes.size).toBe(drawn.nodes.size + 2);
    const inbound = inboundOf(graph);
    expect(inbound.edges.filter(({ source }) => source === "smsSrc")).toHaveLength(
      inboundOf(drawn).edges.filter(({ source }) => source === "smsSrc").length + 2,
    );
  });

  test("are all mine when the other user changed nothing", () => {
    const mine = withRule("state", 1);
    expect(inboundOf(mergeGraphs({ base: drawn, mine, theirs: drawn }).graph)).toEqual(inboundOf(mine));
  });

  test("find two readings of one version equal", () => {
    const again = drawInbound(readInbound(text), drawn);
    expect(mergeGraphs({ base: drawn, mine: drawn, theirs: again }).conflicts).toEqual([]);
    expect(orphans(again)).toEqual(orphans(drawn));
    expect(incoming(again, channel)).toHaveLength(1);
  });
});

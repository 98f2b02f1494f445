import { expect, test } from "vitest";
import { addNode, changeDraft } from "./commands.ts";
import { keepGraph, restoreGraph } from "./keptGraph.ts";
import { addNotes } from "./notes.ts";
import { readGraph } from "./readGraph.ts";

test("a graph with errors, a new template and a note is restored the same", () => {
  const { graph, id } = addNode(readGraph(null, {}), { kind: "smsSend", x: 1, y: 2, section: "main" });
  const typed = changeDraft(graph, id, { ...graph.nodes.get(id)?.draft, templateSource: "new", templateText: "Hi" });
  const note = { text: "?", x: 0, y: 0, width: 220, height: 120, color: "pink" as const, section: "main" };
  const kept = addNotes(typed, [note]).graph;
  expect(restoreGraph(keepGraph(kept))).toEqual(kept);
});

test("a text that is no graph restores nothing", () => {
  expect(restoreGraph("{}")).toBeUndefined();
  expect(restoreGraph('{"nodes":[{"id":1,"kind":"gone"}],"sections":[]}')).toBeUndefined();
});

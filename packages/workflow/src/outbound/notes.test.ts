import { expect, test } from "vitest";
import { drawInbound, inboundOf } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { writeInbound } from "../inbound/writeInbound.ts";
import { addNotes, changeNote, deleteNotes, moveNotes, notesIn, notesOf } from "./notes.ts";
import { readGraph } from "./readGraph.ts";
import { addSection, deleteSection } from "./sections.ts";
import { writeGraph } from "./writeGraph.ts";

const note = { text: "Ask Kim", x: 10, y: 20, width: 220, height: 120, color: "yellow" as const, section: "main" };
const start = { id: 1, type: "start", x: 250, y: 25, children: [] };
const saved = (notes: unknown) => ({
  schemaVersion: 1 as const,
  startNode: 1,
  nodes: [start],
  sections: { main: 1 },
  notes,
});

test("notes of a workflow are saved in a top-level list and read back the same", () => {
  const { graph, ids } = addNotes(readGraph(saved([]), {}), [note]);
  expect(ids).toEqual([1]);
  const written = writeGraph(graph) as ReturnType<typeof saved>;
  const { section: _, ...wire } = note;
  expect(written.notes).toEqual([{ id: 1, ...wire }]);
  expect(notesOf(readGraph(written, {}))).toEqual([{ id: 1, ...note }]);
});

test("a workflow without notes is saved without a list of notes", () => {
  expect(writeGraph(readGraph(null, {}))).not.toHaveProperty("notes");
});

test("a workflow with only a start and a note is saved with its note", () => {
  expect(writeGraph(addNotes(readGraph(null, {}), [note]).graph)).toMatchObject({ startNode: -1, notes: [{ id: 1 }] });
});

test("notes of an inbound workflow are saved in a top-level list and read back the same", () => {
  const { graph } = addNotes(drawInbound(readInbound(null)), [note]);
  const written = writeInbound(inboundOf(graph));
  expect(written["notes"]).toMatchObject([{ id: 1, text: "Ask Kim" }]);
  expect(notesOf(drawInbound(readInbound(JSON.stringify(written))))).toEqual([{ id: 1, ...note }]);
});

test("notes that cannot be read are saved back unchanged", () => {
  const strange = { id: "seven", shape: "star" };
  const graph = readGraph(saved([strange]), {});
  expect(notesOf(graph)).toEqual([]);
  expect(writeGraph(graph)).toMatchObject({ notes: [strange] });
  expect(writeGraph(addNotes(graph, [note]).graph)).toMatchObject({ notes: [strange, { id: 1 }] });
});

test("a note is moved, changed within its bounds, and deleted", () => {
  const { graph } = addNotes(readGraph(null, {}), [note, note]);
  expect(notesOf(moveNotes(graph, new Map([[2, { x: 5, y: 6 }]])))[1]).toMatchObject({ x: 5, y: 6 });
  expect(notesOf(changeNote(graph, 1, { width: 5_000, height: 1 }))[0]).toMatchObject({ width: 1200, height: 80 });
  expect(changeNote(graph, 1, { text: "Ask Kim" })).toBe(graph);
  expect(notesOf(deleteNotes(graph, [1])).map(({ id }) => id)).toEqual([2]);
});

test("the notes of a deleted section are deleted with it", () => {
  const { graph } = addNotes(addSection(readGraph(null, {}), "A"), [note, { ...note, section: "A" }]);
  expect(notesIn(graph, "A")).toHaveLength(1);
  expect(notesOf(deleteSection(graph, "A")).map(({ section }) => section)).toEqual(["main"]);
});

import type { Note } from "../note.ts";
import type { Graph } from "../outbound/graph.ts";
import { notesOf } from "../outbound/notes.ts";
import type { Conflicts } from "./conflicts.ts";
import { equalValues } from "./equalValues.ts";
import { mergeValues, type Three } from "./mergeValues.ts";

const labels = new Map([
  ["text", "Text"],
  ["color", "Color"],
]);

/** The notes of two users' versions. Places and sizes that both changed are mine. */
export function mergeNotes({ base, mine, theirs }: Three<Graph>, conflicts: Conflicts): Note[] {
  const [olds, own, other] = [base, mine, theirs].map(
    (graph) => new Map(notesOf(graph).map((note) => [note.id, note])),
  ) as [Map<number, Note>, Map<number, Note>, Map<number, Note>];
  return [...new Set([...other.keys(), ...own.keys()])].flatMap((id) => {
    const [was, left, right] = [olds.get(id), own.get(id), other.get(id)];
    if (left !== undefined && right !== undefined)
      return [mergeNote({ base: was ?? right, mine: left, theirs: right }, conflicts)];
    const note = left ?? right;
    if (note === undefined) return [];
    if (was === undefined) return [note];
    if (equalValues(was, note)) return [];
    const keeper = left === undefined ? "theirs" : "mine";
    const side = conflicts.decide({
      id: `deleted note ${id}`,
      nodeId: null,
      subject: subjectOf(note),
      label: "Note",
      mine: keeper === "mine" ? "Changed" : "Deleted",
      theirs: keeper === "theirs" ? "Changed" : "Deleted",
    });
    return side === keeper ? [note] : [];
  });
}

function mergeNote(notes: Three<Note>, conflicts: Conflicts): Note {
  return mergeValues(notes, ([key = ""], values) => {
    const label = labels.get(key);
    if (label === undefined) return values.mine;
    const side = conflicts.decide({
      id: `note ${notes.theirs.id} ${key}`,
      nodeId: null,
      subject: subjectOf(notes.mine),
      label,
      mine: String(values.mine),
      theirs: String(values.theirs),
    });
    return values[side];
  }) as Note;
}

const subjectOf = ({ text }: Note): string => {
  const line = text.split("\n", 1)[0]?.slice(0, 40) ?? "";
  return line === "" ? "Note" : `Note “${line}”`;
};

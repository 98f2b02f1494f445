import { z } from "zod";
import { type Note, noteColors } from "../note.ts";
import { type Graph, mainSection } from "./graph.ts";

/** The size of a new note, in px. */
export const newNoteSize = { width: 220, height: 120 };
/** The smallest and largest size, in px. */
const noteBounds = { least: 80, most: 1200 };
/** The longest text. */
export const mostNoteText = 4_000;

const side = z.number().min(noteBounds.least).max(noteBounds.most);

/** A saved note. Notes of main have no `inSection`, like nodes. */
const savedNote = z.object({
  id: z.int().positive(),
  text: z.string().max(mostNoteText).default(""),
  x: z.number().default(0),
  y: z.number().default(0),
  width: side.default(newNoteSize.width),
  height: side.default(newNoteSize.height),
  color: z.enum(noteColors).default("yellow"),
  inSection: z.string().optional(),
});

const none: readonly Note[] = [];

/** The notes of a graph. */
export const notesOf = (graph: Graph): readonly Note[] => graph.notes ?? none;

/** The notes of one section. */
export const notesIn = (graph: Graph, section: string): Note[] =>
  notesOf(graph).filter((note) => note.section === section);

/** The saved `notes`, apart from other saved keys. Notes that this version cannot read stay there and are written back. */
export function readNotes(carried: Readonly<Record<string, unknown>>): {
  notes: Note[];
  carried: Readonly<Record<string, unknown>>;
} {
  const { notes: saved, ...rest } = carried;
  if (!Array.isArray(saved)) return { notes: [], carried };
  const notes: Note[] = [];
  const unreadable: unknown[] = [];
  for (const one of saved) {
    const read = savedNote.safeParse(one);
    if (!read.success || notes.some(({ id }) => id === read.data.id)) unreadable.push(one);
    else {
      const { inSection = mainSection, ...note } = read.data;
      notes.push({ ...note, section: inSection });
    }
  }
  return { notes, carried: unreadable.length === 0 ? rest : { ...rest, notes: unreadable } };
}

/** The keys to save next to the nodes: the unknown ones, and `notes` if there are any. */
export function writeNotes(
  notes: readonly Note[],
  carried: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (notes.length === 0) return carried;
  const { notes: unreadable = [] } = carried as { notes?: unknown[] };
  const written = notes.map(({ section, ...note }) => ({
    ...note,
    ...(section !== mainSection && { inSection: section }),
  }));
  return { ...carried, notes: [...unreadable, ...written] };
}

const withNotes = (graph: Graph, notes: readonly Note[]): Graph => ({ ...graph, notes });

/** Adds notes with new ids. */
export function addNotes(graph: Graph, added: readonly Omit<Note, "id">[]): { graph: Graph; ids: number[] } {
  const first = Math.max(0, ...notesOf(graph).map(({ id }) => id)) + 1;
  const notes = added.map((note, index) => ({ ...note, id: first + index }));
  return { graph: withNotes(graph, [...notesOf(graph), ...notes]), ids: notes.map(({ id }) => id) };
}

/** Changes a note. Sizes are kept within their bounds. */
export function changeNote(graph: Graph, id: number, change: Partial<Omit<Note, "id">>): Graph {
  const note = notesOf(graph).find((one) => one.id === id);
  if (note === undefined) return graph;
  const next: Note = { ...note, ...change };
  const fitted = { ...next, width: bounded(next.width), height: bounded(next.height) };
  const isSame = (Object.keys(fitted) as (keyof Note)[]).every((key) => fitted[key] === note[key]);
  return isSame
    ? graph
    : withNotes(
        graph,
        notesOf(graph).map((one) => (one.id === id ? fitted : one)),
      );
}

const bounded = (size: number): number => Math.round(Math.min(noteBounds.most, Math.max(noteBounds.least, size)));

/** Moves notes. */
export const moveNotes = (graph: Graph, places: ReadonlyMap<number, { x: number; y: number }>): Graph =>
  [...places].reduce((moved, [id, { x, y }]) => changeNote(moved, id, { x, y }), graph);

/** Deletes notes. */
export function deleteNotes(graph: Graph, ids: readonly number[]): Graph {
  const left = notesOf(graph).filter(({ id }) => !ids.includes(id));
  return left.length === notesOf(graph).length ? graph : withNotes(graph, left);
}

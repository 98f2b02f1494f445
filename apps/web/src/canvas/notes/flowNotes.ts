import type { Note } from "@trunkline/workflow/note.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { notesIn } from "@trunkline/workflow/outbound/notes.ts";
import type { Node } from "@xyflow/react";
import type { Point } from "../layout.ts";

/** A note for the graph library. */
export type FlowNote = Node<{ note: Note }, "note">;

const prefix = "note-";

/** The id of a note among the elements of the graph library. */
export const flowNoteId = (id: number): string => `${prefix}${id}`;

/** The id of a note; undefined for a card. */
export const noteIdOf = (flowId: string): number | undefined =>
  flowId.startsWith(prefix) ? Number(flowId.slice(prefix.length)) : undefined;

interface Seen {
  graph: Graph;
  section: string;
  selectedNotes: ReadonlySet<number>;
  /** Positions during a drag. */
  dragged: ReadonlyMap<number, Point>;
}

/** The notes of a section, below the cards. Unchanged notes keep their object identity. */
export function flowNotes(seen: Seen, before: Map<number, FlowNote>): FlowNote[] {
  const after = notesIn(seen.graph, seen.section).map((note) => {
    const old = before.get(note.id);
    const next = flowNote(note, seen);
    return old !== undefined && isSame(old, next) ? old : next;
  });
  before.clear();
  for (const one of after) before.set(one.data.note.id, one);
  return after;
}

const isSame = (a: FlowNote, b: FlowNote): boolean =>
  a.data.note === b.data.note &&
  a.selected === b.selected &&
  a.position.x === b.position.x &&
  a.position.y === b.position.y;

function flowNote(note: Note, { selectedNotes, dragged }: Seen): FlowNote {
  const { id, width, height } = note;
  const { x, y } = dragged.get(id) ?? note;
  return {
    id: flowNoteId(id),
    type: "note",
    position: { x, y },
    data: { note },
    width,
    height,
    measured: { width, height },
    handles: [],
    connectable: false,
    selected: selectedNotes.has(id),
    // a selected note comes above the cards, so that its tools can be reached
    zIndex: selectedNotes.has(id) ? 5 : -1,
    ariaLabel: `Note ${id}`,
    ariaRole: "group",
    domAttributes: { tabIndex: 0, "aria-description": note.text },
  };
}

import { addNotes, newNoteSize } from "@trunkline/workflow/outbound/notes.ts";
import { type CanvasStore, edit, graphOf, select } from "../canvasStore.ts";
import type { Point } from "../layout.ts";

/** Adds a note at a point and opens its text. */
export function addNoteAt(store: CanvasStore, { x, y }: Point): void {
  const { section, readOnly } = store.getState();
  if (readOnly) return;
  const place = { x: Math.round(x - newNoteSize.width / 2), y: Math.round(y - 20) };
  const { graph, ids } = addNotes(graphOf(store.getState()), [
    { ...newNoteSize, ...place, text: "", color: "yellow", section },
  ]);
  edit(store, () => graph);
  select(store, [], { notes: ids });
  store.setState({ editedNote: ids[0] ?? null });
}

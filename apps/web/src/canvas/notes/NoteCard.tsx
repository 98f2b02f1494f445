import { IconTrash } from "@tabler/icons-react";
import { type Note, type NoteColor, noteColors } from "@trunkline/workflow/note.ts";
import { changeNote, mostNoteText } from "@trunkline/workflow/outbound/notes.ts";
import type { NodeProps } from "@xyflow/react";
import { type KeyboardEvent, memo, type PointerEvent, useRef, useState } from "react";
import { edit, remove, sealStep, useCanvas, useCanvasStore } from "../canvasStore.ts";
import type { FlowNote } from "./flowNotes.ts";
import classes from "./NoteCard.module.css";

/** A sticky note: its text, and a toolbar with colors while it is selected (look, Canvas). */
export const NoteCard = memo(function NoteCard({ data: { note }, selected }: NodeProps<FlowNote>) {
  const store = useCanvasStore();
  const readOnly = useCanvas((state) => state.readOnly);
  const isEdited = useCanvas((state) => state.editedNote === note.id);
  const isAlone = useCanvas((state) => state.selected.size + state.selectedNotes.size === 1);
  const startEditing = () => !readOnly && store.setState({ editedNote: note.id });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard opens the note with Enter on the element around it
    <div
      className={classes["note"]}
      data-color={note.color}
      data-selected={selected || undefined}
      onDoubleClick={startEditing}
    >
      {isEdited ? (
        <NoteText note={note} />
      ) : (
        <div className={classes["text"]}>{note.text || <span className={classes["empty"]}>Empty note</span>}</div>
      )}
      {selected && isAlone && !readOnly && <NoteTools note={note} />}
      {selected && !readOnly && <Grip note={note} />}
    </div>
  );
});

/** The text while it is edited. Typing is one undo step. */
function NoteText({ note }: { note: Note }) {
  const store = useCanvasStore();
  const finish = () => {
    sealStep(store);
    store.setState({ editedNote: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    finish();
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="note-${note.id}"]`)?.focus();
  };
  return (
    <textarea
      // the user has just asked to write here
      // biome-ignore lint/a11y/noAutofocus: see above
      autoFocus
      className={`${classes["field"]} nodrag nowheel nopan`}
      aria-label="Note text"
      maxLength={mostNoteText}
      value={note.text}
      onChange={({ currentTarget: { value } }) =>
        edit(store, (graph) => changeNote(graph, note.id, { text: value }), { about: `note ${note.id} text` })
      }
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}

const colorNames: Record<NoteColor, string> = {
  yellow: "Yellow",
  blue: "Blue",
  green: "Green",
  pink: "Pink",
  gray: "Gray",
};

/** The names of note colors, in order. */
export const namedColors = noteColors.map((color) => ({ color, name: colorNames[color] }));

function NoteTools({ note }: { note: Note }) {
  const store = useCanvasStore();
  return (
    <div className={`${classes["tools"]} nodrag nopan`} role="toolbar" aria-label="Note">
      {namedColors.map(({ color, name }) => (
        <button
          key={color}
          type="button"
          className={classes["color"]}
          data-color={color}
          aria-label={name}
          aria-pressed={note.color === color}
          title={name}
          onClick={() => edit(store, (graph) => changeNote(graph, note.id, { color }))}
        />
      ))}
      <button
        type="button"
        className={classes["tool"]}
        aria-label="Delete note"
        title="Delete note"
        onClick={() => remove(store)}
      >
        <IconTrash size={14} aria-hidden />
      </button>
    </div>
  );
}

/** The corner that resizes the note. Its menu resizes it by keyboard. */
function Grip({ note }: { note: Note }) {
  const store = useCanvasStore();
  const zoomed = useRef<{ x: number; y: number; width: number; height: number; zoom: number } | null>(null);
  const [isHeld, setHeld] = useState(false);
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    zoomed.current = {
      x: event.clientX,
      y: event.clientY,
      width: note.width,
      height: note.height,
      zoom: (box?.width ?? note.width) / note.width,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld(true);
    event.stopPropagation();
  };
  const resize = (event: PointerEvent) => {
    const from = zoomed.current;
    if (!isHeld || from === null) return;
    const size = {
      width: from.width + (event.clientX - from.x) / from.zoom,
      height: from.height + (event.clientY - from.y) / from.zoom,
    };
    edit(store, (graph) => changeNote(graph, note.id, size), { about: `note ${note.id} size` });
  };
  const end = () => {
    setHeld(false);
    sealStep(store);
  };
  return (
    <div
      className={`${classes["grip"]} nodrag nopan`}
      onPointerDown={begin}
      onPointerMove={resize}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

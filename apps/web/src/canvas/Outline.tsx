import { IconNote } from "@tabler/icons-react";
import { kindAndNumber, kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import { notesIn } from "@trunkline/workflow/outbound/notes.ts";
import { useEffect, useState } from "react";
import { useVisibleRows } from "../ui/page/visibleRows.ts";
import { goTo, goToNote, graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { cardOf, nameOf } from "./cards.ts";
import { iconOf } from "./kindIcons.ts";
import { markOf } from "./marks.ts";
import { flowNoteId } from "./notes/flowNotes.ts";
import classes from "./Outline.module.css";
import { type Line, readingOrder } from "./readingOrder.ts";

const rowHeight = 44;

/** The workflow as a list in reading order (look, Canvas). */
export function Outline() {
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const selected = useCanvas((state) => state.selected);
  const lines = readingOrder(graph, section);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { first, last } = useVisibleRows({ scroller, count: lines.length, heightOf: () => rowHeight });
  const [only] = selected;
  const at = lines.findIndex(({ node }) => node.id === only);
  useEffect(() => {
    if (at !== -1 && scroller !== null) reveal(scroller, at * rowHeight);
  }, [at, scroller]);
  return (
    <div ref={setScroller} className={classes["outline"]}>
      <ol aria-label="Outline" style={{ height: lines.length * rowHeight }}>
        {lines.slice(first, last + 1).map((line, index) => (
          <OutlineRow
            key={line.node.id}
            line={line}
            top={(first + index) * rowHeight}
            isSelected={selected.has(line.node.id)}
            position={first + index + 1}
            total={lines.length}
          />
        ))}
      </ol>
      <OutlineNotes />
    </div>
  );
}

/** Scrolls as little as it takes to show the row at a position. */
function reveal(scroller: HTMLElement, top: number): void {
  const { scrollTop, clientHeight } = scroller;
  scroller.scrollTop = Math.max(Math.min(scrollTop, top), top + rowHeight - clientHeight);
}

/** The notes of the section, below its nodes. */
function OutlineNotes() {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const selected = useCanvas((state) => state.selectedNotes);
  const notes = notesIn(graph, section);
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className={classes["notes"]}>
      {notes.map(({ id, text }) => (
        <li key={id}>
          <button
            type="button"
            className={classes["entry"]}
            aria-current={selected.has(id) || undefined}
            onClick={() => {
              goToNote(store, id);
              // a note has no form, so the keys of the canvas are what comes next
              requestAnimationFrame(() => focusNote(id));
            }}
          >
            <IconNote size={15} aria-hidden />
            <span className={classes["words"]}>
              <span className={classes["name"]}>Note {id}</span>
              {text !== "" && <span className={classes["note"]}>{text}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  line: Line;
  top: number;
  isSelected: boolean;
  position: number;
  total: number;
}

/** Deeper branches are not indented further, because the panel is narrow. */
const maxIndent = 6;

function OutlineRow({ line: { node, depth, branch }, top, isSelected, position, total }: RowProps) {
  const store = useCanvasStore();
  const names = useCanvas((state) => state.names);
  const mark = useCanvas((state) => markOf(state, node.id));
  const card = cardOf(node, names);
  const Icon = iconOf(kindOfNode(node).icon);
  const kind = node.name === undefined ? "" : kindAndNumber(node);
  const note = [branch, kind, card.lines[0]].filter(Boolean).join(" · ");
  return (
    <li
      className={classes["row"]}
      style={{ transform: `translateY(${top}px)` }}
      aria-posinset={position}
      aria-setsize={total}
    >
      <button
        type="button"
        className={classes["entry"]}
        data-mark={mark}
        aria-current={isSelected || undefined}
        style={{ paddingLeft: 8 + 12 * Math.min(depth, maxIndent) }}
        onClick={() => goTo(store, node.id)}
      >
        <Icon size={15} aria-hidden />
        <span className={classes["words"]}>
          <span className={classes["name"]}>
            {nameOf(node)}
            {mark !== "normal" && <span className={classes["mark"]}> {mark}</span>}
          </span>
          {note !== "" && <span className={classes["note"]}>{note}</span>}
        </span>
      </button>
    </li>
  );
}

const focusNote = (id: number): void =>
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${flowNoteId(id)}"]`)?.focus({ preventScroll: true });

import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import { type Graph, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { moveNotes, notesIn, notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { duplicateSelected } from "../canvasClipboard.ts";
import {
  type CanvasStore,
  edit,
  fitAll,
  graphOf,
  openOverlay,
  remove,
  select,
  showActualSize,
  step,
} from "../canvasStore.ts";
import { tidied } from "../placing.ts";
import { neighbour } from "../readingOrder.ts";

/** The list of keyboard shortcuts. Ctrl is ⌘ on a Mac. */
export const canvasKeys: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ["/"], what: "Add a node by name" },
  { keys: ["↑", "↓"], what: "Previous or next node" },
  { keys: ["←", "→"], what: "Previous or next branch" },
  { keys: ["Enter"], what: "Edit the selected node" },
  { keys: ["Esc"], what: "Return to the canvas, then deselect" },
  { keys: ["Shift", "F10"], what: "Open the menu of the selection" },
  { keys: ["Shift", "arrows"], what: "Move the selection" },
  { keys: ["N"], what: "Add a note" },
  { keys: ["Delete"], what: "Delete selection" },
  { keys: ["Ctrl", "C"], what: "Copy (also to another workflow)" },
  { keys: ["Ctrl", "X"], what: "Cut" },
  { keys: ["Ctrl", "V"], what: "Paste" },
  { keys: ["Ctrl", "D"], what: "Duplicate" },
  { keys: ["Ctrl", "A"], what: "Select all in this section" },
  { keys: ["Shift", "drag"], what: "Select an area" },
  { keys: ["Ctrl", "Z"], what: "Undo" },
  { keys: ["Ctrl", "Shift", "Z"], what: "Redo" },
  { keys: ["Ctrl", "F"], what: "Search nodes" },
  { keys: ["F"], what: "Zoom to fit" },
  { keys: ["0"], what: "Zoom to 100 %" },
  { keys: ["L"], what: "Clean up layout" },
  { keys: ["Ctrl", "S"], what: "Save" },
  { keys: ["?"], what: "Show keyboard shortcuts" },
];

export interface Pressed {
  key: string;
  ctrl: boolean;
  shift: boolean;
}

const arrows: Record<string, "up" | "down" | "left" | "right"> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Runs the shortcut of a key. Returns false if there is none. */
export function pressKey(store: CanvasStore, { key, ctrl, shift }: Pressed): boolean {
  const state = store.getState();
  const name = `${ctrl ? "Ctrl " : ""}${key.length === 1 ? key.toLowerCase() : key}`;
  const arrow = ownValue(arrows, key);
  if (arrow !== undefined && shift && !ctrl) return nudge(store, arrow);
  if (arrow !== undefined && !ctrl) return walk(store, arrow);
  switch (name) {
    case "/":
      if (!state.readOnly) openOverlay(store, "quickAdd");
      return true;
    case "?":
      openOverlay(store, "keys");
      return true;
    case "Ctrl f":
      openOverlay(store, "search");
      return true;
    case "Ctrl z":
      step(store, shift ? "redo" : "undo");
      return true;
    case "Ctrl y":
      step(store, "redo");
      return true;
    case "Ctrl a":
      select(
        store,
        nodesIn(graphOf(state), state.section).map(({ id }) => id),
        { notes: notesIn(graphOf(state), state.section).map(({ id }) => id) },
      );
      return true;
    case "Ctrl d":
      duplicateSelected(store);
      return true;
    case "Delete":
    case "Backspace":
      remove(store);
      return true;
    case "Escape":
      select(store, []);
      return true;
    case "f":
      fitAll(store);
      return true;
    case "0":
      showActualSize(store);
      return true;
    case "l":
      tidy(store);
      return true;
    default:
      return false;
  }
}

/** Applies the automatic layout to the section as one undo step. */
export function tidy(store: CanvasStore): void {
  const { section, names } = store.getState();
  edit(store, (graph) => tidied(graph, section, names), { glide: true });
  store.setState(({ aim }) => ({ aim: { at: "start", nonce: aim.nonce + 1 } }));
}

/** Distance of one move by keyboard, in px. */
const nudgeBy = 20;
const directions = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

/** Moves the selected cards and notes. Repeated moves are one undo step. */
function nudge(store: CanvasStore, arrow: keyof typeof directions): boolean {
  const { selected, selectedNotes } = store.getState();
  const [dx, dy] = directions[arrow];
  const moved = ({ x, y }: { x: number; y: number }) => ({ x: x + dx * nudgeBy, y: y + dy * nudgeBy });
  const change = (graph: Graph) => {
    const nodes = [...graph.nodes.values()].filter(({ id }) => selected.has(id));
    const notes = notesOf(graph).filter(({ id }) => selectedNotes.has(id));
    const placed = moveNodes(graph, new Map(nodes.map((node) => [node.id, moved(node)])));
    return moveNotes(placed, new Map(notes.map((note) => [note.id, moved(note)])));
  };
  edit(store, change, { about: `move ${[...selected]} ${[...selectedNotes]}` });
  return true;
}

function walk(store: CanvasStore, arrow: "up" | "down" | "left" | "right"): boolean {
  const state = store.getState();
  const from = [...state.selected].at(-1) ?? Number.NaN;
  const to = neighbour(graphOf(state), state.section, from, arrow);
  if (to !== undefined) {
    select(store, [to]);
    store.setState(({ aim }) => ({ aim: { at: to, nonce: aim.nonce + 1 } }));
  }
  return true;
}

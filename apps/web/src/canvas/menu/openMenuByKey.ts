import { type CanvasStore, type MenuAbout, select } from "../canvasStore.ts";
import type { Point } from "../layout.ts";
import { noteIdOf } from "../notes/flowNotes.ts";

/** Opens the context menu of the focused or selected card or note, of the selected line, or of the empty canvas. */
export function openMenuByKey(store: CanvasStore, frame: HTMLElement | null, middle: Point): void {
  const focused = frame?.contains(document.activeElement) ? document.activeElement?.closest(".react-flow__node") : null;
  const id = focused?.getAttribute("data-id") ?? "";
  const note = noteIdOf(id);
  const state = store.getState();
  if (note !== undefined && !state.selectedNotes.has(note)) select(store, [], { notes: [note] });
  else if (note === undefined && focused && !state.selected.has(Number(id))) select(store, [Number(id)]);
  const about = aboutOf(store, middle);
  const box = elementOf(about, frame)?.getBoundingClientRect() ?? frame?.getBoundingClientRect();
  const isGround = about.kind === "ground";
  const x = (box?.left ?? 0) + (box?.width ?? 0) / (isGround ? 2 : 4);
  const y = (box?.top ?? 0) + (box?.height ?? 0) / 2;
  store.setState({ menu: { x, y, about } });
}

function aboutOf(store: CanvasStore, middle: Point): MenuAbout {
  const { selected, selectedNotes, selectedEdge } = store.getState();
  if (selected.size > 0) return { kind: "nodes" };
  if (selectedNotes.size > 0) return { kind: "notes" };
  return selectedEdge === null ? { kind: "ground", at: middle } : { kind: "edge", id: selectedEdge };
}

function elementOf(about: MenuAbout, frame: HTMLElement | null): Element | null | undefined {
  if (about.kind === "ground") return frame;
  if (about.kind === "edge") return frame?.querySelector(`.react-flow__edge[data-id="${about.id}"]`);
  return frame?.querySelector(".react-flow__node.selected");
}

import type { Edge, Node } from "@xyflow/react";
import { useReactFlow } from "@xyflow/react";
import { type MouseEvent as ReactMouseEvent, useMemo } from "react";
import { type MenuAbout, select, useCanvasStore } from "../canvasStore.ts";
import { noteIdOf } from "../notes/flowNotes.ts";

/** Opens the context menu with the right mouse button. A card or note that is not selected is selected first. */
export function useCanvasMenu() {
  const store = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const open = (event: MouseEvent | ReactMouseEvent, about: MenuAbout) => {
      event.preventDefault();
      store.setState({ menu: { x: event.clientX, y: event.clientY, about } });
    };
    return {
      onNodeContextMenu: (event: ReactMouseEvent, { id }: Node) => {
        const state = store.getState();
        const note = noteIdOf(id);
        const isSelected = note === undefined ? state.selected.has(Number(id)) : state.selectedNotes.has(note);
        if (!isSelected)
          select(store, note === undefined ? [Number(id)] : [], { notes: note === undefined ? [] : [note] });
        open(event, { kind: note === undefined ? "nodes" : "notes" });
      },
      onSelectionContextMenu: (event: ReactMouseEvent) => open(event, { kind: "nodes" }),
      onEdgeContextMenu: (event: ReactMouseEvent, { id }: Edge) => open(event, { kind: "edge", id }),
      onPaneContextMenu: (event: MouseEvent | ReactMouseEvent) =>
        open(event, { kind: "ground", at: flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }) }),
    };
  }, [store, flow]);
}

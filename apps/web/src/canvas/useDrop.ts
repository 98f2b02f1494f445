import { useReactFlow } from "@xyflow/react";
import { type DragEvent, useMemo } from "react";
import { dropWanted } from "./addWanted.ts";
import { useCanvasStore } from "./canvasStore.ts";

/** Drag and drop from the palette. A drop on a line inserts the node there (look, Canvas). */
export function useDrop() {
  const store = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const edgeUnder = ({ target }: DragEvent): string | null =>
      (target instanceof Element && target.closest(".react-flow__edge")?.getAttribute("data-id")) || null;
    return {
      onDragOver: (event: DragEvent) => {
        if (store.getState().dragged === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        const dropEdge = edgeUnder(event);
        if (store.getState().dropEdge !== dropEdge) store.setState({ dropEdge });
      },
      onDragLeave: () => store.setState({ dropEdge: null }),
      onDrop: (event: DragEvent) => {
        const { dragged } = store.getState();
        if (dragged === null) return;
        event.preventDefault();
        const edge = edgeUnder(event);
        // move the focus from the palette entry to the canvas, for its shortcuts
        event.currentTarget.closest<HTMLElement>("[data-canvas]")?.focus({ preventScroll: true });
        dropWanted(store, dragged, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), edge);
        store.setState({ dropEdge: null, dragged: null });
      },
    };
  }, [store, flow]);
}

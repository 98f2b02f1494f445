import { useReducedMotion } from "@mantine/hooks";
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { type CanvasState, graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { cardOf } from "./cards.ts";
import { type Area, type Frame, viewOfCard, viewOfSection, viewUncovered } from "./viewing.ts";

/** Moves the view to the target in the store: a section, its start or a node. `embedded` canvases have no side panel. */
export function useAim(embedded: boolean): void {
  const store = useCanvasStore();
  const aim = useCanvas((state) => state.aim);
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const isStill = useReducedMotion();
  useEffect(() => {
    const duration = isStill || aim.nonce === 0 ? 0 : 160;
    const frame = requestAnimationFrame(() => {
      const state = store.getState();
      const { width, height } = flowStore.getState();
      const seen: Frame = { width, height, panel: panelOf(state, embedded) };
      const start = graphOf(state).sections.get(state.section);
      if (typeof aim.at !== "number") {
        const bounds = flow.getNodesBounds(flow.getNodes());
        const view = viewOfSection(bounds, areaOf(state, start), seen, aim.at === "all");
        return void flow.setViewport(view, { duration });
      }
      const card = areaOf(state, aim.at);
      const view = card && (aim.clicked ? viewUncovered : viewOfCard)(card, flow.getViewport(), seen);
      if (view !== undefined) void flow.setViewport(view, { duration });
    });
    return () => cancelAnimationFrame(frame);
  }, [aim, flow, flowStore, store, isStill, embedded]);
}

function panelOf(state: CanvasState, embedded: boolean): Frame["panel"] {
  if (embedded) return "none";
  if (state.opened !== null) return "open";
  return state.readOnly ? "none" : "closed";
}

function areaOf(state: CanvasState, id: number | undefined): Area | undefined {
  const node = id === undefined ? undefined : graphOf(state).nodes.get(id);
  return node && { x: node.x, y: node.y, ...cardOf(node, state.names).size };
}

import { useReducedMotion } from "@mantine/hooks";
import { notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { type CanvasState, graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { cardOf } from "./cards.ts";
import { panelWidthOf } from "./panels/panelWidths.ts";
import { type Area, type Frame, type View, viewClear, viewOfCard, viewOfSection, viewUncovered } from "./viewing.ts";

/** Moves the view to the target in the store: a section, its start or a node. `embedded` canvases have no side panel. */
export function useAim(embedded: boolean): void {
  const store = useCanvasStore();
  const aim = useCanvas((state) => state.aim);
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const isStill = useReducedMotion();
  useEffect(() => {
    const duration = isStill || aim.nonce === 0 ? 0 : 160;
    const seen = (): Frame => {
      const { width, height } = flowStore.getState();
      return { width, height, panel: panelOf(store.getState(), embedded), panelWidth: panelWidthOf("side") };
    };
    const move = (view: View | undefined) => view !== undefined && void flow.setViewport(view, { duration });
    const clear = () => {
      const card = areaOf(store.getState(), aim.at);
      const { domNode } = flowStore.getState();
      if (card !== undefined && domNode) move(viewClear(card, flow.getViewport(), seen(), obstaclesOver(domNode)));
    };
    const frame = requestAnimationFrame(() => {
      const state = store.getState();
      if (aim.at === "actualSize") return void flow.zoomTo(1, { duration });
      if (aim.at === "all" || aim.at === "start") {
        const start = graphOf(state).sections.get(state.section);
        const bounds = flow.getNodesBounds(flow.getNodes());
        return move(viewOfSection(bounds, areaOf(state, start), seen(), aim.at === "all"));
      }
      const card = areaOf(state, aim.at);
      move(card && (aim.clicked ? viewUncovered : viewOfCard)(card, flow.getViewport(), seen()));
    });
    // notices appear after what they are about is selected
    const later = setTimeout(clear, settleMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [aim, flow, flowStore, store, isStill, embedded]);
}

/** When the view and new notices have stopped moving. */
const settleMs = 400;

/** What lies over the drawing: notices, tools and the map, in coordinates of the canvas. */
function obstaclesOver(canvas: HTMLElement): Area[] {
  const from = canvas.getBoundingClientRect();
  const found = document.querySelectorAll("[data-obstacle], .mantine-Notifications-notification");
  return [...found].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - from.x, y: y - from.y, width, height };
  });
}

function panelOf(state: CanvasState, embedded: boolean): Frame["panel"] {
  if (embedded || state.compared !== null) return "none";
  if (state.opened !== null) return "open";
  return state.readOnly ? "none" : "closed";
}

function areaOf(state: CanvasState, at: CanvasState["aim"]["at"] | undefined): Area | undefined {
  if (typeof at === "object") return notesOf(graphOf(state)).find(({ id }) => id === at.note);
  const node = typeof at === "number" ? graphOf(state).nodes.get(at) : undefined;
  return node && { x: node.x, y: node.y, ...cardOf(node, state.names).size };
}

import { useReducedMotion } from "@mantine/hooks";
import { notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { type ReactFlowInstance, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";
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
  const fitted = useRef<View>(undefined);
  useRefit(fitted, embedded);
  useEffect(() => {
    fitted.current = undefined;
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
        fitted.current = fitOf(state, flow, seen());
        return move(fitted.current);
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

/** Fits a drawing that is only looked at again when its frame changes, unless the user has moved the view since. */
function useRefit(fitted: RefObject<View | undefined>, embedded: boolean): void {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  useEffect(() => {
    const state = store.getState();
    const [last, now] = [fitted.current, flow.getViewport()];
    const isMoved = last === undefined || last.x !== now.x || last.y !== now.y || last.zoom !== now.zoom;
    if (!state.readOnly || isMoved || width === 0) return;
    const frame = { width, height, panel: panelOf(state, embedded), panelWidth: panelWidthOf("side") };
    fitted.current = fitOf(state, flow, frame);
    void flow.setViewport(fitted.current);
  }, [store, flow, fitted, embedded, width, height]);
}

/** The view of the whole section, or of its start. */
function fitOf(state: CanvasState, flow: Pick<ReactFlowInstance, "getNodes" | "getNodesBounds">, frame: Frame): View {
  const start = graphOf(state).sections.get(state.section);
  const bounds = flow.getNodesBounds(flow.getNodes());
  return viewOfSection(bounds, areaOf(state, start), frame, state.aim.at === "all");
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

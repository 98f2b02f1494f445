import { useReducedMotion } from "@mantine/hooks";
import { type ReactFlowInstance, useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { type CanvasState, graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { sizeOf } from "./cards.ts";

/** Below this a card cannot be read. */
const smallestReadable = 0.5;
/** How a workflow that is too large to be seen as a whole begins. */
const readingZoom = 0.8;
/** What the side panel takes from the right while a node is selected; kept free where there is room for both. */
const panelWidth = 380;
/** Free space around the drawing, for the panels at its edges. */
const edge = { top: 68, bottom: 60, side: 40 };

interface Room {
  /** Width that the side panel leaves. */
  width: number;
  height: number;
}

/** Moves the view where the store wants it: to all of a section, to its beginning, or to one node. */
export function useAim(): void {
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
      const hasPanel = !state.readOnly && width > 2 * panelWidth;
      const room: Room = { width: hasPanel ? width - panelWidth : width, height };
      if (typeof aim.at === "number") reveal(flow, state, aim.at, room, duration);
      // beside the side panel where it is readable, else under it too
      else begin(flow, state, aim.at === "all", [room, { width, height }], duration);
    });
    return () => cancelAnimationFrame(frame);
  }, [aim, flow, flowStore, store, isStill]);
}

/** Brings a node into view by the shortest way; one that is seen already stays where it is. */
function reveal(flow: ReactFlowInstance, state: CanvasState, id: number, room: Room, duration: number): void {
  const node = graphOf(state).nodes.get(id);
  if (node === undefined) return;
  const { width, height } = sizeOf(node);
  const view = flow.getViewport();
  if (view.zoom < smallestReadable) {
    const x = room.width / 2 - (node.x + width / 2) * readingZoom;
    const y = room.height / 2 - (node.y + height / 2) * readingZoom;
    void flow.setViewport({ x, y, zoom: readingZoom }, { duration });
    return;
  }
  const { zoom } = view;
  const dx = shift(node.x * zoom + view.x, width * zoom, edge.side, room.width - edge.side);
  const dy = shift(node.y * zoom + view.y, height * zoom, edge.top, room.height - edge.bottom);
  if (dx !== 0 || dy !== 0) void flow.setViewport({ x: view.x + dx, y: view.y + dy, zoom }, { duration });
}

/** How far something that begins at `at` must move to lie between two bounds. */
function shift(at: number, size: number, from: number, to: number): number {
  if (at < from) return from - at;
  return at + size > to ? Math.max(from - at, to - at - size) : 0;
}

/** All of a section, or its beginning at the top where all of it would be too small to read. */
function begin(
  flow: ReactFlowInstance,
  state: CanvasState,
  all: boolean,
  rooms: readonly Room[],
  duration: number,
): void {
  const bounds = flow.getNodesBounds(flow.getNodes());
  const fitIn = (room: Room) =>
    Math.min(
      (room.width - 2 * edge.side) / Math.max(1, bounds.width),
      (room.height - edge.top - edge.bottom) / Math.max(1, bounds.height),
      1,
    );
  const room = rooms.find((one) => fitIn(one) >= smallestReadable) ?? (all ? rooms.at(-1) : undefined);
  const start = graphOf(state).nodes.get(graphOf(state).sections.get(state.section) ?? Number.NaN);
  if (room !== undefined || start === undefined) {
    const { width } = room ?? (rooms[0] as Room);
    const zoom = Math.max(0.05, room === undefined ? readingZoom : fitIn(room));
    const x = width / 2 - (bounds.x + bounds.width / 2) * zoom;
    void flow.setViewport({ x, y: edge.top - bounds.y * zoom, zoom }, { duration });
    return;
  }
  const x = (rooms[0] as Room).width / 2 - (start.x + sizeOf(start).width / 2) * readingZoom;
  void flow.setViewport({ x, y: edge.top - start.y * readingZoom, zoom: readingZoom }, { duration });
}

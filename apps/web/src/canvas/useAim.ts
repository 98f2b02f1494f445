import { useReducedMotion } from "@mantine/hooks";
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect } from "react";
import { graphOf, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { sizeOf } from "./cards.ts";

/** Below this a card cannot be read. */
const smallestReadable = 0.55;
/** What the side panel takes from the right. */
const panelWidth = 380;

/** Moves the view where the store wants it: to all of a section, to its start, or to one node. */
export function useAim(): void {
  const store = useCanvasStore();
  const aim = useCanvas((state) => state.aim);
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const isStill = useReducedMotion();
  useEffect(() => {
    const duration = isStill || aim.nonce === 0 ? 0 : 160;
    const frame = requestAnimationFrame(() => {
      const { width, height } = flowStore.getState();
      const graph = graphOf(store.getState());
      const { section } = store.getState();
      if (typeof aim.at === "number") {
        const node = graph.nodes.get(aim.at);
        if (node === undefined) return;
        const zoom = Math.max(flow.getZoom(), smallestReadable);
        const size = sizeOf(node);
        const aside = width > 2 * panelWidth ? panelWidth / 2 / zoom : 0;
        void flow.setCenter(node.x + size.width / 2 + aside, node.y + size.height / 2, { zoom, duration });
        return;
      }
      const bounds = flow.getNodesBounds(flow.getNodes());
      const fits = Math.min(width / (bounds.width + 120), height / (bounds.height + 144));
      const start = graph.nodes.get(graph.sections.get(section) ?? Number.NaN);
      if (aim.at === "start" && fits < smallestReadable && start !== undefined) {
        const zoom = 0.8;
        const x = width / 2 - (start.x + sizeOf(start).width / 2) * zoom;
        void flow.setViewport({ x, y: 72 - start.y * zoom, zoom }, { duration });
      } else
        void flow.fitView({
          padding: { top: "72px", bottom: "72px", left: "40px", right: "40px" },
          maxZoom: 1,
          minZoom: 0.05,
          duration,
        });
    });
    return () => cancelAnimationFrame(frame);
  }, [aim, flow, flowStore, store, isStill]);
}

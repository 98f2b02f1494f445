import { type Connection, type FinalConnectionState, useReactFlow } from "@xyflow/react";
import { type ReactNode, useCallback, useState } from "react";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { usePreload } from "../../ui/page/usePreload.ts";
import { edit, graphOf, useCanvasStore } from "../canvasStore.ts";
import type { FlowEdge } from "../flow.ts";
import type { Gesture } from "./pathGesture.ts";

// loaded after the drawing, before anyone drags
let gestures: typeof import("./pathGesture.ts") | undefined;
const loadGestures = async () => {
  gestures = await import("./pathGesture.ts");
};
const soon = [loadGestures];
const PathQuestion = later(async () => (await import("./PathQuestion.tsx")).PathQuestion, { frame: overThePage });

/** Half the smallest card, so that a new card stands centred under the pointer. */
const halfCard = 100;

/**
 * Drags from the handle of a card: onto another card, or onto free ground for a new node. They draw a line, or choose or make the
 * path of a kind whose lines are not drawn (spec 2 §3.4). `question` asks what the drag leaves open.
 */
export function usePathGesture(): {
  isValidConnection: (line: Connection | FlowEdge) => boolean;
  onConnect: (line: Connection) => void;
  onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => void;
  question: ReactNode;
} {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const [gesture, setGesture] = useState<Gesture | null>(null);
  usePreload(soon);
  const settle = useCallback(
    (made: Gesture) => {
      const { source, target } = made;
      const graph = graphOf(store.getState());
      if (target === null) return setGesture(made);
      if (!gestures?.mayLead(graph, source, target)) return;
      const { offeredPaths, leadTo } = gestures;
      const paths = offeredPaths(graph, source);
      if (paths !== undefined && paths.length !== 1) setGesture(made);
      else edit(store, (before) => leadTo(before, source, paths?.[0], target));
    },
    [store],
  );
  return {
    isValidConnection: useCallback(
      (line) => gestures?.mayLead(graphOf(store.getState()), Number(line.source), Number(line.target)) ?? false,
      [store],
    ),
    onConnect: useCallback(
      ({ source, target }) => settle({ source: Number(source), target: Number(target), at: { x: 0, y: 0 } }),
      [settle],
    ),
    onConnectEnd: useCallback(
      (event, { isValid, fromNode, fromHandle }) => {
        if (isValid || fromNode === null || store.getState().readOnly) return;
        const pointer = "changedTouches" in event ? event.changedTouches[0] : event;
        if (pointer === undefined) return;
        const from = Number(fromNode.id);
        const card = cardUnder(pointer);
        const at = flow.screenToFlowPosition({ x: pointer.clientX, y: pointer.clientY });
        const isForward = fromHandle?.type !== "target";
        if (typeof card === "number") settle({ source: isForward ? from : card, target: isForward ? card : from, at });
        else if (card === "ground" && isForward && gestures?.mayContinue(graphOf(store.getState()), from))
          settle({ source: from, target: null, at: { x: at.x - halfCard, y: at.y } });
      },
      [store, flow, settle],
    ),
    question: gesture && <PathQuestion gesture={gesture} ask={setGesture} close={() => setGesture(null)} />,
  };
}

/** The card under the pointer, or the free ground of the canvas. */
function cardUnder({ clientX, clientY }: { clientX: number; clientY: number }): number | "ground" | undefined {
  const found = document.elementFromPoint(clientX, clientY);
  const card = found?.closest(".react-flow__node")?.getAttribute("data-id");
  if (card) return Number(card);
  return found?.closest(".react-flow__pane") || found?.closest(".react-flow__edges") ? "ground" : undefined;
}

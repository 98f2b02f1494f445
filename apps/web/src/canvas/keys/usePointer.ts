import { useReactFlow } from "@xyflow/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { Point } from "../layout.ts";

/** The position of the pointer on the canvas; undefined while it is elsewhere. */
export function usePointer(frame: RefObject<HTMLElement | null>): () => Point | undefined {
  const flow = useReactFlow();
  const last = useRef<Point | undefined>(undefined);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const move = ({ clientX, clientY }: PointerEvent) => {
      last.current = { x: clientX, y: clientY };
    };
    const leave = () => {
      last.current = undefined;
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerleave", leave);
    return () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerleave", leave);
    };
  }, [frame]);
  return useCallback(() => last.current && flow.screenToFlowPosition(last.current), [flow]);
}

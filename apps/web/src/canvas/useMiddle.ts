import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback } from "react";

/** The center of the visible canvas. */
export function useMiddle(): () => { x: number; y: number } {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  return useCallback(() => {
    const { domNode } = flowStore.getState();
    const box = domNode?.getBoundingClientRect();
    return flow.screenToFlowPosition({
      x: (box?.left ?? 0) + (box?.width ?? 0) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 0) / 2,
    });
  }, [flow, flowStore]);
}

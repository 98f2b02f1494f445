import { BaseEdge, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import type { FlowEdge } from "./flow.ts";
import { routed } from "./lines/routed.ts";

/** A line between two cards: straight on one axis, otherwise with right angles. Its label is next to it, on the target card. */
export const LineEdge = memo(function LineEdge({ markerEnd, data, ...ends }: EdgeProps<FlowEdge>) {
  const path = routed(ends, data?.isLowered ?? false) ?? getSmoothStepPath({ ...ends, borderRadius: 10 })[0];
  return <BaseEdge path={path} interactionWidth={24} {...(markerEnd !== undefined && { markerEnd })} />;
});

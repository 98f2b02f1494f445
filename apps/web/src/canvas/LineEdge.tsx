import { BaseEdge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import type { FlowEdge } from "./flow.ts";
import { spacing } from "./layout.ts";

/**
 * A line between two cards. Its label is on the target card, so labels cannot overlap. A line to a lower row of branches first
 * goes straight down past the rows above.
 */
export const LineEdge = memo(function LineEdge({
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  markerEnd,
  data,
}: EdgeProps<FlowEdge>) {
  const turnsAt = data?.isLowered ? Math.max(sourceY, targetY - spacing) : sourceY;
  const ends = { sourceX, sourceY: turnsAt, targetX, targetY, sourcePosition, targetPosition };
  const [curve] = getBezierPath({ ...ends, curvature: 0.35 });
  const path = turnsAt === sourceY ? curve : `M${sourceX},${sourceY} L${curve.slice(1)}`;
  return <BaseEdge path={path} interactionWidth={24} {...(markerEnd !== undefined && { markerEnd })} />;
});

import { BaseEdge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";

/** A line between two cards. Its words stand on the card that it leads to, where they never lie on each other. */
export const LineEdge = memo(function LineEdge({
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  markerEnd,
}: EdgeProps) {
  const [path] = getBezierPath({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, curvature: 0.35 });
  return <BaseEdge path={path} interactionWidth={24} {...(markerEnd !== undefined && { markerEnd })} />;
});

import { BaseEdge, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import { formatCount } from "../ui/text/formatFigure.ts";
import { type ComparedMarks, useCanvas } from "./canvasStore.ts";
import { type FlowEdge, removedPrefix } from "./flow.ts";
import { routed } from "./lines/routed.ts";

/** Width of a digit of a count, in pixels. */
const digitWidth = 7;

/**
 * A line between two cards: straight on one axis, otherwise with right angles. Its label is next to it, on the target card.
 * While a dry run is shown, the line says how many contacts take it.
 */
export const LineEdge = memo(function LineEdge({ markerEnd, data, ...ends }: EdgeProps<FlowEdge>) {
  const count = useCanvas((state) => state.lineCounts?.get(`${ends.source}>${ends.target}`));
  const sign = useCanvas(({ compared }) =>
    compared === null ? undefined : signOf(compared, ends.id, `${ends.source}>${ends.target}`),
  );
  const [stepped] = getSmoothStepPath({ ...ends, borderRadius: 10 });
  return (
    <BaseEdge
      path={routed(ends, data?.isLowered ?? false) ?? stepped}
      interactionWidth={24}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(sign !== undefined && {
        label: sign,
        labelX: ends.targetX - 12,
        labelY: ends.targetY - 14,
        labelShowBg: false,
        labelStyle: { fill: "var(--mantine-color-text)", fontSize: 14, fontWeight: 700 },
      })}
      {...(count !== undefined && {
        label: formatCount(count),
        // to the left of the line: the label of the path is on its right
        labelX: ends.targetX - 8 - digitWidth * (formatCount(count).length / 2),
        labelY: ends.targetY - 14,
        labelShowBg: false,
        labelStyle: { fill: "var(--mantine-color-text)", fontSize: 12, fontVariantNumeric: "tabular-nums" },
      })}
    />
  );
});

/** A sign next to the line, because color alone does not show which version has it. */
function signOf({ added }: ComparedMarks, id: string, ends: string): string | undefined {
  if (id.startsWith(removedPrefix)) return "−";
  return added.has(ends) ? "+" : undefined;
}

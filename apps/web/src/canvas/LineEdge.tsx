import { BaseEdge, type EdgeProps, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import { type ComparedMarks, useCanvas } from "./canvasStore.ts";
import { type FlowEdge, removedPrefix } from "./flow.ts";
import { routed } from "./lines/routed.ts";

/** Width of a character of a label, in pixels. */
const characterWidth = 7;

/**
 * A line between two cards: straight on one axis, otherwise with right angles. Its label is next to it, on the target card.
 * While a run or a dry run is shown, the line says which share of the contacts took it, or how many take it.
 */
export const LineEdge = memo(function LineEdge({ markerEnd, data, ...ends }: EdgeProps<FlowEdge>) {
  const label = useCanvas((state) => state.lineLabels?.get(`${ends.source}>${ends.target}`));
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
      {...(label !== undefined && {
        label,
        // to the left of the line: the label of the path is on its right
        labelX: ends.targetX - 8 - characterWidth * (label.length / 2),
        // between cards that are close to each other, in the middle
        labelY: Math.max(ends.targetY - 14, (ends.sourceY + ends.targetY) / 2),
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

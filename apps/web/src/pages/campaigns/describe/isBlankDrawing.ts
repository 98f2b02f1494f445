import { type Graph, isFixed } from "@trunkline/workflow/outbound/graph.ts";

/** Whether a drawing has only the nodes that every workflow of its kind has. */
export const isBlankDrawing = ({ nodes }: Graph): boolean => [...nodes.values()].every(isFixed);

import { drawInbound, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";

/** The drawing as the text of a draft. */
export const keepInbound = (graph: Graph): string => JSON.stringify(writeInbound(inboundOf(graph)));

/** The drawing of a draft. Undefined if it cannot be read. */
export function restoreInbound(text: string, current: Graph): Graph | undefined {
  try {
    return drawInbound(readInbound(text), current);
  } catch {
    return undefined;
  }
}

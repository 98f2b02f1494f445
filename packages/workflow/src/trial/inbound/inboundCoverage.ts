import { categoryOf, type InboundGraph, pathTo, withFollowers } from "../../inbound/graph.ts";
import type { InboundMoment } from "./inboundTrial.ts";

/** The nodes on the paths that calls and texts of a try have taken. */
export function takenNodes(graph: InboundGraph, moments: readonly InboundMoment[]): Set<string> {
  const taken = new Set<string>();
  for (const { arrival } of moments) {
    const { node } = arrival.answer;
    if (node !== null) for (const { id } of pathTo(graph, node)) taken.add(id);
  }
  return taken;
}

/** The destinations at or below a node, by their ids. Each is the end of one path. */
export const endsBelow = (graph: InboundGraph, id: string): string[] =>
  withFollowers(graph, id)
    .filter((node) => categoryOf(node) === "destination")
    .map((node) => node.id);

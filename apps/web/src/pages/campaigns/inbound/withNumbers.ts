import type { RouteTag } from "@trunkline/contract/routing/inboundRoute.ts";
import { drawnNode } from "@trunkline/workflow/inbound/drawing.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";

/** The drawing with the numbers and number sets that the route has. */
export const withNumbers = (graph: Graph, { numbers, numberRouteTags }: RouteTag): Graph =>
  withStart(graph, {
    selectedNumber: numbers,
    selectedNumberSet: numberRouteTags.map(({ numberSetId }) => numberSetId),
  });

/** The drawing with the numbers of another drawing. */
export function withNumbersOf(graph: Graph, other: Graph): Graph {
  const { selectedNumber = [], selectedNumberSet = [] } = (drawnNode(other, "start")?.draft ?? {}) as Partial<Numbers>;
  return withStart(graph, { selectedNumber, selectedNumberSet });
}

interface Numbers {
  selectedNumber: string[];
  selectedNumberSet: string[];
}

function withStart(graph: Graph, numbers: Numbers): Graph {
  const start = drawnNode(graph, "start");
  if (start === undefined) return graph;
  return { ...graph, nodes: new Map(graph.nodes).set(start.id, { ...start, draft: { ...start.draft, ...numbers } }) };
}

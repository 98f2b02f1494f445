import type { DesignContext } from "../nodeKind.ts";
import { edges, fullNameOf, type Graph, type GraphNode, isStart, orphans, reaches } from "../outbound/graph.ts";
import { nodeIssues, validateGraph } from "../outbound/validateGraph.ts";

/** Why a merged workflow cannot be saved as it is, in sentences. Empty if it can. */
export function mergeProblems(graph: Graph, context: DesignContext): string[] {
  const nodes = [...graph.nodes.values()];
  const alone = new Set(orphans(graph));
  const named = (node: GraphNode, message: string) => `${fullNameOf(node)}: ${message}`;
  const structural = nodes.flatMap((node) => [
    ...(alone.has(node.id) && !isStart(node) ? [named(node, "No path leads to this node.")] : []),
    ...(isInLoop(graph, node) ? [named(node, "Its path leads back to itself.")] : []),
  ]);
  if (structural.length > 0) return structural;
  if (graph.language === undefined) return validateGraph(graph, context).map(({ message }) => message);
  return nodes.flatMap((node) => nodeIssues(graph, node, context).map(({ message }) => named(node, message)));
}

const isInLoop = (graph: Graph, node: GraphNode): boolean =>
  edges(graph).some(({ source, target }) => source === node.id && reaches(graph, target, node.id));

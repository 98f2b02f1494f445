import { drawInbound } from "../inbound/drawing.ts";
import { readInbound } from "../inbound/readInbound.ts";
import { type Graph, maxNodes, withNode } from "../outbound/graph.ts";
import { readGraph } from "../outbound/readGraph.ts";
import type { DraftedType } from "./draftAnswer.ts";
import type { DraftRequest } from "./draftQuestion.ts";

/** The drawing of a saved workflow with texts that are not saved as templates yet, by node id; or why it cannot be read. */
export function drawnWith(
  workflow: string | null,
  { type, texts }: { type: DraftedType; texts: ReadonlyMap<string, string> },
): { ok: true; graph: Graph } | { ok: false; problem: string } {
  let graph: Graph;
  try {
    graph = type === "inbound" ? drawInbound(readInbound(workflow)) : readGraph(workflow, {});
  } catch (problem) {
    return { ok: false, problem: `The workflow cannot be read: ${(problem as Error).message}` };
  }
  if (graph.nodes.size > maxNodes) return { ok: false, problem: `The workflow has more than ${maxNodes} nodes` };
  for (const [id, templateText] of texts) {
    const node = graph.nodes.get(Number(id));
    if (node?.kind !== "smsSend") return { ok: false, problem: `Node ${id} sends no text` };
    graph = withNode(graph, { ...node, draft: { ...node.draft, templateSource: "new", templateText } });
  }
  return { ok: true, graph };
}

/** What the user wrote and the workflow has. Only addresses in it may be used. */
export const knownIn = ({
  words = "",
  earlier = [],
  outline,
}: Partial<DraftRequest> & Pick<DraftRequest, "outline">): string =>
  [words, ...earlier, JSON.stringify(outline)].join("\n");

import { isReply } from "../parts/variables.ts";
import type { NodeId } from "../savedNode.ts";
import { type Graph, kindOfNode, withNode } from "./graph.ts";
import { nodesBefore } from "./nodesBefore.ts";

/** The form of a node that has just been attached, with the replies before it where its kind uses one (spec 2 §2.1). */
export function withReplies(graph: Graph, id: NodeId): Graph {
  const node = graph.nodes.get(id);
  const prefill = node && kindOfNode(node).prefill;
  if (node === undefined || prefill === undefined) return graph;
  const [reply] = nodesBefore(graph, id)
    .flatMap((before) => kindOfNode(before).gives?.(before.id, before.draft) ?? [])
    .filter(isReply);
  const draft: object = reply === undefined ? node.draft : prefill(node.draft, reply);
  return draft === node.draft ? graph : withNode(graph, { ...node, draft });
}

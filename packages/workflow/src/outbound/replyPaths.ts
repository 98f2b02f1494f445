import { describePath, type PathDraft } from "../parts/conditionalPaths.ts";
import type { NodeId } from "../savedNode.ts";
import { callOf, type Graph } from "./graph.ts";

/** An Event node and what contacts can answer there. */
export interface ReplyPlace {
  node: NodeId;
  /** Its name, or its kind and number. */
  title: string;
  /** `path`: its place among the conditional paths, from 0; null: a reply that matches none. */
  answers: readonly { path: number | null; words: string }[];
}

/** The nodes of a drawing that wait for replies, in the order of their ids. */
export const replyPlacesOf = (graph: Graph): ReplyPlace[] =>
  [...graph.nodes.values()]
    .filter(({ kind }) => kind === "event")
    .sort((a, b) => a.id - b.id)
    .map((node) => {
      const { conditionalPaths } = node.draft as { conditionalPaths: readonly PathDraft[] };
      const answers = conditionalPaths.map((path, index) => ({ path: index, words: describePath(path) }));
      return {
        node: node.id,
        title: callOf(node),
        answers: [...answers, { path: null, words: "another reply" }],
      };
    });

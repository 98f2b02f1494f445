import type { Exit } from "../nodeKind.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";

/** The draft part of a node with one exit: its target. */
export interface OneExit {
  next: NodeId | null;
}

/** `exits` and `retarget` of a node with one plain exit. */
export const oneExit = {
  exits: (draft: OneExit): Exit[] => [{ name: "", target: draft.next }],
  retarget: <Draft extends OneExit>(draft: Draft, [next = null]: (NodeId | null)[]): Draft => ({ ...draft, next }),
};

/** The next node of a node with one plain exit. */
export const nextOf = (node: SavedNode): NodeId | null => node.children[0] ?? null;

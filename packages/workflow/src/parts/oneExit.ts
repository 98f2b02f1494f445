import type { Exit, NodeId, SavedNode } from "../nodeKind.ts";

/** The part of a draft that a hand-drawn line changes: where a node with one way out leads. */
export interface OneExit {
  next: NodeId | null;
}

/** `exits` and `retarget` of a node with one plain way out. */
export const oneExit = {
  exits: (draft: OneExit): Exit[] => [{ name: "", target: draft.next }],
  retarget: <Draft extends OneExit>(draft: Draft, [next = null]: (NodeId | null)[]): Draft => ({ ...draft, next }),
};

/** Where a node with one plain way out leads when it runs. */
export const nextOf = (node: SavedNode): NodeId | null => node.children[0] ?? null;

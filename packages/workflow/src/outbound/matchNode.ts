import type { NodeId, SavedNode } from "../savedNode.ts";
import { readName } from "./nodeName.ts";

/** How a node differs from that of a newer version. */
export type NodeChange = "gone" | "changed" | "same";

/**
 * The node of a newer version that is most likely the same: with the same number and kind, else the only one with the
 * same name and kind. A number can be given again to a new node, so a name that only one node of the kind has goes first.
 */
export function matchNode(node: SavedNode, newer: readonly SavedNode[]): NodeId | null {
  const ofKind = newer.filter(({ type }) => type === node.type);
  const sameId = ofKind.find(({ id }) => id === node.id);
  const name = readName(node.name);
  if (name === undefined || (sameId !== undefined && readName(sameId.name) === name)) return sameId?.id ?? null;
  const named = ofKind.filter((one) => readName(one.name) === name);
  return named.length === 1 ? (named[0]?.id ?? null) : (sameId?.id ?? null);
}

/** How a node differs from the one that it is matched with. Its place and its section do not count. */
export function changeOf(node: SavedNode, newer: SavedNode | undefined): NodeChange {
  if (newer === undefined) return "gone";
  return withoutPlace(node) === withoutPlace(newer) ? "same" : "changed";
}

function withoutPlace({ x: _x, y: _y, inSection: _section, ...rest }: SavedNode): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

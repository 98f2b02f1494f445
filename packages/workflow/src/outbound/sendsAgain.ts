import { ownValue } from "../parts/ownValue.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import { matchNode } from "./matchNode.ts";

/** Kinds that send something to the contact. */
const sending: ReadonlySet<string> = new Set([
  "smsSend",
  "rcsSend",
  "email",
  "call",
  "callAndRecord",
  "callXml",
  "aiAssist",
]);

/** Fields that name what is sent. */
const contents = ["smsTemplateId", "templateId", "rcsTemplateKey"] as const;

/** Whether a node sends something to the contact. */
const sends = ({ type }: SavedNode): boolean => sending.has(type);

/** For each sending node of a version the nodes of a newer one that send the same: the matched node, and those with the same template. */
export function sameSends(nodes: readonly SavedNode[], newer: readonly SavedNode[]): Map<NodeId, NodeId[]> {
  return new Map(
    nodes.filter(sends).map((node) => {
      const match = matchNode(node, newer);
      const same = newer.filter((one) => one.id === match || hasSameContent(node, one));
      return [node.id, same.map(({ id }) => id)];
    }),
  );
}

function hasSameContent(node: SavedNode, other: SavedNode): boolean {
  if (node.type !== other.type) return false;
  return contents.some((field) => {
    const content = ownValue(node as unknown as Record<string, unknown>, field);
    return (
      typeof content === "string" &&
      content !== "" &&
      content === ownValue(other as unknown as Record<string, unknown>, field)
    );
  });
}

/** The nodes that a contact at a node can still come to, with the node itself. Section nodes lead to every section. */
export function reachableFrom(
  from: NodeId,
  nodes: ReadonlyMap<NodeId, SavedNode>,
  sections: Readonly<Record<string, NodeId>>,
): Set<NodeId> {
  const reached = new Set<NodeId>();
  const next = [from];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const node = nodes.get(id);
    if (node === undefined || reached.has(id)) continue;
    reached.add(id);
    next.push(...node.children, ...(node.type === "section" ? Object.values(sections) : []));
  }
  return reached;
}

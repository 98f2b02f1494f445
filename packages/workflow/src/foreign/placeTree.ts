import type { NodeId, SavedNode } from "../savedNode.ts";

const columnWidth = 360;
const rowHeight = 160;
const top = { x: 250, y: 25 };

/** Positions of the nodes below a root, each parent in the middle of its children, without recursion for long chains. */
export function placeTree(root: NodeId, nodes: ReadonlyMap<NodeId, SavedNode>): void {
  const order: { id: NodeId; row: number }[] = [{ id: root, row: 0 }];
  for (const { id, row } of order)
    for (const child of nodes.get(id)?.children ?? []) order.push({ id: child, row: row + 1 });
  const widths = new Map<NodeId, number>();
  for (const { id } of [...order].reverse()) {
    const children = nodes.get(id)?.children ?? [];
    widths.set(
      id,
      Math.max(
        1,
        children.reduce((sum, child) => sum + (widths.get(child) ?? 1), 0),
      ),
    );
  }
  const left = new Map<NodeId, number>([[root, -(widths.get(root) ?? 1) / 2]]);
  for (const { id, row } of order) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    let from = left.get(id) ?? 0;
    node.x = Math.round(top.x + (from + ((widths.get(id) ?? 1) - 1) / 2 + 0.5) * columnWidth);
    node.y = top.y + row * rowHeight;
    for (const child of node.children) {
      left.set(child, from);
      from += widths.get(child) ?? 1;
    }
  }
}

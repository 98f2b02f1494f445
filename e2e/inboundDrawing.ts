import { emptyInbound, newInboundNode } from "@trunkline/workflow/inbound/graph.ts";
import type { InboundKindName } from "@trunkline/workflow/inbound/kinds.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";

/** A node to be drawn: its id is its kind and a number, counted by kind; without `under` it hangs on nothing. */
export interface Drawn {
  kind: InboundKindName;
  form?: object;
  under?: string;
}

/** A drawing of these nodes under their channels. */
export function drawingOf(nodes: readonly Drawn[]): object {
  const graph = emptyInbound();
  const counts = new Map<string, number>();
  const added = nodes.map(({ kind, form: values, under }, index) => {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const id = `${kind}-${number}`;
    const node = newInboundNode(id, kind, (index % 5) * 240, 330 + Math.floor(index / 5) * 150);
    return { node: { ...node, form: { ...node.form, ...values } }, under };
  });
  return writeInbound({
    ...graph,
    nodes: new Map([...graph.nodes, ...added.map(({ node }) => [node.id, node] as const)]),
    edges: [
      ...graph.edges,
      ...added.flatMap(({ node: { id: target }, under: source }) =>
        source === undefined ? [] : [{ id: `${source}-${target}`, source, target, carried: {} }],
      ),
    ],
  });
}

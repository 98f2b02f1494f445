import type { Copied } from "@trunkline/workflow/outbound/clipboard.ts";
import { changeDraft, connect } from "@trunkline/workflow/outbound/commands.ts";
import { exitsOf, type Graph, incoming, kindOfNode, targetsOf } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { sizeOf } from "../cards.ts";
import { type Point, spacing } from "../layout.ts";

/** The shift of copied nodes to the place below a node with a free exit; undefined if they cannot be attached there. */
export function placeAfter(graph: Graph, after: NodeId, copied: Copied): Point | undefined {
  const source = graph.nodes.get(after);
  const [root, ...others] = rootsOf(copied);
  if (source === undefined || root === undefined || others.length > 0 || freeExit(graph, after) === -1)
    return undefined;
  const middle = source.x + sizeOf(source).width / 2;
  return {
    x: Math.round(middle - sizeOf(root).width / 2 - root.x),
    y: source.y + sizeOf(source).height + spacing - root.y,
  };
}

/** The graph with the first of the pasted nodes as target of a node's free exit, if the rules allow it. */
export function attached(graph: Graph, after: NodeId, ids: readonly NodeId[]): Graph {
  const source = graph.nodes.get(after);
  const root = ids.find((id) => graph.nodes.has(id) && incoming(graph, id).length === 0);
  const free = freeExit(graph, after);
  if (source === undefined || root === undefined || free === -1) return graph;
  const kind = kindOfNode(source);
  if (!kind.selectorsOnly) return connect(graph, after, root);
  const targets = exitsOf(source).map(({ target }, index) => (index === free ? root : target));
  return changeDraft(graph, after, kind.retarget(source.draft, targets));
}

function freeExit(graph: Graph, id: NodeId): number {
  const node = graph.nodes.get(id);
  if (node === undefined || kindOfNode(node).source === false) return -1;
  return exitsOf(node).findIndex(({ target }) => target === null);
}

/** The copied nodes that no other copied node leads to. */
function rootsOf(copied: Copied): Copied {
  const targets = new Set(copied.flatMap(targetsOf));
  return copied.filter(({ id }) => !targets.has(id));
}

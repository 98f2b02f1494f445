import { exitsOf, type Graph, type GraphNode, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";

export interface Line {
  node: GraphNode;
  /** Branch depth. Nodes of a straight path have the same depth. */
  depth: number;
  /** The label of the incoming branch, "" for a plain line. */
  branch: string;
  parent: NodeId | null;
}

const known = new WeakMap<ReadonlyMap<NodeId, GraphNode>, Map<string, readonly Line[]>>();

/** The nodes of a section in reading order: from the start, branch by branch, then unattached nodes. */
export function readingOrder(graph: Graph, section: string): readonly Line[] {
  let sections = known.get(graph.nodes);
  if (sections === undefined) {
    sections = new Map();
    known.set(graph.nodes, sections);
  }
  let lines = sections.get(section);
  if (lines === undefined) {
    lines = read(graph, section);
    sections.set(section, lines);
  }
  return lines;
}

function read(graph: Graph, section: string): Line[] {
  const lines: Line[] = [];
  const seen = new Set<NodeId>();
  const walk = (first: Line) => {
    // an explicit stack, because paths can have thousands of nodes
    const open = [first];
    for (let line = open.pop(); line !== undefined; line = open.pop()) {
      if (seen.has(line.node.id)) continue;
      seen.add(line.node.id);
      lines.push(line);
      open.push(...childLines(graph, section, line).reverse());
    }
  };
  const start = graph.nodes.get(graph.sections.get(section) ?? Number.NaN);
  if (start !== undefined) walk({ node: start, depth: 0, branch: "", parent: null });
  const rest = nodesIn(graph, section).sort((a, b) => a.y - b.y || a.x - b.x);
  const isTarget = new Set(rest.flatMap((node) => exitsOf(node).map(({ target }) => target)));
  const heads = [...rest.filter(({ id }) => !isTarget.has(id)), ...rest];
  for (const node of heads) walk({ node, depth: 0, branch: "", parent: null });
  return lines;
}

function childLines(graph: Graph, section: string, { node, depth }: Line): Line[] {
  const exits = exitsOf(node);
  return exits.flatMap(({ name, target }) => {
    const child = target === null ? undefined : graph.nodes.get(target);
    if (child === undefined || child.section !== section) return [];
    return [{ node: child, depth: depth + (exits.length > 1 ? 1 : 0), branch: name, parent: node.id }];
  });
}

/** The node that an arrow key selects: up and down in reading order, left and right among branches. */
export function neighbour(
  graph: Graph,
  section: string,
  from: NodeId,
  key: "down" | "up" | "left" | "right",
): NodeId | undefined {
  const lines = readingOrder(graph, section);
  const index = lines.findIndex(({ node }) => node.id === from);
  if (index === -1) return lines[0]?.node.id;
  if (key === "down") return lines[index + 1]?.node.id;
  if (key === "up") return lines[index - 1]?.node.id;
  const siblings = lines.filter(({ parent }) => parent !== null && parent === lines[index]?.parent);
  const at = siblings.findIndex(({ node }) => node.id === from);
  return siblings[key === "right" ? at + 1 : at - 1]?.node.id;
}

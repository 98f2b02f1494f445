import type { Graph, GraphNode } from "./graph.ts";
import { type KindName, kinds } from "./kinds/index.ts";

/** The editor's graph as text, with what a save would refuse or leave out, such as the text of a new template. */
export const keepGraph = ({ nodes, sections, carried, notes }: Graph): string =>
  JSON.stringify({ nodes: [...nodes.values()], sections: [...sections], carried, notes });

/** A graph from `keepGraph`; undefined if it is from a version of the editor that kept it differently. */
export function restoreGraph(text: string): Graph | undefined {
  try {
    const { nodes, sections, carried, notes } = JSON.parse(text) as {
      nodes: GraphNode[];
      sections: [string, number][];
      carried: Graph["carried"];
      notes?: NonNullable<Graph["notes"]>;
    };
    if (!nodes.every(({ kind }) => kind === "unknown" || Object.hasOwn(kinds, kind))) return undefined;
    const restored = nodes.map((node): [number, GraphNode] => [
      node.id,
      // a field that is newer than the kept text has its default
      node.kind === "unknown" ? node : { ...node, draft: { ...kinds[node.kind as KindName].defaults, ...node.draft } },
    ]);
    return { nodes: new Map(restored), sections: new Map(sections), carried, ...(notes && { notes }) };
  } catch {
    return undefined;
  }
}

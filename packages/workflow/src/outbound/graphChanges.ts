import { fullNameOf, type Graph, type GraphNode } from "./graph.ts";
import { notesOf } from "./notes.ts";

/** The nodes that two graphs of one workflow differ in, by what they are called. Nodes that were only moved are left out. */
export interface GraphChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Compares two graphs of an outbound or inbound workflow node by node. A node whose kind changed counts as removed and added. */
export function graphChanges(before: Graph, after: Graph): GraphChanges {
  const was = new Map([...before.nodes.values()].map((node) => [keyOf(node), node]));
  const changes: GraphChanges = { added: [], changed: [], removed: [] };
  for (const node of after.nodes.values()) {
    const old = was.get(keyOf(node));
    was.delete(keyOf(node));
    if (old === undefined) changes.added.push(fullNameOf(node));
    else if (contentOf(old) !== contentOf(node)) changes.changed.push(fullNameOf(node));
  }
  changes.removed.push(...[...was.values()].map(fullNameOf));
  const notes = (graph: Graph) => sorted(notesOf(graph).map(({ id, text, color }) => ({ id, text, color })));
  if (notes(before) !== notes(after)) changes.changed.push("Sticky notes");
  return changes;
}

const keyOf = ({ id, type, foreign }: GraphNode): string => `${foreign?.wireId ?? id} ${type}`;

/** What a node does, as text. */
const contentOf = ({ name, draft, section, carried }: GraphNode): string => sorted({ name, draft, section, carried });

/** JSON whose keys are sorted, because forms and saved nodes have theirs in different orders. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

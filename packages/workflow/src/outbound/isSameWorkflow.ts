import type { Graph, GraphNode } from "./graph.ts";
import { notesOf } from "./notes.ts";

/** Whether two graphs of one outbound or inbound workflow do the same and say the same in notes, wherever it is drawn. */
export function isSameWorkflow(before: Graph, after: Graph): boolean {
  const was = new Map([...before.nodes.values()].map((node) => [keyOf(node), contentOf(node)]));
  const notes = (graph: Graph) => sorted(notesOf(graph).map(({ id, text, color }) => ({ id, text, color })));
  return (
    was.size === after.nodes.size &&
    [...after.nodes.values()].every((node) => was.get(keyOf(node)) === contentOf(node)) &&
    notes(before) === notes(after)
  );
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

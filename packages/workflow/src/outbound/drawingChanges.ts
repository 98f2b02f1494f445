import { kindOf } from "./kinds/index.ts";
import { readName } from "./nodeName.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";

/** What a save changed in a graph: node names by kind of change, without nodes that were only moved. Empty lists are left out. */
export interface DrawingChanges {
  added?: string[];
  changed?: string[];
  removed?: string[];
}

/** Most names listed. */
const mostNamed = 10;

type Saved = SavedWorkflow["nodes"][number];

const named = (node: Saved): string => {
  const name = readName(node.name);
  const kindAndNumber = `${kindOf(node).label} ${node.id}`;
  return name === undefined ? kindAndNumber : `${name} (${kindAndNumber})`;
};

/** A node without its position, as text. Both sides come from the same writer, so equal nodes are equal texts. */
const withoutPlace = ({ x: _x, y: _y, ...rest }: Saved): string => JSON.stringify(rest);

/** Compares two saved graphs node by node. A node whose type changed counts as removed and added. */
export function drawingChanges(
  before: Pick<SavedWorkflow, "nodes">,
  after: Pick<SavedWorkflow, "nodes">,
): DrawingChanges {
  const was = new Map(before.nodes.map((node) => [`${node.type} ${node.id}`, node]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const node of after.nodes) {
    const key = `${node.type} ${node.id}`;
    const old = was.get(key);
    was.delete(key);
    if (old === undefined) added.push(named(node));
    else if (withoutPlace(old) !== withoutPlace(node)) changed.push(named(node));
  }
  const removed = [...was.values()].map(named);
  return Object.fromEntries(
    Object.entries({ added, changed, removed })
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => [what, cut(names)]),
  );
}

const cut = (names: readonly string[]): string[] =>
  names.length > mostNamed ? [...names.slice(0, mostNamed), `and ${names.length - mostNamed} more`] : [...names];

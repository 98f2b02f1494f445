import { kindOf } from "./kinds/index.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";

/** What a save made of a drawing: its nodes by name, those that were only moved left out; what there is none of is left out too. */
export interface DrawingChanges {
  added?: string[];
  changed?: string[];
  removed?: string[];
}

/** More names than these tell nobody more. */
const mostNamed = 10;

type Saved = SavedWorkflow["nodes"][number];

const named = (node: Saved): string => {
  const { label } = kindOf(node);
  return `${label} ${node.id}`;
};

/** Everything of a node but where it stands; both sides were written by the same writer, so that equal ones are equal texts. */
const withoutPlace = ({ x: _x, y: _y, ...rest }: Saved): string => JSON.stringify(rest);

/** Compares two saved drawings node by node; one whose type is another is removed and added. */
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

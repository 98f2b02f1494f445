import { ownValue } from "../parts/ownValue.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes } from "./commands.ts";
import { edges, type Graph, isFixed, kindOfNode, renameNode } from "./graph.ts";
import { type KindName, kinds } from "./kinds/index.ts";
import { addNotes, changeNote, notesOf } from "./notes.ts";
import { words } from "./randomWorkflow.ts";

/** Picks an item. */
type Pick = <Item>(items: readonly Item[]) => Item | undefined;

/** Inputs that accept any text, number or switch. */
const typed = ["text", "textarea", "number", "switch", "variable", "url"];
const placeable = (Object.keys(kinds) as KindName[]).filter(
  (kind) => kind !== "section" && kind !== "start" && kind !== "sectionStart",
);

const isTyped = (value: unknown): boolean => value !== null && typeof value !== "object";

const edits: ((graph: Graph, pick: Pick, only: ReadonlySet<number>) => Graph)[] = [
  (graph, pick, only) => renameNode(graph, pick(idsOf(graph, only)) ?? 0, pick(words) ?? ""),
  (graph, pick, only) => {
    const id = pick(idsOf(graph, only)) ?? 0;
    return moveNodes(graph, new Map([[id, { x: pick([10, 20, 30]) ?? 0, y: pick([1, 2]) ?? 0 }]]));
  },
  (graph, pick, only) => deleteNodes(graph, [pick(idsOf(graph, only)) ?? 0]),
  (graph, pick, only) => {
    const edge = pick(edges(graph).filter(({ source, target }) => only.has(source) && only.has(target)));
    const added = { kind: pick(placeable) ?? "dnc", x: 5, y: 5, section: "main" };
    return (edge && insertOnEdge(graph, edge, added)?.graph) ?? graph;
  },
  (graph, pick, only) => {
    const added = addNode(graph, { kind: pick(placeable) ?? "dnc", x: 7, y: 7, section: "main" });
    return connect(added.graph, pick(idsOf(graph, only)) ?? 0, added.id);
  },
  // a field with another text, number or switch
  (graph, pick, only) => {
    const node = graph.nodes.get(pick(idsOf(graph, only)) ?? 0);
    const form = (node === undefined ? [] : kindOfNode(node).fields) as readonly { name: string; input: string }[];
    const draft = (node?.draft ?? {}) as Readonly<Record<string, unknown>>;
    const fields = form
      .filter(({ name, input }) => typed.includes(input) && isTyped(ownValue(draft, name)))
      .map(({ name }) => [name, ownValue(draft, name)] as const);
    const [key, value] = pick(fields) ?? ["", ""];
    if (node === undefined || key === "") return graph;
    const next =
      typeof value === "number"
        ? value + (pick([1, 2]) ?? 1)
        : typeof value === "boolean"
          ? !value
          : `${value}${pick(words)}`;
    return changeDraft(graph, node.id, { ...node.draft, [key]: next });
  },
  (graph, pick) => {
    const [note] = notesOf(graph);
    const text = pick(words) ?? "";
    if (note !== undefined) return changeNote(graph, note.id, { text });
    return addNotes(graph, [{ text, x: 1, y: 1, width: 100, height: 100, color: "blue", section: "main" }]).graph;
  },
];

const idsOf = (graph: Graph, only: ReadonlySet<number>): number[] =>
  [...graph.nodes.values()].filter((node) => only.has(node.id) && !isFixed(node)).map(({ id }) => id);

/** A user's random changes to some nodes of a workflow, for property tests. `tag` names what is added, and leaves out notes, which belong to no node. */
export function editedAtRandom(
  graph: Graph,
  roll: (limit: number) => number,
  { only, count, tag }: { only: ReadonlySet<number>; count: number; tag?: string },
): Graph {
  const pick: Pick = (items) => items[roll(Math.max(1, items.length))];
  const some = tag === undefined ? edits : edits.slice(0, -1);
  // the id of a deleted node may be given to a new one
  let left = only;
  let edited = graph;
  for (let step = 0; step < count; step++) {
    const before = edited;
    edited = pick(some)?.(before, pick, left) ?? before;
    left = new Set([...left].filter((id) => edited.nodes.has(id)));
    for (const id of edited.nodes.keys())
      if (tag !== undefined && !before.nodes.has(id)) edited = renameNode(edited, id, `${tag}${step}`);
  }
  return edited;
}

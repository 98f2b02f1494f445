import type { Field } from "../nodeKind.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { NodeId } from "../savedNode.ts";
import { changeDraft } from "./commands.ts";
import { whyNotTarget } from "./connections.ts";
import { type DrawnKind, exitsOf, type Graph, type GraphNode, incoming, kindOfNode } from "./graph.ts";

/** A path selector of a node: where its form keeps it, and which exit it makes. */
export interface PathPlace {
  /** `conditionalPaths.0.targetNode` */
  place: string;
  /** Index of the exit. */
  index: number;
  /** The exit in words: "reply contains yes". */
  name: string;
  target: NodeId | null;
}

type Draft = Readonly<Record<string, unknown>>;

/** No node has this id. */
const probe = Number.MIN_SAFE_INTEGER;

/** The path selectors of a node, in the order of its form. They come from the fields of its kind alone. */
export function pathPlaces(node: GraphNode): PathPlace[] {
  const kind = kindOfNode(node);
  const exits = exitsOf(node);
  return placesIn(kind.fields as readonly Field<never>[], node.draft as Draft, "").flatMap((place) => {
    const index = kind.exits(withTarget(node.draft, place, probe)).findIndex(({ target }) => target === probe);
    const exit = exits[index];
    return exit === undefined ? [] : [{ place, index, name: exit.name, target: exit.target }];
  });
}

function placesIn(fields: readonly Field<never>[], draft: Draft, prefix: string): string[] {
  return fields.flatMap((field) => {
    if (field.show && !field.show(draft as never)) return [];
    const name: string = field.name;
    if (field.input === "path") return [prefix + name];
    if (field.input !== "rows") return [];
    const rows = ownValue(draft, name);
    return (Array.isArray(rows) ? (rows as Draft[]) : []).flatMap((row, index) =>
      placesIn(field.fields, row, `${prefix}${name}.${index}.`),
    );
  });
}

/** The draft with one path selector changed. */
function withTarget(draft: object, place: string, target: NodeId): object {
  const [name = "", ...rest] = place.split(".");
  const inner = rest.join(".");
  if (Array.isArray(draft))
    return draft.map((item: object, index) => (String(index) === name ? withTarget(item, inner, target) : item));
  const value = ownValue(draft as Draft, name);
  return { ...draft, [name]: inner === "" ? target : withTarget(value as object, inner, target) };
}

/** Chooses the target of a path, as its selector in the form does (spec 2 §3.3). */
export function choosePath(graph: Graph, id: NodeId, place: string, target: NodeId): Graph {
  const node = graph.nodes.get(id);
  return node === undefined ? graph : changeDraft(graph, id, withTarget(node.draft, place, target));
}

/** The graph with one more path at a node whose paths are rows, and that path. Undefined if the kind has no such rows or they are full. */
export function addPath(graph: Graph, id: NodeId): { graph: Graph; path: PathPlace } | undefined {
  const node = graph.nodes.get(id);
  const field = node && (kindOfNode(node).fields as readonly Field<never>[]).find(isPathRows);
  if (node === undefined || field?.input !== "rows") return undefined;
  const value = ownValue(node.draft as Draft, field.name);
  const rows = Array.isArray(value) ? (value as Draft[]) : [];
  if (rows.length >= (field.max ?? Number.POSITIVE_INFINITY)) return undefined;
  const last = rows.at(-1);
  const row = last === undefined ? field.newRow : (field.rowAfter?.(last as never) ?? field.newRow);
  const grown = changeDraft(graph, id, { ...node.draft, [field.name]: [...rows, row] });
  const added = grown.nodes.get(id);
  const path = added && pathPlaces(added).find(({ place }) => place.startsWith(`${field.name}.${rows.length}.`));
  return path === undefined ? undefined : { graph: grown, path };
}

const isPathRows = (field: Field<never>): boolean =>
  field.input === "rows" && field.fields.some(({ input }) => input === "path");

/** Why no path of a node can lead to another node, or undefined (spec 2 §3.4). */
export function whyNotPathTo(graph: Graph, source: NodeId, target: NodeId): string | undefined {
  const node = graph.nodes.get(source);
  if (node === undefined) return "The node does not exist";
  if (!hasPaths(kindOfNode(node))) return `${kindOfNode(node).label} has no paths to choose`;
  const isOwn = exitsOf(node).some((exit) => exit.target === target);
  if (!isOwn && incoming(graph, target).length > 0) return "The node already has an incoming edge";
  return whyNotTarget(graph, source, target);
}

/** Whether a kind has path selectors. */
export const hasPaths = (kind: DrawnKind): boolean =>
  (kind.fields as readonly Field<never>[]).some((field) => field.input === "path" || isPathRows(field));

import type { Note } from "../note.ts";
import { edges, exitsOf, type Graph, type GraphNode, mainSection, retargeted } from "../outbound/graph.ts";
import { notesOf } from "../outbound/notes.ts";
import type { NodeId } from "../savedNode.ts";
import type { Lookups } from "./describeValue.ts";
import { equalValues } from "./equalValues.ts";
import { type FieldDifference, fieldDifferences } from "./fieldDifferences.ts";
import { matchNodes } from "./matchNodes.ts";

export type DifferenceKind = "added" | "removed" | "changed" | "moved";

/** A node that differs. `id` is its id in the overlay. */
export interface NodeDifference {
  id: NodeId;
  as: DifferenceKind;
  /** The node as it was; null for an added one. */
  before: GraphNode | null;
  /** The node as it is; null for a removed one. */
  after: GraphNode | null;
  /** Whether a changed node has also another place. */
  isMoved: boolean;
  fields: FieldDifference[];
}

/** An edge that only one version has, by the ids of the overlay. */
export interface EdgeDifference {
  as: "added" | "removed";
  source: NodeId;
  target: NodeId;
  /** The label of the path. */
  name: string;
}

/** A note that differs. */
interface NoteDifference {
  id: number;
  as: DifferenceKind;
  before: Note | null;
  after: Note | null;
}

/** Two versions of a workflow, laid over each other. */
export interface Comparison {
  /** The newer version with what was removed from it. Removed nodes lead nowhere: their edges are `edges`. */
  overlay: Graph;
  nodes: NodeDifference[];
  edges: EdgeDifference[];
  notes: NoteDifference[];
}

export const noLookups: Lookups = { name: () => undefined, message: () => "" };

/** Compares two versions of a workflow node by node and edge by edge. */
export function compareGraphs(before: Graph, after: Graph, lookups: Lookups = noLookups): Comparison {
  const matched = matchNodes(before, after);
  /** The id in the overlay of each earlier node. */
  const placed = new Map([...matched].map(([id, node]) => [node.id, id]));
  let unused = Math.min(0, ...before.nodes.keys(), ...after.nodes.keys());
  const removed: NodeDifference[] = [];
  for (const node of before.nodes.values()) {
    if (placed.has(node.id)) continue;
    // a reused id would show the number of another node
    const id = after.nodes.has(node.id) ? --unused : node.id;
    placed.set(node.id, id);
    removed.push({ id, as: "removed", before: node, after: null, isMoved: false, fields: [] });
  }
  const stayed = [...after.nodes.values()].flatMap((node) => {
    const old = matched.get(node.id);
    return differenceOf(old === undefined ? null : { node: old, graph: before }, { node, graph: after }, lookups) ?? [];
  });
  const notes = noteDifferences(notesOf(before), notesOf(after));
  return {
    overlay: overlaid(after, { removed, notes, before }),
    nodes: [...stayed, ...removed],
    edges: edgeDifferences(before, after, placed),
    notes,
  };
}

interface Placed {
  node: GraphNode;
  graph: Graph;
}

function differenceOf(before: Placed | null, after: Placed, lookups: Lookups): NodeDifference | undefined {
  const { node } = after;
  const shared = { id: node.id, before: before?.node ?? null, after: node };
  if (before === null) return { ...shared, as: "added", isMoved: false, fields: [] };
  const fields = fieldDifferences(before, after, lookups);
  const isMoved = before.node.x !== node.x || before.node.y !== node.y;
  if (fields.length > 0) return { ...shared, as: "changed", isMoved, fields };
  // a section's start has no place of its own
  return isMoved && node.kind !== "sectionStart" ? { ...shared, as: "moved", isMoved, fields } : undefined;
}

function edgeDifferences(before: Graph, after: Graph, placed: ReadonlyMap<NodeId, NodeId>): EdgeDifference[] {
  const olds = new Map(
    edges(before).map(({ source, target, name }) => {
      const edge = { source: placed.get(source) ?? source, target: placed.get(target) ?? target, name };
      return [`${edge.source}>${edge.target}`, edge];
    }),
  );
  const found: EdgeDifference[] = [];
  for (const { source, target, name } of edges(after))
    if (!olds.delete(`${source}>${target}`)) found.push({ as: "added", source, target, name });
  for (const edge of olds.values()) found.push({ as: "removed", ...edge });
  return found;
}

function noteDifferences(before: readonly Note[], after: readonly Note[]): NoteDifference[] {
  const olds = new Map(before.map((note) => [note.id, note]));
  const found: NoteDifference[] = [];
  for (const note of after) {
    const old = olds.get(note.id) ?? null;
    olds.delete(note.id);
    const as = old === null ? "added" : noteChange(old, note);
    if (as !== undefined) found.push({ id: note.id, as, before: old, after: note });
  }
  for (const note of olds.values()) found.push({ id: note.id, as: "removed", before: note, after: null });
  return found;
}

function noteChange({ x, y, ...old }: Note, { x: nextX, y: nextY, ...next }: Note): "changed" | "moved" | undefined {
  if (!equalValues(old, next)) return "changed";
  return x === nextX && y === nextY ? undefined : "moved";
}

/** The newer version with the removed nodes, sections and notes. */
function overlaid(
  after: Graph,
  { removed, notes, before }: { removed: readonly NodeDifference[]; notes: readonly NoteDifference[]; before: Graph },
): Graph {
  const nodes = new Map(after.nodes);
  const sections = new Map(after.sections);
  for (const { id, before: node } of removed) {
    if (node === null) continue;
    const alone = retargeted(
      node,
      exitsOf(node).map(() => null),
    );
    nodes.set(id, { ...alone, id });
    if (before.sections.get(node.section) === node.id && node.section !== mainSection && !sections.has(node.section))
      sections.set(node.section, id);
  }
  const gone = notes.flatMap(({ as, before: note }) => (as === "removed" && note !== null ? [note] : []));
  const all = [...notesOf(after), ...gone];
  return { ...after, nodes, sections, ...(all.length > 0 && { notes: all }) };
}

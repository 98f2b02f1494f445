import type { Note } from "@trunkline/workflow/note.ts";
import { type Copied, copyNodes, pasteNodes } from "@trunkline/workflow/outbound/clipboard.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { isKindName, kindNamed } from "@trunkline/workflow/outbound/kindTable.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import { addNotes, notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { type CanvasStore, edit, graphOf, select } from "./canvasStore.ts";
import { isFree, sizeOf } from "./cards.ts";
import { attached, placeAfter } from "./clipboard/attached.ts";
import type { Point } from "./layout.ts";

/** The key that identifies nodes in clipboard text. */
const marker = "trunkline/nodes";
/** Distance of a copy from its original, and the step to a free place. */
const offset = 40;

/** Copied cards and notes. */
interface Piece {
  nodes: Copied;
  notes: readonly Note[];
}

/** The selected nodes and notes as clipboard text; undefined without any that can be pasted. */
export function copiedText(store: CanvasStore): string | undefined {
  const { nodes, notes } = copiedPiece(store);
  if (nodes.length + notes.length === 0) return undefined;
  return JSON.stringify({ [marker]: nodes, ...(notes.length > 0 && { notes }) });
}

function copiedPiece(store: CanvasStore): Piece {
  const state = store.getState();
  const graph = graphOf(state);
  return {
    nodes: copyNodes(graph, [...state.selected]),
    notes: notesOf(graph).filter(({ id }) => state.selectedNotes.has(id)),
  };
}

/**
 * Pastes nodes and notes of this or another workflow from clipboard text. Returns false if it contains none. They are attached to the
 * selected node if it has a free exit, otherwise placed around a point or as near to it as there is room.
 */
export function pasteText(store: CanvasStore, text: string, at: Point, mayAttach = true): boolean {
  const piece = readCopied(text, graphOf(store.getState()));
  if (piece === undefined) return false;
  const state = store.getState();
  const [only] = state.selected.size === 1 && mayAttach ? state.selected : [];
  const beside = only === undefined ? undefined : placeAfter(graphOf(state), only, piece.nodes);
  const shift = beside ?? shiftTo(piece, at);
  paste(store, piece, shift, beside === undefined ? undefined : only);
  return true;
}

/** Copies the selected nodes and notes to a free place next to them. */
export function duplicateSelected(store: CanvasStore): void {
  paste(store, copiedPiece(store), { x: offset, y: offset }, undefined);
}

function paste(store: CanvasStore, { nodes, notes }: Piece, from: Point, after: number | undefined): void {
  const { section, readOnly } = store.getState();
  if (readOnly || nodes.length + notes.length === 0) return;
  const before = graphOf(store.getState());
  const { x: dx, y: dy } = freeShift(before, nodes, section, from, after !== undefined);
  const pasted = pasteNodes(before, nodes, { section, dx, dy });
  const graph = after === undefined ? pasted.graph : attached(pasted.graph, after, pasted.ids);
  const copies = notes.map((note) => ({ ...note, section, x: note.x + dx, y: note.y + dy }));
  const noted = copies.length === 0 ? { graph, ids: [] } : addNotes(graph, copies);
  edit(store, () => noted.graph);
  if (pasted.ids.length + noted.ids.length > 0) select(store, pasted.ids, { notes: noted.ids });
}

/** The shift that centers the top of a piece at a point. */
function shiftTo({ nodes, notes }: Piece, at: Point): Point {
  const boxes = [...nodes.map((node) => ({ x: node.x, y: node.y, ...sizeOf(node) })), ...notes];
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const top = Math.min(...boxes.map(({ y }) => y));
  return { x: Math.round(at.x - (left + right) / 2), y: Math.round(at.y - top) };
}

/** The first shift from the given one at which the copies overlap no card: down and right, or only to the right. */
function freeShift(graph: Graph, copied: Copied, section: string, from: Point, isBeside: boolean): Point {
  const cards = copied.map((node) => ({ x: node.x, y: node.y, ...sizeOf(node) }));
  let { x, y } = from;
  while (cards.some((card) => !isFree(graph, section, { ...card, x: card.x + x, y: card.y + y }))) {
    x += offset;
    if (!isBeside) y += offset;
  }
  return { x, y };
}

/** Parses nodes and notes. Fields that an older version did not save get defaults. */
function readCopied(text: string, graph: Graph): Piece | undefined {
  if (!text.startsWith(`{"${marker}"`)) return undefined;
  try {
    const { [marker]: nodes = [], notes = [] } = JSON.parse(text) as { [marker]?: Copied; notes?: Note[] };
    const { language } = graph;
    if (language !== undefined) return { nodes: nodes.flatMap((node) => language.pasted(graph, node) ?? []), notes };
    const known = nodes
      .filter((node) => isKindName(node.kind) && Number.isFinite(node.x) && Number.isFinite(node.y))
      .map(({ name, ...node }) => {
        const called = readName(name);
        return {
          ...node,
          ...(called !== undefined && { name: called }),
          draft: { ...kindNamed(node.kind).defaults, ...node.draft },
          carried: node.carried ?? {},
        };
      });
    return { nodes: known, notes };
  } catch {
    return undefined;
  }
}

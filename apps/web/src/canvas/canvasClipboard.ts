import { type Copied, copyNodes, pasteNodes } from "@trunkline/workflow/outbound/clipboard.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { isKindName, kindNamed } from "@trunkline/workflow/outbound/kinds/index.ts";
import { type CanvasStore, edit, graphOf, select } from "./canvasStore.ts";
import { isFree, sizeOf } from "./cards.ts";

/** The key that identifies nodes in clipboard text. */
const marker = "trunkline/nodes";
/** Distance of a copy from its original. */
const offset = 40;

/** The selected nodes as clipboard text; undefined without nodes that can be pasted. */
export function copiedText(store: CanvasStore): string | undefined {
  const state = store.getState();
  const nodes = copyNodes(graphOf(state), [...state.selected]);
  return nodes.length === 0 ? undefined : JSON.stringify({ [marker]: nodes });
}

/** Pastes nodes of this or another workflow from clipboard text. Returns false if it contains none. */
export function pasteText(store: CanvasStore, text: string): boolean {
  const copied = readCopied(text, graphOf(store.getState()));
  if (copied === undefined) return false;
  paste(store, copied);
  return true;
}

/** Copies the selected nodes to a free place next to them. */
export function duplicateSelected(store: CanvasStore): void {
  const state = store.getState();
  paste(store, copyNodes(graphOf(state), [...state.selected]));
}

function paste(store: CanvasStore, copied: Copied): void {
  const { section, readOnly } = store.getState();
  if (readOnly || copied.length === 0) return;
  const before = graphOf(store.getState());
  const { graph, ids } = pasteNodes(before, copied, { section, ...freeShift(before, copied, section) });
  edit(store, () => graph);
  if (ids.length > 0) select(store, ids);
}

/** The smallest shift down and right at which the copies overlap no card. */
function freeShift(graph: Graph, copied: Copied, section: string): { dx: number; dy: number } {
  const cards = copied.map((node) => ({ x: node.x, y: node.y, ...sizeOf(node) }));
  let shift = offset;
  while (cards.some((card) => !isFree(graph, section, { ...card, x: card.x + shift, y: card.y + shift })))
    shift += offset;
  return { dx: shift, dy: shift };
}

/** Parses nodes. Fields that an older version did not save get defaults. */
function readCopied(text: string, graph: Graph): Copied | undefined {
  if (!text.startsWith(`{"${marker}"`)) return undefined;
  try {
    const nodes = (JSON.parse(text) as Record<string, Copied>)[marker] ?? [];
    const { language } = graph;
    if (language !== undefined) return nodes.flatMap((node) => language.pasted(graph, node) ?? []);
    return nodes
      .filter((node) => isKindName(node.kind) && Number.isFinite(node.x) && Number.isFinite(node.y))
      .map((node) => ({
        ...node,
        draft: { ...kindNamed(node.kind).defaults, ...node.draft },
        carried: node.carried ?? {},
      }));
  } catch {
    return undefined;
  }
}

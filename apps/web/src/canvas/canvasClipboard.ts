import { type Copied, copyNodes, pasteNodes } from "@trunkline/workflow/outbound/clipboard.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { isKindName, kindNamed } from "@trunkline/workflow/outbound/kinds/index.ts";
import { type CanvasStore, edit, graphOf, select } from "./canvasStore.ts";

/** What marks a text on the clipboard as nodes. */
const marker = "trunkline/nodes";
/** How far a copy lies from its original. */
const offset = 40;

/** The selected nodes as a text for the clipboard; undefined when nothing that could be pasted is selected. */
export function copiedText(store: CanvasStore): string | undefined {
  const state = store.getState();
  const nodes = copyNodes(graphOf(state), [...state.selected]);
  return nodes.length === 0 ? undefined : JSON.stringify({ [marker]: nodes });
}

/** Pastes nodes from a text of the clipboard, of this workflow or another; false when it holds none. */
export function pasteText(store: CanvasStore, text: string): boolean {
  const copied = readCopied(text, graphOf(store.getState()));
  if (copied === undefined) return false;
  const { section, readOnly } = store.getState();
  if (readOnly) return true;
  const { graph, ids } = pasteNodes(graphOf(store.getState()), copied, { section, dx: offset, dy: offset });
  edit(store, () => graph);
  if (ids.length > 0) select(store, ids);
  return true;
}

/** Nodes in a text. A form that another version wrote is filled up with what its kind needs. */
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

import type { Added } from "@trunkline/workflow/outbound/commands.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { type CanvasState, type CanvasStore, edit, graphOf, select } from "./canvasStore.ts";
import { cardSize } from "./cardSize.ts";
import type { Point } from "./layout.ts";
import { addAfter, addAt, addOnEdge, openEndFor, type Wanted } from "./placing.ts";

/** Adds a dropped node at a point or into the line under it, and opens its form. */
export function dropWanted(
  store: CanvasStore,
  wanted: Wanted & { label: string },
  at: Point,
  edgeId: string | null,
): void {
  const { section } = store.getState();
  const { width, height } = cardSize(wanted.label, []);
  const place = { x: at.x - width / 2, y: at.y - height / 2 };
  add(
    store,
    (graph) => (edgeId === null ? undefined : addOnEdge(graph, edgeId, wanted)) ?? addAt(graph, wanted, place, section),
  );
}

/** Adds a node after the selected node, else at the only open end, else in the middle of the view. */
export function addWanted(store: CanvasStore, wanted: Wanted, middle: Point): void {
  const state = store.getState();
  const { selected, section } = state;
  const [only] = selected.size === 1 ? selected : [];
  const after = openEndFor(graphOf(state), section, only);
  if (after !== undefined) add(store, (graph) => addAfter(graph, after, wanted));
  else add(store, (graph) => addAt(graph, wanted, { x: middle.x - 100, y: middle.y - 30 }, section));
}

/** Adds a node where a menu was opened, otherwise as `addWanted`. */
export function addPicked(
  store: CanvasStore,
  wanted: Wanted & { label: string },
  middle: Point,
  to: CanvasState["addTo"],
): void {
  if (to === null) addWanted(store, wanted, middle);
  else if ("edge" in to) dropWanted(store, wanted, middle, to.edge);
  else dropWanted(store, wanted, to.at, null);
}

function add(store: CanvasStore, change: (graph: Graph) => Added): void {
  const { graph, id } = change(graphOf(store.getState()));
  edit(store, () => graph, { glide: true });
  if (!graphOf(store.getState()).nodes.has(id)) return;
  select(store, [id]);
  store.setState(({ aim }) => ({ aim: { at: id, nonce: aim.nonce + 1 } }));
}

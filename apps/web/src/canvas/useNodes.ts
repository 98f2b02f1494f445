import { moveNodes } from "@trunkline/workflow/outbound/commands.ts";
import { moveNotes } from "@trunkline/workflow/outbound/notes.ts";
import type { NodeChange } from "@xyflow/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { type CanvasState, edit, graphOf, select, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { type FlowNode, flowNodes } from "./flow.ts";
import type { Point } from "./layout.ts";
import { snapped } from "./lines/straight.ts";
import { markReason } from "./marks.ts";
import { type FlowNote, flowNotes, noteIdOf } from "./notes/flowNotes.ts";
import { readingOrder } from "./readingOrder.ts";

/** A card or a note. */
export type FlowElement = FlowNode | FlowNote;

interface Places {
  nodes: Map<number, Point>;
  notes: Map<number, Point>;
}
const nowhere: Places = { nodes: new Map(), notes: new Map() };

/** The cards and notes and their pointer events. Selections go to the store at once, a drag as one step at its end. */
export function useNodes(): { nodes: FlowElement[]; onNodesChange: (changes: NodeChange<FlowElement>[]) => void } {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const section = useCanvas((state) => state.section);
  const selected = useCanvas((state) => state.selected);
  const selectedNotes = useCanvas((state) => state.selectedNotes);
  const names = useCanvas((state) => state.names);
  const orders = useCanvas((state) => state.orders);
  const counted = useCanvas((state) => state.counts !== null);
  const [dragged, setDragged] = useState(nowhere);
  const before = useRef(new Map<number, FlowNode>());
  const notesBefore = useRef(new Map<number, FlowNote>());
  const [only] = selected;
  const focusable = only ?? readingOrder(graph, section)[0]?.node.id;
  const reason = useCanvas((state) => (focusable === undefined ? "" : markReason(state, focusable)));
  const cards = useMemo(
    () =>
      flowNodes(
        { graph, section, selected, focusable, dragged: dragged.nodes, names, reason, counted, orders },
        before.current,
      ),
    [graph, section, selected, focusable, dragged, names, reason, counted, orders],
  );
  const notes = useMemo(
    () => flowNotes({ graph, section, selectedNotes, dragged: dragged.notes }, notesBefore.current),
    [graph, section, selectedNotes, dragged],
  );
  const nodes = useMemo(() => (notes.length === 0 ? cards : [...notes, ...cards]), [notes, cards]);
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowElement>[]) => {
      const places = placesIn(changes);
      snapOne(store.getState(), places);
      const isMoved = places.nodes.size + places.notes.size > 0;
      const isOver = changes.some((change) => change.type === "position" && !change.dragging);
      if (isMoved && !isOver) setDragged(places);
      if (isOver) {
        setDragged(nowhere);
        edit(store, (drawn) => moveNotes(moveNodes(drawn, places.nodes), places.notes));
      }
      applySelection(store, changes);
    },
    [store],
  );
  return { nodes, onNodesChange };
}

function placesIn(changes: readonly NodeChange<FlowElement>[]): Places {
  const places: Places = { nodes: new Map(), notes: new Map() };
  for (const change of changes) {
    if (change.type !== "position" || !change.position) continue;
    const at = { x: Math.round(change.position.x), y: Math.round(change.position.y) };
    const note = noteIdOf(change.id);
    if (note === undefined) places.nodes.set(Number(change.id), at);
    else places.notes.set(note, at);
  }
  return places;
}

function applySelection(store: ReturnType<typeof useCanvasStore>, changes: readonly NodeChange<FlowElement>[]): void {
  const state = store.getState();
  const nodes = new Set(state.selected);
  const notes = new Set(state.selectedNotes);
  let isChanged = false;
  for (const change of changes) {
    if (change.type !== "select") continue;
    isChanged = true;
    const note = noteIdOf(change.id);
    const action = change.selected ? "add" : "delete";
    if (note === undefined) nodes[action](Number(change.id));
    else notes[action](note);
  }
  if (!isChanged) return;
  // a click on a line selects the line first and then deselects the nodes
  const edge = nodes.size === 0 && notes.size === 0 ? state.selectedEdge : null;
  select(store, [...nodes], { edge, notes: [...notes] });
}

/** Snaps a card that is dragged alone to the axis of its neighbors. */
function snapOne(state: CanvasState, { nodes, notes }: Places): void {
  const [[id, at] = []] = nodes;
  const node = id === undefined || nodes.size + notes.size > 1 ? undefined : graphOf(state).nodes.get(id);
  if (node !== undefined && at !== undefined) nodes.set(node.id, snapped(graphOf(state), node, at, state.names));
}

import { edges, exitsOf, type Graph, type GraphNode, isFixed, kindOfNode } from "@trunkline/workflow/outbound/graph.ts";
import type { Draft as SectionDraft } from "@trunkline/workflow/outbound/kinds/section/design.ts";
import { changeNote, notesOf } from "@trunkline/workflow/outbound/notes.ts";
import { duplicateSelected } from "../canvasClipboard.ts";
import {
  type CanvasState,
  type CanvasStore,
  edit,
  fitAll,
  goTo,
  graphOf,
  type MenuAbout,
  openOverlay,
  remove,
  removeEdge,
  showActualSize,
  showSection,
} from "../canvasStore.ts";
import { nameOf } from "../cards.ts";
import { copySelected, pasteCopied } from "../clipboard/clipboardAccess.ts";
import { pressKey, tidy } from "../keys/canvasKeys.ts";
import { focusForm } from "../keys/focusForm.ts";
import type { Point } from "../layout.ts";
import { addNoteAt } from "../notes/addNote.ts";
import { namedColors } from "../notes/NoteCard.tsx";

/** An item of a context menu. */
export interface MenuItem {
  label: string;
  keys?: string;
  /** Why it cannot be chosen now. */
  why?: string | undefined;
  isDanger?: boolean;
  run: () => void;
}

/** Groups of items with lines between them. `middle` is the center of the visible canvas. */
export function menuItems(store: CanvasStore, about: MenuAbout, middle: Point): MenuItem[][] {
  const state = store.getState();
  const groups = itemsOf(store, state, about, middle);
  return groups.filter((items) => items.length > 0);
}

function itemsOf(store: CanvasStore, state: CanvasState, about: MenuAbout, middle: Point): MenuItem[][] {
  switch (about.kind) {
    case "nodes":
      return cardItems(store, state, middle);
    case "notes":
      return noteItems(store, state);
    case "edge":
      return edgeItems(store, state, about.id);
    case "ground":
      return groundItems(store, state, about.at);
    case "sections":
      return sectionItems(store, state);
  }
}

const copyItem = (store: CanvasStore): MenuItem => ({ label: "Copy", keys: "Ctrl C", run: () => copySelected(store) });

function cardItems(store: CanvasStore, state: CanvasState, middle: Point): MenuItem[][] {
  const graph = graphOf(state);
  const nodes = [...state.selected].flatMap((id) => graph.nodes.get(id) ?? []);
  const [only] = nodes.length === 1 ? nodes : [];
  const isAllFixed = nodes.every(isFixed);
  const cut = () => {
    copySelected(store);
    remove(store);
  };
  return [
    only === undefined ? [] : openItems(store, state, only),
    [
      ...(isAllFixed ? [] : [copyItem(store)]),
      ...(state.readOnly || isAllFixed
        ? []
        : [
            { label: "Cut", keys: "Ctrl X", run: cut },
            { label: "Duplicate", keys: "Ctrl D", run: () => duplicateSelected(store) },
          ]),
      ...(state.readOnly ? [] : [{ label: "Paste", keys: "Ctrl V", run: () => pasteCopied(store, middle) }]),
    ],
    state.readOnly ? [] : [...(only === undefined ? [] : lineItems(store, graph, only)), deleteItem(store, isAllFixed)],
  ];
}

const deleteItem = (store: CanvasStore, isAllFixed: boolean): MenuItem => ({
  label: "Delete",
  keys: "Delete",
  isDanger: true,
  why: isAllFixed ? "This node always exists" : undefined,
  run: () => remove(store),
});

function openItems(store: CanvasStore, state: CanvasState, node: GraphNode): MenuItem[] {
  const { section } = node.draft as Partial<SectionDraft>;
  const items: MenuItem[] = [
    {
      label: state.readOnly ? "Show details" : "Edit",
      keys: "Enter",
      run: () => requestAnimationFrame(() => focusForm(store)),
    },
  ];
  if (node.kind === "section" && section !== undefined && graphOf(state).sections.has(section))
    items.push({ label: `Show section ${section}`, run: () => showSection(store, section) });
  if (!state.readOnly && kindOfNode(node).source !== false)
    items.push({ label: "Add a node after it…", keys: "/", run: () => openOverlay(store, "quickAdd") });
  return items;
}

/** Lines of a node that were drawn by hand can be removed here by keyboard too. */
function lineItems(store: CanvasStore, graph: Graph, node: GraphNode): MenuItem[] {
  if (kindOfNode(node).selectorsOnly || exitsOf(node).length === 0) return [];
  return edges(graph)
    .filter(({ source }) => source === node.id)
    .flatMap(({ id, target }) => {
      const to = graph.nodes.get(target);
      return to === undefined ? [] : [{ label: `Remove line to ${nameOf(to)}`, run: () => removeEdge(store, id) }];
    });
}

function edgeItems(store: CanvasStore, state: CanvasState, id: string): MenuItem[][] {
  const graph = graphOf(state);
  const edge = edges(graph).find((one) => one.id === id);
  const [source, target] = [edge && graph.nodes.get(edge.source), edge && graph.nodes.get(edge.target)];
  if (edge === undefined || source === undefined || target === undefined) return [];
  const insert = () => {
    store.setState({ addTo: { edge: id } });
    openOverlay(store, "quickAdd");
  };
  const why = edge.bySelector ? `Change this path in the form of ${nameOf(source)}` : undefined;
  return [
    state.readOnly ? [] : [{ label: "Insert a node…", run: insert }],
    [
      { label: `Go to ${nameOf(source)}`, run: () => goTo(store, source.id) },
      { label: `Go to ${nameOf(target)}`, run: () => goTo(store, target.id) },
    ],
    state.readOnly
      ? []
      : [{ label: "Delete line", keys: "Delete", isDanger: true, why, run: () => removeEdge(store, id) }],
  ];
}

function groundItems(store: CanvasStore, state: CanvasState, at: Point): MenuItem[][] {
  const add = () => {
    store.setState({ addTo: { at } });
    openOverlay(store, "quickAdd");
  };
  return [
    state.readOnly
      ? []
      : [
          { label: "Add a node…", keys: "/", run: add },
          { label: "Add a note", keys: "N", run: () => addNoteAt(store, at) },
          { label: "Paste", keys: "Ctrl V", run: () => pasteCopied(store, at, false) },
        ],
    [
      { label: "Select all", keys: "Ctrl A", run: () => pressKey(store, { key: "a", ctrl: true, shift: false }) },
      ...(state.readOnly ? [] : [{ label: "Clean up layout", keys: "L", run: () => tidy(store) }]),
      { label: "Zoom to fit", keys: "F", run: () => fitAll(store) },
      { label: "Zoom to 100 %", keys: "0", run: () => showActualSize(store) },
    ],
  ];
}

const sizeStep = 40;

function noteItems(store: CanvasStore, state: CanvasState): MenuItem[][] {
  const ids = [...state.selectedNotes];
  const [only] = notesOf(graphOf(state)).filter(({ id }) => ids.length === 1 && ids.includes(id));
  if (state.readOnly) return [[copyItem(store)]];
  const resize = (dx: number, dy: number) => () =>
    edit(store, (graph) =>
      ids.reduce((changed, id) => {
        const note = notesOf(changed).find((one) => one.id === id);
        return note === undefined
          ? changed
          : changeNote(changed, id, { width: note.width + dx, height: note.height + dy });
      }, graph),
    );
  return [
    only === undefined
      ? []
      : [{ label: "Edit text", keys: "Enter", run: () => store.setState({ editedNote: only.id }) }],
    namedColors.map(({ color, name }) => ({
      label: name,
      run: () => edit(store, (graph) => ids.reduce((changed, id) => changeNote(changed, id, { color }), graph)),
    })),
    [
      { label: "Wider", run: resize(sizeStep, 0) },
      { label: "Narrower", run: resize(-sizeStep, 0) },
      { label: "Taller", run: resize(0, sizeStep) },
      { label: "Shorter", run: resize(0, -sizeStep) },
    ],
    [copyItem(store), { label: "Duplicate", keys: "Ctrl D", run: () => duplicateSelected(store) }],
    [deleteItem(store, false)],
  ];
}

function sectionItems(store: CanvasStore, state: CanvasState): MenuItem[][] {
  return [
    [...graphOf(state).sections.keys()].map((name) => ({
      label: `Show section ${name}`,
      why: name === state.section ? "This section is shown" : undefined,
      run: () => showSection(store, name),
    })),
    state.readOnly ? [] : [{ label: "Clean up layout", keys: "L", run: () => tidy(store) }],
  ];
}

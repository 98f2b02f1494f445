import type { DifferenceKind, EdgeDifference } from "@trunkline/workflow/compare/compareGraphs.ts";
import type { DesignContext } from "@trunkline/workflow/nodeKind.ts";
import { redraw } from "@trunkline/workflow/outbound/commands.ts";
import { edges, type Graph, mainSection, type PaletteEntry } from "@trunkline/workflow/outbound/graph.ts";
import { deleteNotes, notesOf } from "@trunkline/workflow/outbound/notes.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { TypedAhead } from "../ui/dialog/typedAhead.ts";
import { noNames } from "./cards.ts";
import { type History, historyOf, mapped, push, redo, seal, undo } from "./history.ts";
import type { Point } from "./layout.ts";
import { straightened, withSavedPlaces } from "./lines/straight.ts";
import { deleteAndClose } from "./placing.ts";

/** Contact counts of a node while a run is shown. */
export interface NodeCount {
  entered: number;
  here: number;
  failed: number;
}

/** A node, the whole section, or its start if the whole section would be too small to read. */
interface Aim {
  at: NodeId | "all" | "start" | "actualSize" | { note: number };
  /** After a click the view moves only if the panel covers the node. */
  clicked?: boolean;
  /** Counts requests, so that the same request can be repeated. */
  nonce: number;
}

/** What is pointed out on the drawing: evaluated rules and the chosen path of a route test, or the changes of a proposal. */
export interface Highlight {
  nodes: ReadonlyMap<NodeId, { as: "met" | "unmet" | "selected" | "path" | "added" | "changed"; words: string }>;
  /** Nodes whose incoming line is on the chosen path. */
  into: ReadonlySet<NodeId>;
}

/** A try of the workflow on the drawing. */
interface TrialLight {
  /** Where the contact is. */
  at: NodeId | null;
  passed: ReadonlySet<NodeId>;
  /** Nodes that no try has entered, when they are marked. */
  untried: ReadonlySet<NodeId> | null;
}

/** How two versions that are laid over each other differ. */
export interface ComparedMarks {
  nodes: ReadonlyMap<NodeId, DifferenceKind>;
  notes: ReadonlyMap<number, DifferenceKind>;
  /** New edges, by `from>to`. */
  added: ReadonlySet<string>;
  removed: readonly EdgeDifference[];
}

export interface CanvasState {
  history: History<Graph>;
  /** The graph on the server. Any other value is an unsaved change. */
  saved: Graph;
  /** The loaded graph, with its saved positions and as it was drawn. */
  loaded: { saved: Graph; drawn: Graph };
  section: string;
  selected: ReadonlySet<NodeId>;
  selectedNotes: ReadonlySet<number>;
  /** The note whose text is edited. */
  editedNote: number | null;
  /** The selected line. */
  selectedEdge: string | null;
  /** The node with the open form and its initial values (spec 2 §3.4, the tracker). */
  opened: { id: NodeId; draft: object; name: string | undefined } | null;
  /** Nodes with errors in the last save. A mark is cleared when the node is valid. */
  flagged: ReadonlySet<NodeId>;
  /** Save errors of nodes outside their forms, such as a failed destination. Cleared when the node changes. */
  faults: ReadonlyMap<NodeId, string>;
  /** Unreachable nodes with reasons. */
  never: ReadonlyMap<NodeId, string>;
  lit: Highlight | null;
  /** Null while no workflow is tried out. */
  trial: TrialLight | null;
  /** Null unless two versions are compared. */
  compared: ComparedMarks | null;
  counts: ReadonlyMap<NodeId, NodeCount> | null;
  /** What a line says of the contacts that take it, by `from>to`. */
  lineLabels: ReadonlyMap<string, string> | null;
  readOnly: boolean;
  /** True while cards animate to new positions. */
  gliding: boolean;
  /** The line under the dragged node, which a drop would split. */
  dropEdge: string | null;
  /** Where the view moves next. */
  aim: Aim;
  context: DesignContext;
  /** Names for ids on cards, such as the workflow of a Workflow node. */
  names: ReadonlyMap<string, string>;
  /** The palette entry being dragged. */
  dragged: PaletteEntry | null;
  /** The open overlay. */
  overlay: "quickAdd" | "search" | "keys" | null;
  /** Where quick add puts its node, if not after the selected one. */
  addTo: { edge: string } | { at: Point } | null;
  /** The open context menu: its position in the window and what it is for. */
  menu: { x: number; y: number; about: MenuAbout } | null;
  /** The order in which inbound paths are tried, by the first node of each path. */
  orders: ReadonlyMap<NodeId, string>;
  /** What is typed while the overlay loads. */
  typedAhead: TypedAhead;
}

/** What a context menu is for. */
export type MenuAbout =
  | { kind: "nodes" }
  | { kind: "notes" }
  | { kind: "edge"; id: string }
  | { kind: "ground"; at: Point }
  | { kind: "sections" };

export type CanvasStore = StoreApi<CanvasState>;

interface Start {
  graph: Graph;
  context: DesignContext;
  readOnly?: boolean;
}

const none: ReadonlyMap<NodeId, string> = new Map();

/** The state of one open workflow. */
export const createCanvas = ({ graph, context, readOnly = false }: Start): CanvasStore => {
  const drawn = straightened(graph, noNames);
  return createStore<CanvasState>(() => ({
    history: historyOf(drawn),
    saved: drawn,
    loaded: { saved: graph, drawn },
    section: mainSection,
    selected: new Set(),
    selectedNotes: new Set(),
    editedNote: null,
    addTo: null,
    menu: null,
    orders: none,
    selectedEdge: null,
    opened: null,
    flagged: new Set(),
    faults: none,
    never: none,
    lit: null,
    trial: null,
    compared: null,
    counts: null,
    lineLabels: null,
    readOnly,
    gliding: false,
    dropEdge: null,
    aim: { at: "start", nonce: 0 },
    context,
    names: new Map(),
    dragged: null,
    overlay: null,
    typedAhead: new TypedAhead(),
  }));
};

export const CanvasContext = createContext<CanvasStore | null>(null);

/** The store of the surrounding canvas. */
export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasContext);
  if (store === null) throw new Error("useCanvasStore needs a CanvasProvider");
  return store;
}

export const useCanvas = <Picked>(pick: (state: CanvasState) => Picked): Picked => useStore(useCanvasStore(), pick);

/** The graph to save. */
export const graphToSave = (state: CanvasState): Graph => withSavedPlaces(graphOf(state), state.loaded);

/** Sets the names on cards. They change card widths, so the cards are centered again, also in the undo history. */
export function setNames(store: CanvasStore, names: CanvasState["names"]): void {
  const { history, saved, loaded } = store.getState();
  const done = new Map<Graph, Graph>();
  const straight = (graph: Graph) => {
    const known = done.get(graph) ?? straightened(graph, names);
    done.set(graph, known);
    return known;
  };
  store.setState({
    names,
    history: mapped(history, straight),
    saved: straight(saved),
    loaded: { saved: loaded.saved, drawn: straight(loaded.drawn) },
  });
}

export const graphOf = (state: CanvasState): Graph => state.history.present;
export const isChanged = (state: CanvasState): boolean => state.history.present !== state.saved;

/** Opens an overlay of the canvas. */
export function openOverlay(store: CanvasStore, overlay: NonNullable<CanvasState["overlay"]>): void {
  // the list of keys has no field
  if (overlay !== "keys") store.getState().typedAhead.start(() => store.setState({ overlay: null }));
  store.setState({ overlay });
}

const glideMs = 180;

/** Changes the graph as one undo step. Steps with the same `about` are joined. `glide` animates the cards. */
export function edit(
  store: CanvasStore,
  change: (graph: Graph) => Graph,
  { about, glide = false }: { about?: string; glide?: boolean } = {},
): void {
  const state = store.getState();
  if (state.readOnly) return;
  const history = push(state.history, change(graphOf(state)), about);
  if (history === state.history) return;
  store.setState({ ...settled(state, history), gliding: glide });
  if (glide) endGlide(store);
}

/** Applies a change from the server without an undo step. */
export const amend = (store: CanvasStore, change: (graph: Graph) => Graph): void =>
  store.setState(({ history }) => ({ history: { ...history, present: change(history.present) } }));

/** Applies a change from the server to every undo and redo step. */
export const amendAll = (store: CanvasStore, change: (graph: Graph) => Graph): void =>
  store.setState(({ history }) => ({ history: mapped(history, change) }));

/** Ends the current undo step after the user leaves a field. */
export const sealStep = (store: CanvasStore): void => store.setState(({ history }) => ({ history: seal(history) }));

/** Undoes or redoes one step. */
export function step(store: CanvasStore, direction: "undo" | "redo"): void {
  const state = store.getState();
  if (state.readOnly) return;
  const history = direction === "undo" ? undo(state.history) : redo(state.history);
  if (history === state.history) return;
  store.setState({ ...settled(state, history), gliding: true });
  endGlide(store);
}

const endGlide = (store: CanvasStore) => setTimeout(() => store.setState({ gliding: false }), glideMs);

/** The state after a change of the graph, without references to deleted nodes or sections. */
function settled(state: CanvasState, history: History<Graph>): Partial<CanvasState> {
  const graph = history.present;
  const selected = [...state.selected].filter((id) => graph.nodes.has(id));
  const notes = [...state.selectedNotes].filter((id) => notesOf(graph).some((note) => note.id === id));
  const section = graph.sections.has(state.section) ? state.section : mainSection;
  const isSame = selected.length === state.selected.size;
  return {
    history,
    section,
    lit: null,
    ...(state.faults.size > 0 && { faults: faultsLeft(state, graph) }),
    ...(section !== state.section && { aim: { at: "start" as const, nonce: state.aim.nonce + 1 } }),
    ...(!isSame && { selected: new Set(selected), ...openedBy(graph, selected) }),
    ...(notes.length !== state.selectedNotes.size && { selectedNotes: new Set(notes) }),
  };
}

/** The save errors of unchanged nodes. */
const faultsLeft = ({ faults, history }: CanvasState, graph: Graph): ReadonlyMap<NodeId, string> =>
  new Map([...faults].filter(([id]) => graph.nodes.get(id)?.draft === history.present.nodes.get(id)?.draft));

const holds = <Id>(set: ReadonlySet<Id>, ids: readonly Id[]): boolean =>
  set.size === ids.length && ids.every((id) => set.has(id));

/** Selects nodes and notes, or a line. A single node opens its form. */
export function select(
  store: CanvasStore,
  ids: readonly NodeId[],
  { edge = null, notes = [] }: { edge?: string | null; notes?: readonly number[] } = {},
): void {
  const state = store.getState();
  if (holds(state.selected, ids) && holds(state.selectedNotes, notes) && state.selectedEdge === edge) return;
  store.setState({
    selected: new Set(ids),
    selectedNotes: new Set(notes),
    selectedEdge: edge,
    ...openedBy(graphOf(state), notes.length > 0 ? [] : ids, state.opened),
  });
}

/** Deletes the selected nodes and notes, or the selected line. */
export function remove(store: CanvasStore): void {
  const { selected, selectedNotes, selectedEdge } = store.getState();
  if (selected.size > 0 || selectedNotes.size > 0)
    edit(store, (graph) => deleteNotes(deleteAndClose(graph, [...selected]), [...selectedNotes]), { glide: true });
  else if (selectedEdge !== null) removeEdge(store, selectedEdge);
}

/** Deletes a line that was drawn by hand. */
export function removeEdge(store: CanvasStore, id: string): void {
  const edge = edges(graphOf(store.getState())).find((one) => one.id === id);
  if (edge !== undefined) edit(store, (graph) => redraw(graph, edge, null));
  store.setState({ selectedEdge: null });
}

function openedBy(
  graph: Graph,
  ids: readonly NodeId[],
  opened: CanvasState["opened"] = null,
): Pick<CanvasState, "opened"> {
  const [id] = ids;
  const node = id === undefined || ids.length !== 1 ? undefined : graph.nodes.get(id);
  if (node === undefined) return { opened: null };
  return { opened: opened?.id === node.id ? opened : { id: node.id, draft: node.draft, name: node.name } };
}

/** Shows a section and fits the view to it (spec 2 §2.1). */
export function showSection(store: CanvasStore, section: string): void {
  store.setState(({ aim }) => ({
    section,
    selected: new Set(),
    selectedNotes: new Set(),
    selectedEdge: null,
    opened: null,
    aim: { at: "start", nonce: aim.nonce + 1 },
  }));
}

/** Selects a node of any section and scrolls it into view. */
export function goTo(store: CanvasStore, id: NodeId): void {
  const state = store.getState();
  const node = graphOf(state).nodes.get(id);
  if (node === undefined) return;
  store.setState({ section: node.section, aim: { at: id, nonce: state.aim.nonce + 1 } });
  select(store, [id]);
}

/** Selects a note of any section and scrolls it into view. */
export function goToNote(store: CanvasStore, id: number): void {
  const state = store.getState();
  const note = notesOf(graphOf(state)).find((one) => one.id === id);
  if (note === undefined) return;
  store.setState({ section: note.section, aim: { at: { note: id }, nonce: state.aim.nonce + 1 } });
  select(store, [], { notes: [id] });
}

/** Moves the view if the panel covers the clicked node. */
export function uncover(store: CanvasStore, id: NodeId): void {
  const { opened, aim } = store.getState();
  if (opened?.id === id) store.setState({ aim: { at: id, clicked: true, nonce: aim.nonce + 1 } });
}

/** Fits the view to the section. */
export const fitAll = (store: CanvasStore): void =>
  store.setState(({ aim }) => ({ aim: { at: "all", nonce: aim.nonce + 1 } }));

/** Shows the drawing at 100 %. */
export const showActualSize = (store: CanvasStore): void =>
  store.setState(({ aim }) => ({ aim: { at: "actualSize", nonce: aim.nonce + 1 } }));

/** Puts a newer saved graph under the drawing, which becomes the merged one as an undo step. */
export function rebase(store: CanvasStore, theirs: Graph, merged: Graph): void {
  const state = store.getState();
  const drawn = straightened(merged, state.names);
  store.setState({
    ...settled(state, push(state.history, drawn)),
    saved: straightened(theirs, state.names),
    loaded: { saved: merged, drawn },
  });
}

/** Marks the nodes with save errors. */
export const flag = (store: CanvasStore, ids: readonly NodeId[]): void => store.setState({ flagged: new Set(ids) });

/** Marks the graph as saved and clears the change state (spec 2 §4.1). */
export function markSaved(store: CanvasStore, graph: Graph): void {
  const { opened, history } = store.getState();
  const node = opened && history.present.nodes.get(opened.id);
  store.setState({
    saved: graph,
    flagged: new Set(),
    faults: none,
    ...(node && { opened: { id: node.id, draft: node.draft, name: node.name } }),
  });
}

import type { DesignContext, Issue } from "@trunkline/workflow/nodeKind.ts";
import { type Graph, incoming, isStart, mainSection, type PaletteEntry } from "@trunkline/workflow/outbound/graph.ts";
import { nodeIssues } from "@trunkline/workflow/outbound/validateGraph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { createContext, useContext } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { type History, historyOf, mapped, push, redo, seal, undo } from "./history.ts";

/** Contacts at a node while a run is shown. */
export interface NodeCount {
  entered: number;
  here: number;
  failed: number;
}

/** One node, the whole section, or the section from its start where it would be too small to read. */
interface Aim {
  at: NodeId | "all" | "start";
  /** The node was clicked: the view moves only as far as the panel covers it. */
  clicked?: boolean;
  /** One more with every wish, so that the same wish can be had twice. */
  nonce: number;
}

export type Mark = "normal" | "updated" | "error" | "orphan" | "never";

/** What a test of a route shows on the drawing: which nodes were looked at, what they said, where it went. */
export interface Lit {
  nodes: ReadonlyMap<NodeId, { as: "holds" | "fails" | "taken" | "way"; words: string }>;
  /** The nodes whose incoming line was taken. */
  into: ReadonlySet<NodeId>;
}

export interface CanvasState {
  history: History<Graph>;
  /** What the server has; anything else is an unsaved change. */
  saved: Graph;
  section: string;
  selected: ReadonlySet<NodeId>;
  /** The hand-drawn line that is selected. */
  selectedEdge: string | null;
  /** The node whose form is open, and its values when it was opened (spec 2 §3.4, the tracker). */
  opened: { id: NodeId; draft: object } | null;
  /** Nodes that a save was refused for; a mark goes when the node is right again. */
  flagged: ReadonlySet<NodeId>;
  /** What a save said of nodes beside their forms, such as a destination that could not be kept; goes when the node changes. */
  faults: ReadonlyMap<NodeId, string>;
  /** Nodes that nothing ever reaches, and why. */
  never: ReadonlyMap<NodeId, string>;
  lit: Lit | null;
  counts: ReadonlyMap<NodeId, NodeCount> | null;
  readOnly: boolean;
  /** True for the blink in which cards glide to new places. */
  gliding: boolean;
  /** The line that would be split if the dragged kind were dropped now. */
  dropEdge: string | null;
  /** What the canvas shall show next: all of the section, or one node. */
  aim: Aim;
  context: DesignContext;
  /** Names for ids that stand on cards, such as the workflow that a Workflow node enters. */
  names: ReadonlyMap<string, string>;
  /** What is being dragged from the palette. */
  dragged: PaletteEntry | null;
  /** What lies over the canvas. */
  overlay: "quickAdd" | "search" | "keys" | null;
  /** What was typed while the overlay was loading. */
  typedAhead: string;
}

export type CanvasStore = StoreApi<CanvasState>;

interface Start {
  graph: Graph;
  context: DesignContext;
  readOnly?: boolean;
}

const none: ReadonlyMap<NodeId, string> = new Map();

/** The state of one open workflow. */
export const createCanvas = ({ graph, context, readOnly = false }: Start): CanvasStore =>
  createStore<CanvasState>(() => ({
    history: historyOf(graph),
    saved: graph,
    section: mainSection,
    selected: new Set(),
    selectedEdge: null,
    opened: null,
    flagged: new Set(),
    faults: none,
    never: none,
    lit: null,
    counts: null,
    readOnly,
    gliding: false,
    dropEdge: null,
    aim: { at: "start", nonce: 0 },
    context,
    names: new Map(),
    dragged: null,
    overlay: null,
    typedAhead: "",
  }));

export const CanvasContext = createContext<CanvasStore | null>(null);

/** The store of the canvas that a component stands in. */
export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasContext);
  if (store === null) throw new Error("this component must stand in a canvas");
  return store;
}

export const useCanvas = <Picked>(pick: (state: CanvasState) => Picked): Picked => useStore(useCanvasStore(), pick);

export const graphOf = (state: CanvasState): Graph => state.history.present;
export const isChanged = (state: CanvasState): boolean => state.history.present !== state.saved;

const noIssues: readonly Issue[] = [];
const knownIssues = new WeakMap<Graph, { context: DesignContext; byNode: Map<NodeId, readonly Issue[]> }>();

/** What is wrong with a node's form; found once for each graph. */
export function issuesOf(state: CanvasState, id: NodeId): readonly Issue[] {
  const graph = graphOf(state);
  const node = graph.nodes.get(id);
  if (node === undefined) return noIssues;
  let known = knownIssues.get(graph);
  if (known?.context !== state.context) {
    known = { context: state.context, byNode: new Map() };
    knownIssues.set(graph, known);
  }
  let issues = known.byNode.get(id);
  if (issues === undefined) {
    issues = nodeIssues(graph, node, state.context, state.saved);
    known.byNode.set(id, issues);
  }
  return issues;
}

/** How a card is marked: errors of a refused save, else no way in, else what its open form did (spec 2 §3.4). */
export function markOf(state: CanvasState, id: NodeId): Mark {
  const node = graphOf(state).nodes.get(id);
  if (node === undefined) return "normal";
  if (state.faults.has(id)) return "error";
  const { language } = graphOf(state);
  if (language !== undefined) {
    const mark = language.stateOf(graphOf(state), state.saved, id, state.context);
    return mark === "normal" && state.never.has(id) ? "never" : mark;
  }
  const isTouched = state.opened?.id === id && state.opened.draft !== node.draft;
  if ((state.flagged.has(id) || isTouched) && issuesOf(state, id).length > 0) return "error";
  if (!isStart(node) && incoming(graphOf(state), id).length === 0) return "orphan";
  return isTouched ? "updated" : "normal";
}

/** Why a card is marked, for its tooltip and for screen readers. */
export const markReason = (state: CanvasState, id: NodeId): string =>
  marksOf(state, id)
    .map((mark) => reasonOf(state, id, mark))
    .join(". ");

/** The marks of a card: its state, and next to "updated" that nothing ever reaches it. */
export function marksOf(state: CanvasState, id: NodeId): Exclude<Mark, "normal">[] {
  const mark = markOf(state, id);
  if (mark === "normal") return [];
  return mark === "updated" && state.never.has(id) ? [mark, "never"] : [mark];
}

/** Why a card has one of its marks. */
export function reasonOf(state: CanvasState, id: NodeId, mark: Mark): string {
  const fault = state.faults.get(id);
  if (fault !== undefined) return fault;
  if (mark === "never") return `Never taken: ${state.never.get(id)}`;
  if (mark === "error")
    return issuesOf(state, id)
      .map(({ message }) => message.replace(/\.?$/, "."))
      .join(" ");
  if (mark === "orphan") return "Nothing leads to this node. Attach or remove it before saving.";
  return mark === "updated" ? "Changed and not saved yet" : "";
}

/** Opens quick add, search or the list of keys over the canvas. */
export const openOverlay = (store: CanvasStore, overlay: CanvasState["overlay"]): void =>
  store.setState({ overlay, typedAhead: "" });

const glideMs = 180;

/** Changes the graph as one step of undo. `about` joins it to the step before of the same name; `glide` lets cards move there. */
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

/** Changes the graph without a step of undo: what the server made of it. */
export const amend = (store: CanvasStore, change: (graph: Graph) => Graph): void =>
  store.setState(({ history }) => ({ history: { ...history, present: change(history.present) } }));

/** The same, in every step of undo and redo that it is true of. */
export const amendAll = (store: CanvasStore, change: (graph: Graph) => Graph): void =>
  store.setState(({ history }) => ({ history: mapped(history, change) }));

/** A field was left: what is typed next is a step of its own. */
export const sealStep = (store: CanvasStore): void => store.setState(({ history }) => ({ history: seal(history) }));

/** One step back or forward again. */
export function step(store: CanvasStore, direction: "undo" | "redo"): void {
  const state = store.getState();
  if (state.readOnly) return;
  const history = direction === "undo" ? undo(state.history) : redo(state.history);
  if (history === state.history) return;
  store.setState({ ...settled(state, history), gliding: true });
  endGlide(store);
}

const endGlide = (store: CanvasStore) => setTimeout(() => store.setState({ gliding: false }), glideMs);

/** The rest of the state after the graph changed: no selection of what is gone, no section that is gone. */
function settled(state: CanvasState, history: History<Graph>): Partial<CanvasState> {
  const graph = history.present;
  const selected = [...state.selected].filter((id) => graph.nodes.has(id));
  const section = graph.sections.has(state.section) ? state.section : mainSection;
  const isSame = selected.length === state.selected.size;
  return {
    history,
    section,
    lit: null,
    ...(state.faults.size > 0 && { faults: faultsLeft(state, graph) }),
    ...(section !== state.section && { aim: { at: "start" as const, nonce: state.aim.nonce + 1 } }),
    ...(!isSame && { selected: new Set(selected), ...openedBy(graph, selected) }),
  };
}

/** What was said of a node holds until the node changes. */
const faultsLeft = ({ faults, history }: CanvasState, graph: Graph): ReadonlyMap<NodeId, string> =>
  new Map([...faults].filter(([id]) => graph.nodes.get(id)?.draft === history.present.nodes.get(id)?.draft));

/** Selects nodes, or a line instead; the form of a single node opens. */
export function select(store: CanvasStore, ids: readonly NodeId[], selectedEdge: string | null = null): void {
  const state = store.getState();
  const isSame = state.selected.size === ids.length && ids.every((id) => state.selected.has(id));
  if (isSame && state.selectedEdge === selectedEdge) return;
  store.setState({ selected: new Set(ids), selectedEdge, ...openedBy(graphOf(state), ids, state.opened) });
}

function openedBy(
  graph: Graph,
  ids: readonly NodeId[],
  opened: CanvasState["opened"] = null,
): Pick<CanvasState, "opened"> {
  const [id] = ids;
  const node = id === undefined || ids.length !== 1 ? undefined : graph.nodes.get(id);
  if (node === undefined) return { opened: null };
  return { opened: opened?.id === node.id ? opened : { id: node.id, draft: node.draft } };
}

/** Shows a section and fits the view to it (spec 2 §2.1). */
export function showSection(store: CanvasStore, section: string): void {
  store.setState(({ aim }) => ({
    section,
    selected: new Set(),
    selectedEdge: null,
    opened: null,
    aim: { at: "start", nonce: aim.nonce + 1 },
  }));
}

/** Selects a node wherever it is and brings it into view. */
export function goTo(store: CanvasStore, id: NodeId): void {
  const state = store.getState();
  const node = graphOf(state).nodes.get(id);
  if (node === undefined) return;
  store.setState({ section: node.section, aim: { at: id, nonce: state.aim.nonce + 1 } });
  select(store, [id]);
}

/** A clicked node whose form opened over it comes out from under the panel. */
export function uncover(store: CanvasStore, id: NodeId): void {
  const { opened, aim } = store.getState();
  if (opened?.id === id) store.setState({ aim: { at: id, clicked: true, nonce: aim.nonce + 1 } });
}

/** Fits the view to the section. */
export const fitAll = (store: CanvasStore): void =>
  store.setState(({ aim }) => ({ aim: { at: "all", nonce: aim.nonce + 1 } }));

/** Marks the nodes that a save was refused for. */
export const flag = (store: CanvasStore, ids: readonly NodeId[]): void => store.setState({ flagged: new Set(ids) });

/** The server has this now: the canvas' change state is cleared (spec 2 §4.1). */
export function markSaved(store: CanvasStore, graph: Graph): void {
  const { opened, history } = store.getState();
  const node = opened && history.present.nodes.get(opened.id);
  store.setState({
    saved: graph,
    flagged: new Set(),
    faults: none,
    ...(node && { opened: { id: node.id, draft: node.draft } }),
  });
}

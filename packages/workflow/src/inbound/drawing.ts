import type { Exit, NodeValidator } from "../nodeKind.ts";
import {
  edges,
  type Foreign,
  type ForeignKind,
  type Graph,
  type GraphNode,
  type Language,
  mainSection,
  type NodeState,
} from "../outbound/graph.ts";
import { notesOf, readNotes, writeNotes } from "../outbound/notes.ts";
import type { NodeId } from "../savedNode.ts";
import { severalOut, whyNotConnect } from "./connections.ts";
import {
  emptyInbound,
  type InboundEdge,
  type InboundGraph,
  type InboundNode,
  kindOf,
  newInboundNode,
  startId,
} from "./graph.ts";
import { type AnyInboundKind, type InboundKindName, inboundKind, inboundKinds } from "./kinds.ts";
import { palette, paletteWords, whyNotPlace } from "./palette.ts";
import { inboundIssues, nodeStates } from "./saveChecks.ts";

/**
 * Inbound workflows on the canvas: the same graph, cards, forms, keys and undo as outbound ones, with the rules of
 * spec 1 §4.1–4.3. A node's form includes its targets, as outbound drafts do.
 */

/** Form key of a node's targets. No form on the wire uses it. */
const way = "$next";
type Drawn = Readonly<Record<string, unknown>> & { readonly [way]: readonly NodeId[] };

/** The saved node, without what the canvas changes. */
type Saved = Omit<InboundNode, "id" | "form" | "x" | "y" | "name">;

const exitsTo = (targets: readonly NodeId[], several: boolean, isEnd: boolean): Exit[] => [
  ...targets.map((target) => ({ name: "", target })),
  ...(several || (targets.length === 0 && !isEnd) ? [{ name: "", target: null }] : []),
];

function drawnKind(kind: AnyInboundKind): ForeignKind {
  const { label, help, icon, hue, nodeType, category } = kind;
  const isEnd = category === "destination";
  return {
    label,
    help,
    icon,
    hue,
    fields: kind.fields as unknown as ForeignKind["fields"],
    defaults: kind.defaults,
    // the edges of Start always exist
    ...(category === "start" && { target: false, selectorsOnly: true }),
    ...((category === "start" || category === "channel") && { placeable: false }),
    ...(isEnd && { source: false }),
    card: (draft: Drawn) => kind.card(formOf(draft) as never),
    exits: (draft: Drawn) => exitsTo(draft[way], severalOut.includes(nodeType) && category !== "start", isEnd),
    retarget: (draft: Drawn, targets) => ({ ...draft, [way]: targets.filter((target) => target !== null) }),
    validate: (draft: Drawn) => kind.validate(formOf(draft) as never),
  };
}

const drawnKinds = new Map<string, ForeignKind>(
  Object.entries(inboundKinds).map(([name, kind]) => [name, drawnKind(kind as AnyInboundKind)]),
);

/** Represents a node of an unknown kind: shown, saved unchanged, deletable. */
const unknown = (type: string): ForeignKind => ({
  label: `Unknown node (${type})`,
  help: "This node was made by another version of the product. It is saved unchanged, but cannot be edited here.",
  hue: "logic",
  icon: "help-circle",
  fields: [],
  defaults: {},
  card: () => [],
  exits: (draft: Drawn) => exitsTo(draft[way], false, false),
  retarget: (draft: Drawn, targets) => ({ ...draft, [way]: targets.filter((target) => target !== null) }),
  validate: () => [],
});

function formOf({ [way]: _, ...form }: Drawn): object {
  return form;
}

/** Puts an inbound graph on the canvas. Nodes that are in `before` keep their numbers. */
export function drawInbound(inbound: InboundGraph, before?: Graph): Graph {
  const numbers = new Map<string, NodeId>(
    before && [...before.nodes.values()].map((node) => [wireIdOf(node), node.id]),
  );
  let last = Math.max(0, ...numbers.values());
  for (const id of inbound.nodes.keys()) if (!numbers.has(id)) numbers.set(id, ++last);
  const targets = Map.groupBy(inbound.edges, ({ source }) => source);
  const nodes = [...inbound.nodes.values()].map((node): GraphNode => {
    const next = (targets.get(node.id) ?? []).flatMap(({ target }) => numbers.get(target) ?? []);
    return drawNode(node, numbers.get(node.id) ?? 0, next);
  });
  const { notes, carried } = readNotes(inbound.carried);
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    sections: new Map([[mainSection, numbers.get(startId) ?? 0]]),
    carried: { graph: carried, edges: inbound.edges },
    ...(notes.length > 0 && { notes }),
    language,
  };
}

function drawNode(
  { id: wireId, form, x, y, name, ...saved }: InboundNode,
  id: NodeId,
  next: readonly NodeId[],
): GraphNode {
  const kind = (saved.kind === "unknown" ? undefined : drawnKinds.get(saved.kind)) ?? unknown(saved.type);
  const foreign: Foreign = { kind, wireId, saved };
  return {
    id,
    kind: "foreign",
    type: saved.type,
    ...(name !== undefined && { name }),
    x,
    y,
    section: mainSection,
    draft: { ...form, [way]: next },
    carried: {},
    foreign,
  };
}

/** The wire id of a canvas node. */
export const wireIdOf = ({ foreign, id }: GraphNode): string => foreign?.wireId ?? String(id);

/** The canvas node with this wire id. */
export const drawnNode = (graph: Graph, wireId: string): GraphNode | undefined =>
  [...graph.nodes.values()].find((node) => wireIdOf(node) === wireId);

const known = new WeakMap<Graph, InboundGraph>();

/** The inbound graph of a canvas graph, computed once per graph. */
export function inboundOf(graph: Graph): InboundGraph {
  let inbound = known.get(graph);
  if (inbound === undefined) {
    inbound = undraw(graph);
    known.set(graph, inbound);
  }
  return inbound;
}

function undraw(graph: Graph): InboundGraph {
  const { graph: carried, edges: old } = graph.carried as { graph: InboundGraph["carried"]; edges: InboundEdge[] };
  const nodes = [...graph.nodes.values()].map((node): InboundNode => {
    const saved = node.foreign?.saved as Saved;
    const { name, x, y } = node;
    return {
      ...saved,
      id: wireIdOf(node),
      form: formOf(node.draft as Drawn),
      x,
      y,
      ...(name !== undefined && { name }),
    };
  });
  const keyOf = ({ source, target }: Pick<InboundEdge, "source" | "target">) => JSON.stringify([source, target]);
  const wireId = (id: NodeId) => wireIdOf(graph.nodes.get(id) as GraphNode);
  const lines = new Map(
    edges(graph).map(({ source, target }) => {
      const line = { source: wireId(source), target: wireId(target) };
      return [keyOf(line), { ...line, id: `${line.source}-${line.target}`, carried: {} }];
    }),
  );
  // existing edges keep their ids and order
  const kept = old.filter((edge) => lines.has(keyOf(edge)));
  for (const edge of kept) lines.delete(keyOf(edge));
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: [...kept, ...lines.values()],
    carried: writeNotes(notesOf(graph), carried),
  };
}

/** Applies a command for inbound graphs to a canvas graph. */
export function inDrawing(graph: Graph, change: (inbound: InboundGraph) => InboundGraph): Graph {
  const before = inboundOf(graph);
  const after = change(before);
  return after === before ? graph : drawInbound(after, graph);
}

/** Only the fixed nodes (spec 1 §2.5, Reset Workflow). */
export const resetDrawing = (graph: Graph): Graph => drawInbound(emptyInbound(), graph);

/** The first unused wire id of a kind: `time-3`. */
function freeWireId(graph: Graph, kind: string): string {
  const taken = new Set([...graph.nodes.values()].map(wireIdOf));
  for (let number = 1; ; number++) if (!taken.has(`${kind}-${number}`)) return `${kind}-${number}`;
}

/** Until the page has loaded the validator, only the forms' own checks apply. */
const noValidation: NodeValidator = () => [];

const states = new WeakMap<
  Graph,
  { saved: Graph; validateNode: NodeValidator; states: ReturnType<typeof nodeStates> }
>();

function statesOf(graph: Graph, saved: Graph, validateNode: NodeValidator): ReturnType<typeof nodeStates> {
  const found = states.get(graph);
  if (found?.saved === saved && found.validateNode === validateNode) return found.states;
  const made = nodeStates(inboundOf(graph), inboundOf(saved), validateNode);
  states.set(graph, { saved, validateNode, states: made });
  return made;
}

const language: Language = {
  palette: (graph) =>
    palette.flatMap(({ title, kinds }) =>
      kinds.map((kind) => {
        const { label, icon, hue } = inboundKinds[kind];
        const words = paletteWords[kind] ?? "";
        return { kind, label, icon, hue, group: title, words, why: whyNotPlace(inboundOf(graph), kind) };
      }),
    ),
  newNode: (graph, kind, id, { x, y }) =>
    drawNode(newInboundNode(freeWireId(graph, kind), kind as InboundKindName, x, y), id, []),
  whyNotConnect: (graph, source, target) => {
    const [from, to] = [graph.nodes.get(source), graph.nodes.get(target)];
    if (from === undefined || to === undefined) return "The node does not exist";
    return whyNotConnect(inboundOf(graph), wireIdOf(from), wireIdOf(to));
  },
  issues: (graph, node, { validateNode = noValidation }) => {
    const inbound = inboundOf(graph);
    const found = inbound.nodes.get(wireIdOf(node));
    return found === undefined ? [] : inboundIssues(inbound, found, validateNode);
  },
  stateOf: (graph, saved, id, { validateNode = noValidation }): NodeState => {
    const node = graph.nodes.get(id);
    const state = node && statesOf(graph, saved, validateNode).get(wireIdOf(node));
    return state === undefined || state === "plain" ? "normal" : state === "unsuccessful" ? "error" : state;
  },
  // spec 1 §4.1
  wordsOn: (source, target) => (drawnCategory(source) === "rule" && drawnCategory(target) === "rule" ? "AND" : ""),
  pasted: (graph, node) => {
    const saved = node.foreign?.saved as Saved | undefined;
    const kind = saved && inboundKind(saved.kind);
    if (saved === undefined || kind === undefined) return undefined;
    const { name, x, y } = node;
    const at = { id: freeWireId(graph, saved.kind), x, y, ...(name !== undefined && { name }) };
    const model = { ...saved, routeDest: null, ...at };
    if (["start", "channel"].includes(kind.category)) return undefined;
    const { [way]: next = [], ...form } = node.draft as Drawn;
    return drawNode({ ...model, form: { ...(kind.defaults as object), ...form } }, node.id, next);
  },
};

/** The name of a canvas node's kind, or "unknown". */
export const drawnKindName = (node: GraphNode): Saved["kind"] =>
  (node.foreign?.saved as Saved | undefined)?.kind ?? "unknown";

/** The other number of a number rule, if the node is one (spec 1 §4.3). */
export const otherNumberOf = (node: GraphNode): string | undefined => {
  const name = drawnKindName(node);
  return name === "fromNumber" ? "To Number" : name === "toNumber" ? "From Number" : undefined;
};

/** The category of a canvas node. */
export const drawnCategory = (node: GraphNode): string | undefined =>
  kindOf({ ...(node.foreign?.saved as Saved), id: "", form: {}, x: 0, y: 0 })?.category;

import type { InboundEdge } from "../inbound/graph.ts";
import { exitsOf, type Graph, type GraphNode, retargeted } from "../outbound/graph.ts";
import { notesOf } from "../outbound/notes.ts";
import { withVariables } from "../outbound/withVariables.ts";
import type { NodeId } from "../savedNode.ts";
import { equalValues } from "./equalValues.ts";
import { identityOf } from "./matchNodes.ts";
import type { Three } from "./mergeValues.ts";

/**
 * The three graphs with one id for one node. Nodes of the base keep theirs. A node that both users added under the same id
 * is two nodes, and mine gets another id, because theirs is saved. The same goes for notes.
 */
export function alignGraphs({ base, mine, theirs }: Three<Graph>): { versions: Three<Graph>; wanted: WantedIds } {
  const ids = new FreeIds([base, mine, theirs]);
  const known = new Map([...base.nodes.values()].map((node) => [identityOf(node), node.id]));
  const theirIds = newIds(theirs, known, new Set(base.nodes.keys()), ids);
  const aligned = renumbered(theirs, theirIds, { base });
  const shared = new Map(known);
  const added = new Map([...theirs.nodes.values()].map((node) => [identityOf(node), node]));
  for (const node of mine.nodes.values()) {
    const same = added.get(identityOf(node));
    if (same === undefined || known.has(identityOf(node))) continue;
    // a section that both added is one section
    if (node.kind === "sectionStart" || isSame(node, same))
      shared.set(identityOf(node), theirIds.get(same.id) ?? same.id);
  }
  const taken = new Set([...base.nodes.keys(), ...aligned.nodes.keys()]);
  const myIds = newIds(mine, shared, taken, ids);
  const free = withFreeNotes(
    renumbered(mine, myIds, { base, wireIds: newWireIds(mine, myIds, aligned) }),
    base,
    aligned,
  );
  const wanted = [...theirIds, ...myIds].filter(([from, to]) => from !== to && from > 0);
  return { versions: { base, theirs: aligned, mine: free }, wanted: new Map(wanted.map(([from, to]) => [to, from])) };
}

/** The ids that nodes had before they were aligned, by their new ids. */
type WantedIds = ReadonlyMap<NodeId, NodeId>;

/** Gives nodes their own ids back where the node that had the same id is gone. Returns the new ids too. */
export function withWantedIds(graph: Graph, wanted: WantedIds): { graph: Graph; ids: ReadonlyMap<NodeId, NodeId> } {
  const taken = new Set(graph.nodes.keys());
  const ids = new Map<NodeId, NodeId>();
  for (const [id, own] of wanted) {
    if (!graph.nodes.has(id) || taken.has(own)) continue;
    taken.add(own);
    ids.set(id, own);
  }
  return { graph: renumbered(graph, ids), ids };
}

const isSame = ({ id: _, ...a }: GraphNode, { id: __, ...b }: GraphNode): boolean =>
  equalValues({ ...a, foreign: a.foreign?.saved }, { ...b, foreign: b.foreign?.saved });

/** Ids that no node has. Those of section starts are negative. */
class FreeIds {
  private highest: number;
  private lowest: number;

  constructor(graphs: readonly Graph[]) {
    const all = graphs.flatMap(({ nodes }) => [...nodes.keys()]);
    this.highest = Math.max(0, ...all);
    this.lowest = Math.min(0, ...all);
  }

  next(node: GraphNode): NodeId {
    return node.kind === "sectionStart" ? --this.lowest : ++this.highest;
  }
}

function newIds(
  { nodes }: Graph,
  known: ReadonlyMap<string, NodeId>,
  taken: ReadonlySet<NodeId>,
  ids: FreeIds,
): Map<NodeId, NodeId> {
  const found = new Map<NodeId, NodeId>();
  for (const node of nodes.values()) {
    const same = known.get(identityOf(node));
    if (same !== undefined) found.set(node.id, same);
  }
  for (const node of nodes.values())
    if (!found.has(node.id)) found.set(node.id, taken.has(node.id) ? ids.next(node) : node.id);
  return found;
}

/** Wire ids of my new inbound nodes, where theirs has a new node with the same one. */
function newWireIds(mine: Graph, map: ReadonlyMap<NodeId, NodeId>, theirs: Graph): Map<string, string> {
  const used = new Map(
    [...theirs.nodes.values()].flatMap(({ foreign, id }) => (foreign ? [[foreign.wireId, id]] : [])),
  );
  const taken = new Set([...used.keys(), ...[...mine.nodes.values()].map(({ foreign }) => foreign?.wireId ?? "")]);
  const found = new Map<string, string>();
  for (const { id, foreign } of mine.nodes.values()) {
    if (foreign === undefined || !used.has(foreign.wireId) || used.get(foreign.wireId) === map.get(id)) continue;
    const kind = foreign.wireId.replace(/-\d+$/, "");
    let number = 1;
    while (taken.has(`${kind}-${number}`)) number++;
    taken.add(`${kind}-${number}`);
    found.set(foreign.wireId, `${kind}-${number}`);
  }
  return found;
}

/** The graph with new ids. Forms that are as in the base name the nodes of the base. */
function renumbered(
  graph: Graph,
  ids: ReadonlyMap<NodeId, NodeId>,
  { base, wireIds = new Map() }: { base?: Graph; wireIds?: ReadonlyMap<string, string> } = {},
): Graph {
  const moved = new Map([...ids].filter(([from, to]) => from !== to));
  if (moved.size === 0 && wireIds.size === 0) return graph;
  const newId = (id: NodeId): NodeId => ids.get(id) ?? id;
  const isAsBefore = (node: GraphNode) => {
    const old = base?.nodes.get(node.id);
    return old !== undefined && equalValues(old.draft, node.draft);
  };
  const nodes = [...graph.nodes.values()].map((node): [NodeId, GraphNode] => {
    const id = newId(node.id);
    const targets = exitsOf(node).map(({ target }) => (target === null ? null : newId(target)));
    const { draft } = retargeted(node, targets);
    const { foreign } = node;
    return [
      id,
      {
        ...node,
        id,
        draft: isAsBefore(node) ? draft : (withVariables(draft, moved) as object),
        ...(foreign && { foreign: { ...foreign, wireId: wireIds.get(foreign.wireId) ?? foreign.wireId } }),
      },
    ];
  });
  return {
    ...graph,
    nodes: new Map(nodes),
    sections: new Map([...graph.sections].map(([name, id]) => [name, newId(id)])),
    ...(wireIds.size > 0 && { carried: withoutEdges(graph.carried, wireIds) }),
  };
}

/** Edges of renamed nodes are written again with the new ids. */
function withoutEdges(carried: Graph["carried"], wireIds: ReadonlyMap<string, string>): Graph["carried"] {
  const { edges = [], ...rest } = carried as { edges?: readonly InboundEdge[] };
  return { ...rest, edges: edges.filter(({ source, target }) => !wireIds.has(source) && !wireIds.has(target)) };
}

function withFreeNotes(mine: Graph, base: Graph, theirs: Graph): Graph {
  const old = new Set(notesOf(base).map(({ id }) => id));
  const added = new Map(notesOf(theirs).flatMap((note) => (old.has(note.id) ? [] : [[note.id, note] as const])));
  let last = Math.max(0, ...[base, mine, theirs].flatMap((graph) => notesOf(graph).map(({ id }) => id)));
  const notes = notesOf(mine).map((note) => {
    const same = added.get(note.id);
    return old.has(note.id) || same === undefined || equalValues(same, note) ? note : { ...note, id: ++last };
  });
  return notes.length === 0 ? mine : { ...mine, notes };
}

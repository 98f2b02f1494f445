import {
  type edges,
  exitsOf,
  fullNameOf,
  type Graph,
  type GraphNode,
  incoming,
  kindOfNode,
  mainSection,
  retargeted,
  targetsOf,
} from "../outbound/graph.ts";
import type { NodeId } from "../savedNode.ts";
import { alignGraphs, withWantedIds } from "./alignGraphs.ts";
import { noLookups } from "./compareGraphs.ts";
import { Conflicts, type MergeConflict, type Side } from "./conflicts.ts";
import { describePlace, nextPlace } from "./describePlace.ts";
import { describeTarget, type Lookups } from "./describeValue.ts";
import { equalValues, type Plain } from "./equalValues.ts";
import { withoutTargets } from "./fieldDifferences.ts";
import { mergeNotes } from "./mergeNotes.ts";
import { type Decide, mergeValues, type Three } from "./mergeValues.ts";

/** A merged workflow. Conflicts without a choice are merged as mine. */
export interface Merged {
  graph: Graph;
  conflicts: MergeConflict[];
}

/**
 * Merges two users' changes of one workflow (decision 0086). `base` is the version that both opened, `theirs` what was saved
 * since. What only one of them changed is used. What both changed differently is a conflict and is decided by `choices`.
 */
export function mergeGraphs(
  versions: Three<Graph>,
  choices: ReadonlyMap<string, Side> = new Map(),
  lookups: Lookups = noLookups,
): Merged {
  const { versions: aligned, wanted } = alignGraphs(versions);
  const conflicts = new Conflicts(choices);
  const nodes = mergePresence(aligned, conflicts, lookups);
  decidePlaces(aligned, nodes, conflicts);
  const sections = mergeSections(aligned, nodes);
  const joined: Graph = {
    ...aligned.theirs,
    nodes: withoutLostTargets(nodes),
    sections,
    carried: mergeCarried(aligned, conflicts),
  };
  const { notes: _, ...drawn } = oneWayIn(joined, aligned, conflicts);
  const notes = mergeNotes(aligned, conflicts).map((note) =>
    sections.has(note.section) ? note : { ...note, section: mainSection },
  );
  const { graph, ids } = withWantedIds({ ...drawn, ...(notes.length > 0 && { notes }) }, wanted);
  const found = conflicts.found.map((conflict) => ({
    ...conflict,
    nodeId: conflict.nodeId === null ? null : (ids.get(conflict.nodeId) ?? conflict.nodeId),
  }));
  return { graph, conflicts: found };
}

/** Which nodes there are, each merged. */
function mergePresence(versions: Three<Graph>, conflicts: Conflicts, lookups: Lookups): Map<NodeId, GraphNode> {
  const { base, mine, theirs } = versions;
  const nodes = new Map<NodeId, GraphNode>();
  for (const id of new Set([...theirs.nodes.keys(), ...mine.nodes.keys()])) {
    const [was, own, other] = [base.nodes.get(id), mine.nodes.get(id), theirs.nodes.get(id)];
    if (own !== undefined && other !== undefined) {
      nodes.set(id, mergeNode({ base: was ?? other, mine: own, theirs: other }, { versions, conflicts, lookups }));
      continue;
    }
    const left = own ?? other;
    if (left === undefined) continue;
    const side: Side = own === undefined ? "theirs" : "mine";
    if (was === undefined) nodes.set(id, left);
    // deleted by one user, changed by the other
    else if (isTouched(id, base, versions[side]) && decideDeleted(left, side, conflicts) === side) nodes.set(id, left);
  }
  return nodes;
}

/** Whether a node was changed, apart from its place, or got a new edge. */
function isTouched(id: NodeId, base: Graph, now: Graph): boolean {
  const [was, is] = [base.nodes.get(id), now.nodes.get(id)];
  if (was === undefined || is === undefined) return true;
  const { x: _x, y: _y, ...old } = was;
  const { x: _nx, y: _ny, ...next } = is;
  const sourceOf = (graph: Graph) => incoming(graph, id).map(({ source }) => source);
  // an edge that ends because its target was deleted is no change
  const changedTargets = !targetsOf(is).every((target) => targetsOf(was).includes(target));
  const strip = (node: GraphNode) => ({ ...node, draft: withoutTargets(node) });
  const isOther = !equalValues(strip(old as GraphNode), strip(next as GraphNode));
  return isOther || changedTargets || !sourceOf(now).every((source) => sourceOf(base).includes(source));
}

function decideDeleted(node: GraphNode, keeper: Side, conflicts: Conflicts): Side {
  const words = { kept: "Changed", gone: "Deleted" };
  return conflicts.decide({
    id: `deleted ${node.id}`,
    nodeId: node.id,
    subject: fullNameOf(node),
    label: "Node",
    mine: keeper === "mine" ? words.kept : words.gone,
    theirs: keeper === "theirs" ? words.kept : words.gone,
  });
}

interface MergeContext {
  versions: Three<Graph>;
  conflicts: Conflicts;
  lookups: Lookups;
}

/** A node that both have. Its place is decided for all nodes together. */
function mergeNode(nodes: Three<GraphNode>, context: MergeContext): GraphNode {
  const { mine, theirs } = nodes;
  const decide = (place: readonly string[], values: Three<unknown>): unknown => {
    const conflict = { id: `${theirs.id} ${place.join(".")}`, nodeId: theirs.id, subject: fullNameOf(mine) };
    return values[context.conflicts.decide({ ...conflict, ...describePlace(place, values, { ...context, nodes }) })];
  };
  const part = (pick: (node: GraphNode) => unknown, key: string) =>
    mergeValues({ base: pick(nodes.base), mine: pick(mine), theirs: pick(theirs) }, decide, [key]);
  const name = part((one) => one.name, ".name") as string | undefined;
  const { name: _, ...rest } = theirs;
  const merged: GraphNode = {
    ...rest,
    ...(name !== undefined && { name }),
    kind: mine.kind,
    type: mine.type,
    section: part((one) => one.section, ".section") as string,
    carried: part((one) => one.carried, ".carried") as Plain,
  };
  if (theirs.foreign !== undefined) return mergeForeign(merged, nodes, decide);
  const drafts = { base: nodes.base.draft, mine: mine.draft, theirs: theirs.draft };
  return { ...merged, draft: mergeValues(drafts, decide) as object };
}

/** An inbound node: its form without targets, and its targets, which are a set where there can be several. */
function mergeForeign(merged: GraphNode, nodes: Three<GraphNode>, decide: Decide): GraphNode {
  const { base, mine, theirs } = nodes;
  const pick = <Value>(of: (node: GraphNode) => Value): Three<Value> => ({
    base: of(base),
    mine: of(mine),
    theirs: of(theirs),
  });
  const draft = mergeValues(pick(withoutTargets), decide) as object;
  const bare = pick((node) => ({ ...((node.foreign?.saved ?? {}) as Plain), routeDest: null }));
  const { routeDest = null } = (theirs.foreign?.saved ?? {}) as { routeDest?: string | null };
  const saved = { ...(mergeValues(bare, decide, [".saved"]) as object), routeDest };
  const targets = pick(targetsOf);
  return retargeted(
    { ...merged, draft, ...(theirs.foreign && { foreign: { ...theirs.foreign, saved } }) },
    takesSeveral(theirs) ? unionOf(targets) : (mergeValues(targets, decide, [nextPlace]) as NodeId[]),
  );
}

/** Whether another edge can leave a node that has one. */
const takesSeveral = (node: GraphNode): boolean =>
  kindOfNode(node).placeable === false || exitsOf(retargeted(node, [1])).some(({ target }) => target === null);

/** Targets of both, without what one of them removed. */
const unionOf = ({ base, mine, theirs }: Three<NodeId[]>): NodeId[] =>
  [...new Set([...theirs, ...mine])].filter((id) => !base.includes(id) || (mine.includes(id) && theirs.includes(id)));

/** The place of nodes that both moved is decided once for all of them. */
function decidePlaces({ base, mine, theirs }: Three<Graph>, nodes: Map<NodeId, GraphNode>, conflicts: Conflicts): void {
  const both: NodeId[] = [];
  for (const [id, node] of nodes) {
    const [was, own, other] = [base.nodes.get(id), mine.nodes.get(id), theirs.nodes.get(id)];
    if (own === undefined || other === undefined) continue;
    if (was !== undefined && isAt(own, was)) nodes.set(id, { ...node, x: other.x, y: other.y });
    else if (was === undefined || isAt(other, was) || isAt(own, other)) nodes.set(id, { ...node, x: own.x, y: own.y });
    else both.push(id);
  }
  if (both.length === 0) return;
  const side = conflicts.decide({
    id: "places",
    nodeId: both.length === 1 ? (both[0] ?? null) : null,
    subject: "Drawing",
    label:
      both.length === 1 ? "Position of a node that both moved" : `Positions of ${both.length} nodes that both moved`,
    mine: "As you moved them",
    theirs: "As the other user moved them",
  });
  const placed = side === "mine" ? mine : theirs;
  for (const id of both) {
    const [node, at] = [nodes.get(id), placed.nodes.get(id)];
    if (node !== undefined && at !== undefined) nodes.set(id, { ...node, x: at.x, y: at.y });
  }
}

const isAt = (a: GraphNode, b: GraphNode): boolean => a.x === b.x && a.y === b.y;

/** The sections, theirs first. A section that one user deleted stays while it has a node, and its start with it. */
function mergeSections({ mine, theirs }: Three<Graph>, nodes: Map<NodeId, GraphNode>): Map<string, NodeId> {
  const used = new Set([...nodes.values()].map(({ section }) => section));
  const sections = new Map<string, NodeId>();
  for (const graph of [theirs, mine])
    for (const [name, id] of graph.sections) {
      const start = graph.nodes.get(id);
      if (sections.has(name) || start === undefined || !(nodes.has(id) || used.has(name))) continue;
      sections.set(name, id);
      if (!nodes.has(id)) nodes.set(id, start);
    }
  return sections;
}

/** Edges to nodes that are gone end. */
function withoutLostTargets(nodes: ReadonlyMap<NodeId, GraphNode>): Map<NodeId, GraphNode> {
  return new Map(
    [...nodes].map(([id, node]) => {
      const exits = exitsOf(node);
      if (exits.every(({ target }) => target === null || nodes.has(target))) return [id, node];
      return [
        id,
        retargeted(
          node,
          exits.map(({ target }) => (target !== null && nodes.has(target) ? target : null)),
        ),
      ];
    }),
  );
}

/** A node can have one edge in. Where each user made one, one of the two stays (spec 2 §3.4). */
function oneWayIn(graph: Graph, { base, mine, theirs }: Three<Graph>, conflicts: Conflicts): Graph {
  let joined = graph;
  for (const node of graph.nodes.values()) {
    const ways = incoming(joined, node.id);
    if (ways.length < 2 || incoming(base, node.id).length > 1) continue;
    const from = (one: Graph) => new Set(incoming(one, node.id).map(({ source }) => source));
    const sources = { mine: from(mine), theirs: from(theirs) };
    const describe = (side: Side) =>
      `After ${[...sources[side]].map((id) => describeTarget(side === "mine" ? mine : theirs, id)).join(", ")}`;
    const side = conflicts.decide({
      id: `into ${node.id}`,
      nodeId: node.id,
      subject: fullNameOf(node),
      label: "Previous step",
      mine: describe("mine"),
      theirs: describe("theirs"),
    });
    const kept = ways.find(({ source }) => sources[side].has(source)) ?? ways[0];
    for (const way of ways) if (way !== kept) joined = withoutEdge(joined, way);
  }
  return joined;
}

function withoutEdge(graph: Graph, { source, index }: ReturnType<typeof edges>[number]): Graph {
  const node = graph.nodes.get(source);
  if (node === undefined) return graph;
  const targets = exitsOf(node).map(({ target }, at) => (at === index ? null : target));
  return { ...graph, nodes: new Map(graph.nodes).set(source, retargeted(node, targets)) };
}

/** What is saved next to the nodes. */
function mergeCarried({ base, mine, theirs }: Three<Graph>, conflicts: Conflicts): Graph["carried"] {
  const decide: Decide = (place, values) => {
    const label = place.join(".");
    const text = (side: Side) => JSON.stringify(values[side]) ?? "";
    const conflict = { id: `workflow ${label}`, nodeId: null, subject: "Workflow", label };
    return values[conflicts.decide({ ...conflict, mine: text("mine"), theirs: text("theirs") })];
  };
  if (theirs.language === undefined)
    return mergeValues({ base: base.carried, mine: mine.carried, theirs: theirs.carried }, decide) as Plain;
  const inbound = (graph: Graph) =>
    graph.carried as { graph: Plain; edges: readonly { source: string; target: string }[] };
  const saved = mergeValues(
    { base: inbound(base).graph, mine: inbound(mine).graph, theirs: inbound(theirs).graph },
    decide,
  );
  // saved edges keep their ids, and those that are no longer drawn are left out when it is written
  const known = new Set(inbound(theirs).edges.map(({ source, target }) => `${source} ${target}`));
  const more = inbound(mine).edges.filter(({ source, target }) => !known.has(`${source} ${target}`));
  return { graph: saved, edges: [...inbound(theirs).edges, ...more] };
}

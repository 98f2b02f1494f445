import type { NodeId, SavedNode } from "../savedNode.ts";
import { kindNameOf, kinds } from "./kinds/index.ts";
import type { SavedWorkflow } from "./savedWorkflow.ts";
import type { Problem } from "./validateGraph.ts";

/** A problem of the whole workflow. */
export const whole = (message: string): Problem => ({ nodeId: null, message });

/** A problem of one node, prefixed by its id (spec 2 §5.2). */
export const at = (nodeId: NodeId, message: string): Problem => ({ nodeId, message: `Node ${nodeId}: ${message}` });

/** The kind of a node whose type was checked. */
export function nameOf(node: SavedNode): keyof typeof kinds {
  const name = kindNameOf(node);
  if (name === undefined) throw new Error(`no kind accepts a node of type ${node.type}`);
  return name;
}

/** Checks ids, start, sections, incoming edges and loops. */
export function structureProblems(saved: SavedWorkflow): Problem[] {
  const byId = new Map(saved.nodes.map((node) => [node.id, node]));
  const first = [
    ...repeatedIds(saved.nodes),
    ...startProblems(saved, byId),
    ...sectionProblems(saved, byId),
    ...unknownChildren(saved.nodes, byId),
  ];
  return first.length > 0 ? first : [...severalParents(saved), ...circles(saved.nodes, byId)];
}

function repeatedIds(nodes: readonly SavedNode[]): Problem[] {
  const seen = new Set<NodeId>();
  return nodes.flatMap(({ id }) => {
    if (seen.has(id)) return [at(id, "two nodes have this id. Change one of them")];
    seen.add(id);
    return [];
  });
}

function startProblems({ startNode, nodes }: SavedWorkflow, byId: ReadonlyMap<NodeId, SavedNode>): Problem[] {
  const start = startNode === -1 ? 1 : startNode;
  const node = byId.get(start);
  if (node === undefined) return [whole(`startNode is ${startNode}, but node ${start} does not exist`)];
  if (node.type !== "start") return [at(start, `startNode names this node, but its type is ${node.type}, not start`)];
  return nodes.flatMap(({ id, type }) =>
    type === "start" && id !== start ? [at(id, "a workflow can have only one start node")] : [],
  );
}

function sectionProblems(
  { sections = {}, nodes, startNode }: SavedWorkflow,
  byId: ReadonlyMap<NodeId, SavedNode>,
): Problem[] {
  const firsts = Object.entries(sections).flatMap(([name, first]) => {
    if (name.trim() === "") return [whole("Section Name is required")];
    if (name === "main")
      return first === (startNode === -1 ? 1 : startNode)
        ? []
        : [whole(`sections.main must be the start node, but is ${first}`)];
    // an empty section is reported by the check for short paths
    return first === -1 || byId.has(first)
      ? []
      : [whole(`Section "${name}" starts with node ${first}, which does not exist`)];
  });
  const homeless = nodes.flatMap(({ id, inSection }) =>
    inSection === undefined || inSection === "main" || Object.hasOwn(sections, inSection)
      ? []
      : [at(id, `inSection is "${inSection}", which does not exist in sections`)],
  );
  return [...firsts, ...homeless];
}

const unknownChildren = (nodes: readonly SavedNode[], byId: ReadonlyMap<NodeId, SavedNode>): Problem[] =>
  nodes.flatMap((node) =>
    leadsTo(node)
      .filter((child) => !byId.has(child))
      .map((child) => at(node.id, `it leads to node ${child}, which does not exist`)),
  );

/** Targets of a node: its children, and its paths if they differ. */
const leadsTo = (node: SavedNode): NodeId[] => [...new Set([...node.children, ...pathsOf(node)])];

function pathsOf(node: SavedNode): NodeId[] {
  const kind = kinds[nameOf(node)];
  const draft = kind.read(kind.own.parse(node) as never, node.children);
  return kind.exits(draft as never).flatMap(({ target }) => (target === null ? [] : [target]));
}

/** Each node has one incoming edge. A section's start counts as one (wire reading 6). */
function severalParents({ nodes, sections = {}, startNode }: SavedWorkflow): Problem[] {
  const parents = new Map<NodeId, string[]>();
  const add = (child: NodeId, parent: string) => parents.set(child, [...(parents.get(child) ?? []), parent]);
  for (const [name, first] of Object.entries(sections))
    if (name !== "main") add(first, `the start of section "${name}"`);
  for (const node of nodes) for (const child of pathsOf(node)) add(child, `node ${node.id}`);
  const start = startNode === -1 ? 1 : startNode;
  return [...parents].flatMap(([child, from]) => {
    if (child === start) return [at(child, `nothing can lead to the start node, but ${from.join(" and ")} does`)];
    return from.length > 1 && child !== -1
      ? [
          at(
            child,
            `a node can have only one incoming edge, but ${from.join(" and ")} lead here. Copy the node for each`,
          ),
        ]
      : [];
  });
}

/** With one incoming edge each, a loop is whatever no start node reaches. */
function circles(nodes: readonly SavedNode[], byId: ReadonlyMap<NodeId, SavedNode>): Problem[] {
  const done = new Set<NodeId>();
  const problems: Problem[] = [];
  for (const { id } of nodes) {
    const trail: NodeId[] = [];
    const inTrail = new Set<NodeId>();
    // going down, each node is visited once; going up would need the parents
    const open: { id: NodeId; leave: boolean }[] = [{ id, leave: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.leave) {
        inTrail.delete(next.id);
        trail.pop();
        done.add(next.id);
        continue;
      }
      if (inTrail.has(next.id)) {
        const circle = [...trail.slice(trail.indexOf(next.id)), next.id];
        problems.push(
          at(next.id, `the path forms a loop: ${circle.join(" → ")}. Connect one of these nodes elsewhere`),
        );
        continue;
      }
      if (done.has(next.id)) continue;
      inTrail.add(next.id);
      trail.push(next.id);
      open.push({ id: next.id, leave: true });
      const node = byId.get(next.id);
      for (const child of node === undefined ? [] : leadsTo(node)) open.push({ id: child, leave: false });
    }
  }
  return problems;
}

/** `children` must repeat the paths (wire reading 5), otherwise the targets are ambiguous. */
export const childrenProblems = ({ nodes }: SavedWorkflow): Problem[] =>
  nodes.flatMap((node) => {
    const paths = pathsOf(node);
    const same = paths.length === node.children.length && paths.every((id) => node.children.includes(id));
    return same
      ? []
      : [at(node.id, `children is [${node.children.join(", ")}], but its paths lead to [${paths.join(", ")}]`)];
  });

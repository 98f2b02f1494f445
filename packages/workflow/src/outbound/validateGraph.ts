import type { DesignContext, Issue } from "../nodeKind.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { NodeId } from "../savedNode.ts";
import { reachesAnySection } from "./connections.ts";
import { edges, exitsOf, type Graph, type GraphNode, kindOfNode, maxNodes, targetsOf, titleOf } from "./graph.ts";
import type { Draft as SectionDraft } from "./kinds/section/design.ts";
import { nameField, nameProblem } from "./nodeName.ts";

/** A problem that prevents saving. `nodeId`: the node to mark, or null for the whole graph. */
export interface Problem {
  nodeId: NodeId | null;
  /** The form field, as in `Issue`. */
  field?: string;
  message: string;
}

/** Shown in place of the problems while there are orphans (spec 2 §4.1, to the letter). */
export const orphansMessage = "Orphan nodes are present. Please attach or remove them before saving.";

/** Spec 2 §5.2, to the letter. The path follows it. */
export const shortPathMessage = "A workflow path needs at least 3 nodes to be saved";

/**
 * All problems of a graph without orphans (spec 2 §4.1, §5.2). `before`: the saved graph, for checks that only apply to
 * changes.
 */
export const validateGraph = (graph: Graph, context: DesignContext, before?: Graph): Problem[] => [
  ...tooMany(graph),
  ...[...graph.nodes.values()].flatMap((node) =>
    nodeIssues(graph, node, context, before).map(({ field, message }) => ({
      nodeId: node.id,
      field,
      message: `Node ${node.id}: ${message}${node.name === undefined ? "" : ` (${node.name})`}`,
    })),
  ),
  ...strayPaths(graph),
  ...shortPaths(graph),
];

/** Errors of one node, as its form shows them, without the prefix. */
export function nodeIssues(graph: Graph, node: GraphNode, context: DesignContext, before?: Graph): Issue[] {
  if (graph.language !== undefined) return graph.language.issues(graph, node, context);
  if (node.kind === "unknown") {
    return [
      {
        field: "",
        message: `This version does not support the node type "${node.type}". Delete the node, or save with the version that made it`,
      },
    ];
  }
  const was = before?.nodes.get(node.id);
  const old = was?.kind === node.kind ? (was.draft as Record<string, unknown>) : undefined;
  const draft = node.draft as Record<string, unknown>;
  const unchanged = (field: string): boolean => old !== undefined && ownValue(old, field) === ownValue(draft, field);
  const issues = [...nameIssues(node), ...kindOfNode(node).validate(node.draft, { ...context, unchanged })];
  if (node.kind !== "section") return issues;
  const { section } = node.draft as SectionDraft;
  if (section === "" || graph.sections.has(section)) return issues;
  return [...issues, { field: "section", message: `Section "${section}" does not exist` }];
}

/** The bound of the name (decision 0075). */
function nameIssues({ name }: GraphNode): Issue[] {
  const message = nameProblem(name);
  return message === undefined ? [] : [{ field: nameField, message }];
}

/** Readings, Visits. */
export const tooManyMessage = (count: number): string =>
  `A workflow can have at most ${maxNodes} nodes, and this one has ${count}. Move part of it to another workflow`;

function tooMany(graph: Graph): Problem[] {
  const count = [...graph.nodes.values()].filter(({ kind }) => kind !== "sectionStart").length;
  if (count <= maxNodes) return [];
  return [{ nodeId: null, message: tooManyMessage(count) }];
}

/** Only percentage and event can lead to other sections (spec 2 §3.4). An imported graph can contain other cases. */
const strayPaths = (graph: Graph): Problem[] =>
  edges(graph).flatMap(({ source, target }) => {
    const from = graph.nodes.get(source);
    const to = graph.nodes.get(target);
    if (from === undefined || to === undefined || from.section === to.section || reachesAnySection(kindOfNode(from))) {
      return [];
    }
    const where = `node ${target} in section "${to.section}"`;
    const message =
      from.kind === "sectionStart"
        ? `Section "${from.section}" starts with ${where}. Its first node must be in the section`
        : `Node ${source}: it leads to ${where}. Only Percent and Event can lead to other sections. Use a Section node`;
    return [{ nodeId: source, message }];
  });

/** Paths with fewer than three nodes, including the start (readings, Outbound editor). */
function shortPaths(graph: Graph): Problem[] {
  return [...graph.sections].flatMap(([section, id]) => {
    const start = graph.nodes.get(id);
    if (start === undefined) return [];
    return shortFrom(graph, [start]).map((path) => ({
      nodeId: path.at(-1)?.id ?? null,
      message: `${shortPathMessage}: ${path.map((node) => nameInPath(node, section)).join(" → ")}`,
    }));
  });
}

// at most two steps deep, so loops do not matter
function shortFrom(graph: Graph, path: GraphNode[]): GraphNode[][] {
  if (path.length >= 3) return [];
  const last = path.at(-1);
  const nexts = last === undefined ? [] : targetsOf(last).flatMap((id) => graph.nodes.get(id) ?? []);
  if (nexts.length > 0) return nexts.flatMap((next) => shortFrom(graph, [...path, next]));
  // a branch without chosen paths has its own message
  return last !== undefined && kindOfNode(last).selectorsOnly && exitsOf(last).length > 0 ? [] : [path];
}

const nameInPath = (node: GraphNode, section: string): string =>
  node.kind === "sectionStart" ? `Section ${section}` : `${node.name ?? titleOf(node)} (${node.id})`;

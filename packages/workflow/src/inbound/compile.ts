import { categoryOf, channelOf, type InboundGraph, type InboundNode, kindOf, pathTo, startId } from "./graph.ts";
import { isTerminal, type RouteDestination, type RuleEntry } from "./route.ts";

/** What a save does with one destination (spec 1 §4.4). */
export interface CompiledDestination {
  /** The node's id. */
  node: string;
  state: "new" | "changed" | "unchanged";
  /** Whether it uses the terminal endpoint. */
  terminal: boolean;
  destination: RouteDestination;
}

/** The result of compiling a graph. */
export interface CompiledRoute {
  destinations: CompiledDestination[];
  /** Names of saved destinations without a node. */
  removed: string[];
}

/** Paths with fewer nodes (start, channel, destination) do not become destinations (spec 1 §4.4). */
const shortestPath = 3;

/**
 * The route destinations of a valid graph, in path order. `saved`: the tag's destinations on the server. A node without
 * a known name is new (wire reading 22).
 */
export function compileRoute(
  graph: InboundGraph,
  routeTag: string,
  saved: readonly RouteDestination[] = [],
): CompiledRoute {
  const known = new Map(saved.map((destination) => [destination.name, destination]));
  const taken = new Set<string>();
  const ends = [...graph.nodes.values()].filter((node) => isEnd(graph, node));
  const names = ends.map((node) => {
    // a copied node has the same name as its original, which keeps it
    if (node.routeDest === null || !known.has(node.routeDest) || taken.has(node.routeDest)) return undefined;
    taken.add(node.routeDest);
    return node.routeDest;
  });
  const newName = namer(routeTag, [...known.keys()]);
  const compiled = ends.map((node, index): CompiledDestination => {
    const name = names[index] ?? newName();
    const before = known.get(name);
    const destination = destinationOf(graph, node, routeTag, name, before);
    const state = before === undefined ? "new" : sameRoute(before, destination) ? "unchanged" : "changed";
    return { node: node.id, state, terminal: isTerminal(destination.destType), destination };
  });
  return { destinations: compiled, removed: [...known.keys()].filter((name) => !taken.has(name)) };
}

/** The graph with the name of each node's destination. */
export const withNames = (graph: InboundGraph, compiled: CompiledRoute): InboundGraph => {
  const nodes = new Map(graph.nodes);
  for (const { node: id, destination } of compiled.destinations) {
    const node = nodes.get(id);
    if (node !== undefined) nodes.set(id, { ...node, routeDest: destination.name });
  }
  return { ...graph, nodes };
};

function isEnd(graph: InboundGraph, node: InboundNode): boolean {
  if (categoryOf(node) !== "destination" || channelOf(graph, node.id) === undefined) return false;
  const path = pathTo(graph, node.id);
  return path.length >= shortestPath && path[0]?.id === startId;
}

/** Appends two digits after the tag, above those in use, so that no name is used twice. */
function namer(routeTag: string, names: readonly string[]): () => string {
  const prefix = `dest_${routeTag}_`;
  const numbers = names.flatMap((name) => {
    const number = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    return Number.isSafeInteger(number) ? [number] : [];
  });
  let last = numbers.reduce((most, number) => Math.max(most, number), 0);
  return () => {
    last += 1;
    return `${prefix}${String(last).padStart(2, "0")}`;
  };
}

interface Shared {
  timezone: number;
  priority: number;
  tags: readonly string[];
}

function destinationOf(
  graph: InboundGraph,
  node: InboundNode,
  routeTag: string,
  name: string,
  before: RouteDestination | undefined,
): RouteDestination {
  const kind = kindOf(node);
  const srcType = channelOf(graph, node.id);
  if (kind?.category !== "destination" || srcType === undefined)
    throw new Error(`node ${node.id} is not a destination`);
  const { timezone, priority, tags } = node.form as Shared;
  const { dest, options, distributionType = 1 } = kind.target(node.form as never);
  return {
    name,
    routeTag,
    srcType,
    dest,
    destType: kind.destType,
    description: node.name ?? node.label,
    distributionType,
    // the designer has no field for it, so a value set through the API stays
    callbackUrl: before?.callbackUrl ?? "",
    options: { timezone, priority, ...options },
    priority,
    applyTags: [...tags],
    status: before?.status ?? 1,
    ruleDTO: {
      name: before?.ruleDTO.name || ruleName(name, routeTag),
      and: rulesOf(graph, node),
      or: before?.ruleDTO.or ?? [],
    },
  };
}

const ruleName = (name: string, routeTag: string): string =>
  name.startsWith(`dest_${routeTag}`) ? name.replace("dest_", "rule_") : `rule_${routeTag}_${name}`;

/** All rules of a path, in path order (wire reading 19). */
const rulesOf = (graph: InboundGraph, node: InboundNode): RuleEntry[] =>
  pathTo(graph, node.id).flatMap((one) => {
    const kind = kindOf(one);
    return kind?.category === "rule" ? [kind.entry(one.form as never)] : [];
  });

/** Whether two destinations, or parts of them, are equal. */
export const sameRoute = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

/** JSON with sorted keys and without undefined values. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

import { compileRoute } from "./compile.ts";
import { pathsOf } from "./evaluateRoute.ts";
import { channelOf, type InboundGraph, pathTo } from "./graph.ts";
import type { RouteDestination } from "./route.ts";
import { srcTypes } from "./saved.ts";

/** When a path is tried among the paths of its channel, from 1. */
export interface TryPlace {
  nth: number;
  of: number;
}

/**
 * The order in which each channel's paths are tried, by the id of the first node after the channel (readings, Inbound designer).
 * A channel with a single path has no order.
 */
export function tryOrder(
  graph: InboundGraph,
  routeTag: string,
  saved: readonly RouteDestination[],
): Map<string, TryPlace> {
  const compiled = compileRoute(graph, routeTag, saved).destinations;
  const heads = new Map(compiled.map(({ node, destination }) => [destination, pathTo(graph, node)[2]?.id ?? ""]));
  const route = { routeTag, globalTimezone: 0, destinations: [...heads.keys()] };
  const places = new Map<string, TryPlace>();
  for (const channel of srcTypes) {
    const paths = pathsOf(route, channel);
    if (paths.length < 2) continue;
    for (const [index, path] of paths.entries()) {
      const head = heads.get(path) ?? "";
      if (channelOf(graph, head) === channel) places.set(head, { nth: index + 1, of: paths.length });
    }
  }
  return places;
}

import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";

/** The workflow and path that routed a call, with the rules of the path that were met: `Main line, gold: tier is gold`. */
export function describeRule({ routeTag, destination, paths }: RouteDecision): string {
  const taken = paths.find(({ name }) => name === destination);
  if (taken === undefined) return routeTag;
  const met = [...taken.and, ...taken.or].flatMap(({ rule, holds }) => (holds ? [rule] : []));
  const name = taken.description || taken.name;
  return `${routeTag}, ${name}${met.length === 0 ? "" : `: ${met.join(", ")}`}`;
}

import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { describeRule } from "@trunkline/workflow/inbound/describeRule.ts";
import type { RuleVerdict } from "@trunkline/workflow/inbound/evaluateRoute.ts";
import type { StoredRoute } from "../../store/routing/routeDecision.ts";

const shown = ({ rule, actual, holds }: RuleVerdict) => ({ rule: describeRule(rule), actual, holds });

/** How a call or message was routed, with a description of its rules. */
export const describeRouteDecision = (route: StoredRoute | null): RouteDecision | null =>
  route && {
    ...route,
    paths: route.paths.map(({ and, or, ...path }) => ({ ...path, and: and.map(shown), or: or.map(shown) })),
  };

import type { RouteDecision } from "@trunkline/contract/routeDecision.ts";
import type { RuleVerdict } from "@trunkline/workflow/inbound/evaluateRoute.ts";
import { ruleWords } from "@trunkline/workflow/inbound/ruleWords.ts";
import type { StoredRoute } from "../store/routeDecision.ts";

const shown = ({ rule, actual, holds }: RuleVerdict) => ({ rule: ruleWords(rule), actual, holds });

/** How a call or message was led, with its rules in words. */
export const shownRoute = (route: StoredRoute | null): RouteDecision | null =>
  route && {
    ...route,
    paths: route.paths.map(({ name, holds, and, or }) => ({ name, holds, and: and.map(shown), or: or.map(shown) })),
  };

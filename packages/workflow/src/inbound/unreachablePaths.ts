import { areaCodeStates } from "../parts/data/areaCodeStates.ts";
import { listOf, readOperation } from "../parts/operations.ts";
import { ownValue } from "../parts/ownValue.ts";
import { evaluateStatement } from "../parts/statement.ts";
import { regexProblem } from "../parts/text/regex.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { isOpen, pathsOf, type Route } from "./evaluateRoute.ts";
import type { RouteDestination, RuleEntry } from "./route.ts";
import { srcTypes } from "./saved.ts";

/** A path that never matches, and why. */
export interface UnreachablePath {
  name: string;
  because: string;
}

/** Paths that can never match because their rules contradict each other or an earlier path matches all they match. */
export const unreachablePaths = (route: Route): UnreachablePath[] =>
  srcTypes.flatMap((channel) => {
    const paths = pathsOf(route, channel);
    return paths.flatMap((path, index) => {
      const because = contradiction(path.ruleDTO.and) ?? shadow(paths.slice(0, index), path);
      return because === undefined ? [] : [{ name: path.name, because }];
    });
  });

/** Why rules can never match together, or undefined. */
export function contradiction(rules: readonly RuleEntry[]): string | undefined {
  for (const rule of rules) {
    const alone = impossible(rule);
    if (alone !== undefined) return alone;
  }
  const byVariable = Map.groupBy(rules, ({ type, variable }) => (type === "time" ? "options.timezone" : variable));
  for (const [variable, group] of byVariable) {
    const because = variable === "options.timezone" ? noTime(group) : noValue(variable, group);
    if (because !== undefined) return because;
  }
  return noAreaCode(rules);
}

function impossible(rule: RuleEntry): string | undefined {
  const { base, negated = false } = readOperation(rule.operation, rule.negated) ?? {};
  if (base === undefined || negated) return undefined;
  if (base === "REGEX" && regexProblem(rule.value) !== undefined) return "The regular expression cannot be used";
  if (base.endsWith("_ONE_OF") && listOf(rule.value).length === 0) return "The list to check for is empty";
  return undefined;
}

/** Why two time rules leave no time between them. */
function noTime(rules: readonly RuleEntry[]): string | undefined {
  let after = { seconds: -1, text: "" };
  let before = { seconds: 86_401, text: "" };
  for (const { operation, value, negated } of rules) {
    const seconds = parseTime(value);
    if (seconds === undefined || negated) continue;
    if (operation === "GREATER_THAN" && seconds > after.seconds) after = { seconds, text: value };
    if (operation === "LESS_THAN" && seconds < before.seconds) before = { seconds, text: value };
  }
  // the clock counts whole seconds
  if (before.seconds - after.seconds > 1 && after.seconds < 86_399) return undefined;
  if (before.text === "") return `No time of day is after ${after.text}`;
  if (after.text === "") return `No time of day is before ${before.text}`;
  return `No time is after ${after.text} and before ${before.text}. A range over midnight needs one path for each side`;
}

/** Why the rules on one variable leave no possible value. */
function noValue(variable: string, rules: readonly RuleEntry[]): string | undefined {
  const needs = rules.filter((rule) => readOperation(rule.operation, rule.negated)?.negated === false);
  const refusesAll = rules.some((rule) => {
    const read = readOperation(rule.operation, rule.negated);
    return read?.base === "EXISTS" && read.negated;
  });
  if (refusesAll && needs.length > 0) return `${words(variable)} is both required and not allowed`;
  const finite = needs.find(({ operation }) => ["EQUALS", "EQUALS_ONE_OF"].includes(operation));
  if (finite === undefined) return undefined;
  const values = finite.operation === "EQUALS" ? [finite.value] : listOf(finite.value);
  const fits = values.some((value) => rules.every((rule) => evaluateStatement(rule, () => value)));
  return fits ? undefined : `No ${words(variable)} satisfies all rules on it`;
}

/** Why no area code of a rule is in the states of another. */
function noAreaCode(rules: readonly RuleEntry[]): string | undefined {
  const codes = rules.find(
    ({ variable, operation, negated, value }) =>
      variable === "from" && operation === "CONTAINS_ONE_OF" && !negated && listOf(value).every(isAreaCode),
  );
  const states = rules.find(
    ({ variable, operation, negated }) => variable === "fromstate" && operation === "CONTAINS_ONE_OF" && !negated,
  );
  if (codes === undefined || states === undefined) return undefined;
  const asked = listOf(states.value);
  const fits = listOf(codes.value).some((code) =>
    (ownValue(areaCodeStates, code.slice(2)) ?? []).some((one) => asked.includes(one)),
  );
  return fits ? undefined : "None of the area codes is in one of the states";
}

const isAreaCode = (code: string): boolean => /^\+1\d{3}$/.test(code);

const words = (variable: string): string => variable.replace(/^contact\.extdata\./, "");

/** An earlier path that matches everything this one matches: it has no rules, or a subset of them. */
function shadow(earlier: readonly RouteDestination[], path: RouteDestination): string | undefined {
  const own = new Set(path.ruleDTO.and.map((rule) => keyOf(rule, path)));
  const first = earlier.find(
    (one) => isOpen(one) || (one.ruleDTO.or.length === 0 && one.ruleDTO.and.every((rule) => own.has(keyOf(rule, one)))),
  );
  return first === undefined ? undefined : `${first.description || first.name} is tried first and matches everything`;
}

const keyOf = (rule: RuleEntry, { options }: RouteDestination): string =>
  JSON.stringify([
    rule.variable,
    rule.operation,
    rule.value.toLowerCase(),
    rule.negated,
    rule.type === "time" ? options.timezone : null,
  ]);

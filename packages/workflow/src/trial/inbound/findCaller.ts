import { type AskedRoute, eventOf, neverReached, type Question, type RouteNow } from "../../inbound/askRoute.ts";
import { evaluateRoute, pathsOf, type Route, zoneOfDestination } from "../../inbound/evaluateRoute.ts";
import type { RouteDestination, RuleEntry } from "../../inbound/route.ts";
import { areaCodeStates } from "../../parts/data/areaCodeStates.ts";
import { listOf } from "../../parts/operations.ts";
import { isE164 } from "../../parts/phone/dialTarget.ts";
import { instantOf, localIso } from "../../parts/time/clock.ts";
import { parseTime } from "../../parts/time/timeOfDay.ts";
import { zoneOf } from "../../parts/time/timezones.ts";
import { candidatesOf } from "../candidates.ts";
import { endsBelow } from "./inboundCoverage.ts";

/** The result of a search: a call or text that gets to the node, or why none was found. */
export type CallerSearch = { found: Question } | { because: string; tries: number };

/** The most calls and texts that are tried, so that a page stays usable. */
const mostTries = 5_000;

/** Numbers for the rules on countries. The search knows no numbers of others. */
const numbersOfCountries = new Map([
  ["US", "+12025550143"],
  ["CA", "+14165550143"],
  ["GB", "+442079460018"],
  ["AU", "+61255501234"],
  ["DE", "+4930123456"],
  ["FR", "+33123456789"],
  ["IN", "+911123456789"],
  ["MX", "+525512345678"],
]);

/**
 * Searches for a call or text that gets to a node: numbers, states, hours, texts and fields from the rules' own values. The
 * route decides about every guess.
 */
export function findCaller(asked: AskedRoute, now: RouteNow, base: Question, target: string): CallerSearch {
  let tries = 0;
  for (const end of endsBelow(asked.graph, target)) {
    const destination = asked.route.destinations.find(({ name }) => asked.nodes.get(name) === end);
    if (destination === undefined) continue;
    for (const question of questionsFor(asked.route, destination, base)) {
      tries++;
      if (evaluateRoute(asked.route, eventOf(asked, question)).destination === destination) return { found: question };
      if (tries >= mostTries) return { because: "The search ended without finding one", tries };
    }
  }
  const [known] = endsBelow(asked.graph, target).flatMap((end) => neverReached(asked.graph, now).get(end) ?? []);
  return { because: known ?? "No value of the rules leads there", tries };
}

/** Everything that a rule can read, as a change of the question. */
type Change = Partial<Omit<Question, "attributes">> & { field?: readonly [name: string, value: string] };

function* questionsFor(route: Route, destination: RouteDestination, base: Question): Generator<Question> {
  const srcType = destination.srcType;
  const asked: Question = { ...base, srcType, text: srcType === "call" ? "" : base.text || "Hello" };
  const rules = pathsOf(route, srcType).flatMap((path) =>
    [...path.ruleDTO.and, ...path.ruleDTO.or].map((rule) => ({ rule, path })),
  );
  const own = new Set(destination.ruleDTO.and);
  // the values of the path's own rules first
  const ordered = [...rules.filter(({ rule }) => own.has(rule)), ...rules.filter(({ rule }) => !own.has(rule))];
  const bySubject = Map.groupBy(ordered, ({ rule }) => subjectOf(rule));
  const choices = [...bySubject].map(([subject, group]): Change[] => {
    const changes = group.flatMap(({ rule, path }) => {
      const zone = zoneOfDestination(path.options.timezone, route.globalTimezone);
      return changesFor(rule, zone, route, base);
    });
    const needed = destination.ruleDTO.and.filter((rule) => subjectOf(rule) === subject);
    return [...changes, {}].filter(
      (change) => needed.length === 0 || fits(route, destination, needed, changed(asked, change)),
    );
  });
  yield* combined(asked, choices);
}

/** Whether a question meets some rules of a destination. */
function fits(route: Route, destination: RouteDestination, and: RuleEntry[], question: Question): boolean {
  const only = { ...destination, ruleDTO: { name: "", and, or: [] } };
  const alone = { ...route, destinations: [only] };
  return evaluateRoute(alone, eventOf({ route: alone }, question)).destination !== null;
}

/** What a rule reads: rules on a number, its area code and its state read the same. */
function subjectOf({ type, variable }: RuleEntry): string {
  if (type === "time" || variable === "options.timezone") return "time";
  const lower = variable.toLowerCase();
  return ["from", "fromstate", "fromcountry"].includes(lower)
    ? "from"
    : ["to", "tostate", "tocountry"].includes(lower)
      ? "to"
      : lower;
}

function changesFor(rule: RuleEntry, zone: string, { globalTimezone }: Route, base: Question): Change[] {
  const subject = subjectOf(rule);
  if (subject === "time") return timesFor(rule, zone, zoneOf(globalTimezone) ?? "Etc/UTC", base);
  if (subject === "from" || subject === "to") return numbersFor(rule).map((number) => ({ [subject]: number }));
  const values = candidatesOf(rule);
  if (subject === "text") return values.filter((value) => value.trim() !== "").map((text) => ({ text }));
  const name = rule.variable.replace(/^contact\.(extdata\.)?/i, "");
  return values.map((value) => ({ field: [name, value] }));
}

/** A minute before, at and after the time of a rule, in the zone of its path. */
function timesFor({ value }: RuleEntry, zone: string, shownIn: string, { at }: Question): Change[] {
  const second = parseTime(value);
  if (second === undefined) return [];
  return [60, -60, 0].map((more) => ({
    at: localIso(instantOf(at.slice(0, 10), second, zone) + more * 1000, shownIn).slice(0, 16),
  }));
}

function numbersFor(rule: RuleEntry): string[] {
  const items = listOf(rule.value);
  const lower = rule.variable.toLowerCase();
  if (lower.endsWith("country"))
    return [...items.flatMap((one) => numbersOfCountries.get(one.toUpperCase()) ?? []), ...numbersOfCountries.values()];
  const codes = lower.endsWith("state")
    ? items.flatMap(codesOf)
    : items.flatMap((item) => /^\+1(\d{3})$/.exec(item)?.[1] ?? []);
  const whole = items.filter((item) => isE164(item) || /^\d{3,8}$/.test(item));
  const ending = items.flatMap((item) => {
    const digits = item.replace(/\D/g, "");
    return digits === "" || digits.length > 7 ? [] : [`+1202${"5550143".slice(0, 7 - digits.length)}${digits}`];
  });
  const beginning = items.filter((item) => item.startsWith("+")).map((item) => item.padEnd(12, "5"));
  const numbers = [
    ...whole,
    ...codes.map((code) => `+1${code}5550143`),
    ...beginning,
    ...ending,
    "+12025550143",
    "+13035550143",
  ];
  return [...new Set(numbers)];
}

/** Two area codes of a state. */
const codesOf = (state: string): string[] =>
  Object.entries(areaCodeStates)
    .flatMap(([code, states]) => (states.includes(state) ? [code] : []))
    .slice(0, 2);

/** Every combination of one change of each choice, the first of each first. */
function* combined(question: Question, [first, ...rest]: readonly (readonly Change[])[]): Generator<Question> {
  if (first === undefined) {
    yield question;
    return;
  }
  for (const change of first) yield* combined(changed(question, change), rest);
}

const changed = (question: Question, { field, ...change }: Change): Question => ({
  ...question,
  ...change,
  attributes: field === undefined ? question.attributes : withField(question.attributes, field),
});

const withField = (
  attributes: Question["attributes"],
  [name, value]: readonly [string, string],
): Question["attributes"] => {
  const others = Object.entries(attributes).filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return Object.fromEntries(value === "" ? others : [...others, [name, value]]);
};

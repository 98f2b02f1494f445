import type { RouteTest } from "@trunkline/contract/inboundRoute.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { compileRoute } from "@trunkline/workflow/inbound/compile.ts";
import { inboundOperationLabel } from "@trunkline/workflow/inbound/contentRule.ts";
import {
  evaluateRoute,
  type PathVerdict,
  type Route,
  type RuleVerdict,
} from "@trunkline/workflow/inbound/evaluateRoute.ts";
import { categoryOf, type InboundGraph, pathTo } from "@trunkline/workflow/inbound/graph.ts";
import { neverTaken } from "@trunkline/workflow/inbound/neverTaken.ts";
import type { RouteDestination, RuleEntry } from "@trunkline/workflow/inbound/route.ts";
import type { SrcType } from "@trunkline/workflow/inbound/saved.ts";
import { instantOf } from "@trunkline/workflow/parts/clock.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone.ts";
import { parseTime } from "@trunkline/workflow/parts/timeOfDay.ts";
import { zoneOf } from "@trunkline/workflow/parts/timezones.ts";

/** What a test asks: something comes in, by whom, to where, when. */
export type Question = Omit<RouteTest, "testId" | "name" | "expected">;

/** What the server has of the route, by which its destinations keep their names. */
export interface RouteNow {
  routeTag: string;
  destinations: readonly RouteDestination[];
}

/** One path that was looked at: its end, and what each of its rules said. */
export interface PathAnswer {
  /** The node that it ends at. */
  node: string;
  holds: boolean;
  rules: { node: string; verdict: RuleVerdict }[];
}

/** Where a call or message goes, and why. */
export interface RouteAnswer {
  paths: PathAnswer[];
  /** The node that it ends at; null: nothing answers. */
  node: string | null;
  /** In words, where nothing answers. */
  because: string;
}

const channelWords: Record<SrcType, string> = { call: "a call", sms: "an SMS", rcs: "an RCS message" };

/** A graph as it would run if it were saved now, and which node each of its destinations stands for. */
function routeOf(graph: InboundGraph, now: RouteNow): { route: Route; nodes: Map<string, string> } {
  const { destinations } = compileRoute(graph, now.routeTag, now.destinations);
  const { globalTimezone = 0 } = (graph.nodes.get("start")?.form ?? {}) as { globalTimezone?: number };
  return {
    route: {
      routeTag: now.routeTag,
      globalTimezone,
      destinations: destinations.map(({ destination }) => destination),
    },
    nodes: new Map(destinations.map(({ node, destination }) => [destination.name, node])),
  };
}

/** Where something that comes in would be led by the drawing as it is. */
export function askRoute(graph: InboundGraph, now: RouteNow, question: Question): RouteAnswer {
  const { route, nodes } = routeOf(graph, now);
  const verdict = evaluateRoute(route, {
    channel: question.srcType,
    from: e164Of(question.from),
    to: e164Of(question.to),
    text: question.srcType === "call" ? "" : question.text,
    atMs: momentOf(question.at, route.globalTimezone),
    contact: contactWith(question),
  });
  const answer = (path: PathVerdict): PathAnswer => {
    const node = nodes.get(path.name) ?? "";
    const rules = pathTo(graph, node).filter((one) => categoryOf(one) === "rule");
    return {
      node,
      holds: path.holds,
      rules: path.and.map((said, index) => ({ node: rules[index]?.id ?? "", verdict: said })),
    };
  };
  const what = channelWords[question.srcType];
  return {
    paths: verdict.paths.map(answer),
    node: verdict.destination === null ? null : (nodes.get(verdict.destination.name) ?? null),
    because:
      verdict.because === "noPathForChannel" ? `No path is drawn for ${what}` : `No path takes ${what} like this`,
  };
}

/** Somebody with these fields of its own; rules on contacts look at nothing else. */
const contactWith = ({ from, attributes }: Question): Contact => ({
  ...{ contactId: "", phone: e164Of(from), email: null, firstName: null, lastName: null },
  ...{ address: null, city: null, state: null, postalCode: null, country: null },
  ...{ tags: [], zones: [], zonesFrom: "unknown", dnc: 0 },
  extdata: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value])),
});

const e164Of = (text: string): string => {
  const parsed = parsePhone(text);
  return "e164" in parsed ? parsed.e164 : text.trim();
};

/** The instant of a local date and time in the workflow's zone. */
function momentOf(at: string, globalTimezone: number): number {
  const [date = "", time = ""] = at.split("T");
  return instantOf(date, parseTime(time) ?? 0, zoneOf(globalTimezone) ?? "Etc/UTC");
}

/** The tests whose answer is not the expected one, in words. */
export const failingTests = (
  graph: InboundGraph,
  now: RouteNow,
  tests: readonly RouteTest[],
): { testId: string; name: string; expected: string; went: string }[] =>
  tests.flatMap((test) => {
    const { node, because } = askRoute(graph, now, test);
    if ((node ?? "") === test.expected) return [];
    const went = node === null ? `nothing (${because})` : endName(graph, node);
    return [
      { testId: test.testId, name: test.name || sentenceOf(test), expected: endName(graph, test.expected), went },
    ];
  });

/** What a destination node is called: as on its card. */
export function endName(graph: InboundGraph, node: string): string {
  if (node === "") return "nothing";
  const found = graph.nodes.get(node);
  const number = /-(\d+)$/.exec(node)?.[1] ?? "";
  return found === undefined ? `${node}, which is gone` : `${found.label} ${number}`.trim();
}

/** "A call from +1… on Tue, Nov 24 at 18:40". */
export function sentenceOf({ srcType, from, to, at, text }: Question): string {
  const what = channelWords[srcType];
  const words = [
    `${what[0]?.toUpperCase()}${what.slice(1)} from ${from}`,
    ...(to === "" ? [] : [`to ${to}`]),
    `on ${dayOf(at)} at ${at.slice(11)}`,
    ...(text === "" || srcType === "call" ? [] : [`saying "${text}"`]),
  ];
  return words.join(" ");
}

/** "Tue, Nov 24" of a local date and time. */
export function dayOf(at: string): string {
  const date = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? at.slice(0, 10)
    : date.toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
}

const variableWords: Readonly<Record<string, string>> = {
  from: "From",
  to: "To",
  text: "Text",
  fromstate: "From state",
  tostate: "To state",
  fromcountry: "From country",
  tocountry: "To country",
};

const timeWords: Readonly<Record<string, string>> = { LESS_THAN: "before", GREATER_THAN: "after" };

/** A rule in words: "Time after 12:00:00". */
export function ruleWords({ type, variable, operation, value, negated }: RuleEntry): string {
  if (type === "time") return `Time ${negated ? "not " : ""}${timeWords[operation] ?? operation} ${value}`;
  const name = variableWords[variable] ?? variable.replace(/^contact\.extdata\./, "Contact ");
  const said = inboundOperationLabel(`${negated ? "DN_" : ""}${operation}`).toLowerCase();
  return `${name} ${said} ${value.replaceAll(",", ", ")}`.trim();
}

/** What a rule looked at and what it said: "yes: 18:40:00 America/Chicago". */
export const verdictWords = ({ holds, actual }: RuleVerdict): string =>
  `${holds ? "Yes" : "No"}: ${actual === null || actual === "" ? "nothing there" : actual}`;

/** The nodes that nothing ever reaches, and why: rules that exclude each other, or a path before them that takes all. */
export function neverReached(graph: InboundGraph, now: RouteNow): Map<string, string> {
  const { route, nodes } = routeOf(graph, now);
  return new Map(
    neverTaken(route).flatMap(({ name, because }) => {
      const node = nodes.get(name);
      return node === undefined ? [] : [[node, because] as const];
    }),
  );
}

import type { Contact } from "../engine/world.ts";
import { listOf } from "../parts/operations.ts";
import { setOwnValue } from "../parts/ownValue.ts";
import { isE164 } from "../parts/phone/dialTarget.ts";
import { e164Of, parsePhone } from "../parts/phone/phone.ts";
import { civilDate, epochDayOf, weekdayOf } from "../parts/time/calendar.ts";
import { instantOf } from "../parts/time/clock.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { contactFields } from "../parts/variables.ts";
import { compileRoute } from "./compile.ts";
import {
  evaluateRoute,
  type InboundEvent,
  type PathVerdict,
  type Route,
  type RouteVerdict,
  type RuleVerdict,
} from "./evaluateRoute.ts";
import { categoryOf, type InboundGraph, pathTo } from "./graph.ts";
import type { RouteDestination } from "./route.ts";
import type { SrcType } from "./saved.ts";
import { unreachablePaths } from "./unreachablePaths.ts";

/** A question to a route: a call or message from a number, to a number, at a time. */
export interface Question {
  srcType: SrcType;
  from: string;
  to: string;
  /** Date and time of day in the workflow's zone. */
  at: string;
  text: string;
  /** Contact fields by name. */
  attributes: Readonly<Record<string, string>>;
}

/** Errors of a question by field. An empty `from` is not an error because the question may be unfinished. */
export function questionIssues({ from, to, at }: Question): Partial<Record<"from" | "to" | "at", string>> {
  const issues: Partial<Record<"from" | "to" | "at", string>> = {};
  if (!isAddress(from)) issues.from = addressMessage;
  if (!isAddress(to)) issues.to = addressMessage;
  if (at === "") issues.at = "Date and Time is required";
  return issues;
}

const addressMessage = "Must be a phone number, such as +12025550143, or a short code";

/** A phone number in any form, or a short code. */
function isAddress(text: string): boolean {
  const words = text.trim();
  return words === "" || isE164(words) || /^\d{3,8}$/.test(words) || "e164" in parsePhone(words);
}

/** A saved question with the expected node. Empty means that nothing answers. */
export interface RouteTest extends Question {
  testId: string;
  name: string;
  expected: string;
}

/** Most tests per workflow. All of them run on every save and while the user waits. */
export const mostRouteTests = 200;

/** A failed test, described as text. */
export interface FailingTest {
  testId: string;
  name: string;
  expected: string;
  went: string;
}

/** The saved destinations of the route, so that unchanged ones keep their names. */
export interface RouteNow {
  routeTag: string;
  destinations: readonly RouteDestination[];
}

/** One evaluated path: its end, and the result of each rule. */
export interface PathAnswer {
  /** The node where it ends. */
  node: string;
  holds: boolean;
  rules: { node: string; verdict: RuleVerdict }[];
}

/** Where a call or message goes, and why. */
export interface RouteAnswer {
  paths: PathAnswer[];
  /** The node where it ends. Null means that nothing answers. */
  node: string | null;
  /** Why nothing answers, as text. */
  because: string;
}

const channelLabels: Record<SrcType, string> = { call: "a call", sms: "an SMS", rcs: "an RCS message" };

/** A route, and the node of each destination. */
export interface AskedRoute {
  graph: InboundGraph;
  route: Route;
  nodes: Map<string, string>;
}

/** The route that a graph would have if it were saved now. */
export function routeOf(graph: InboundGraph, now: RouteNow): AskedRoute {
  const { destinations } = compileRoute(graph, now.routeTag, now.destinations);
  const { globalTimezone = 0 } = (graph.nodes.get("start")?.form ?? {}) as { globalTimezone?: number };
  return {
    graph,
    route: {
      routeTag: now.routeTag,
      globalTimezone,
      destinations: destinations.map(({ destination }) => destination),
    },
    nodes: new Map(destinations.map(({ node, destination }) => [destination.name, node])),
  };
}

/** Where the current graph would route a call or message. */
export const askRoute = (graph: InboundGraph, now: RouteNow, question: Question): RouteAnswer =>
  ask(routeOf(graph, now), question);

const ask = (asked: AskedRoute, question: Question): RouteAnswer =>
  answerOf(asked, question.srcType, evaluateRoute(asked.route, eventOf(asked, question)));

/** The call or message of a question. */
export const eventOf = ({ route }: Pick<AskedRoute, "route">, question: Question): InboundEvent => ({
  channel: question.srcType,
  from: e164Of(question.from),
  to: e164Of(question.to),
  text: question.srcType === "call" ? "" : question.text,
  atMs: momentOf(question.at, route.globalTimezone),
  contact: contactWith(question),
});

/** What a route decided, by the nodes of the drawing. */
export function answerOf({ graph, nodes }: AskedRoute, channel: SrcType, verdict: RouteVerdict): RouteAnswer {
  const answer = (path: PathVerdict): PathAnswer => {
    const node = nodes.get(path.name) ?? "";
    const rules = pathTo(graph, node).filter((one) => categoryOf(one) === "rule");
    return {
      node,
      holds: path.holds,
      rules: path.and.map((said, index) => ({ node: rules[index]?.id ?? "", verdict: said })),
    };
  };
  const what = channelLabels[channel];
  return {
    paths: verdict.paths.map(answer),
    node: verdict.destination === null ? null : (nodes.get(verdict.destination.name) ?? null),
    because:
      verdict.because === "noPathForChannel" ? `There is no path for ${what}` : `No path matches ${what} like this`,
  };
}

const noContact: Contact = {
  contactId: "",
  phone: null,
  email: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  zones: [],
  zonesFrom: "unknown",
  dnc: 0,
  extdata: {},
};

const ownFields = new Map(contactFields.map((field) => [field.toLowerCase(), field]));

/** A contact with these fields: its own by their names in any case, tags as a list, others as custom fields. */
function contactWith({ from, attributes }: Question): Contact {
  const contact = { ...noContact, phone: e164Of(from), extdata: {} as Record<string, string> };
  for (const [name, value] of Object.entries(attributes)) {
    const lower = name.toLowerCase();
    const own = ownFields.get(lower);
    if (lower === "tags") contact.tags = listOf(value);
    else if (own !== undefined && own !== "phone") contact[own] = value;
    else setOwnValue(contact.extdata, lower, value);
  }
  return contact;
}

/** The instant of a local date and time in the workflow's zone. */
export function momentOf(at: string, globalTimezone: number): number {
  const [date = "", time = ""] = at.split("T");
  return instantOf(date, parseTime(time) ?? 0, zoneOf(globalTimezone) ?? "Etc/UTC");
}

/** Tests with an unexpected answer. */
export function failingTests(graph: InboundGraph, now: RouteNow, tests: readonly RouteTest[]): FailingTest[] {
  if (tests.length === 0) return [];
  const asked = routeOf(graph, now);
  return tests.flatMap((test) => {
    const { node, because } = ask(asked, test);
    if ((node ?? "") === test.expected) return [];
    const went = node === null ? `nothing (${because})` : endName(graph, node);
    return [
      { testId: test.testId, name: test.name || sentenceOf(test), expected: endName(graph, test.expected), went },
    ];
  });
}

/** What a destination node is called: its name, or the title and number of its card. */
export function endName(graph: InboundGraph, node: string): string {
  if (node === "") return "nothing";
  const found = graph.nodes.get(node);
  const number = /-(\d+)$/.exec(node)?.[1] ?? "";
  if (found === undefined) return `${node}, which no longer exists`;
  return found.name ?? `${found.label} ${number}`.trim();
}

/** "A call from +1… on Tue, Nov 24 at 18:40". */
export function sentenceOf({ srcType, from, to, at, text }: Question): string {
  const what = channelLabels[srcType];
  const words = [
    `${what[0]?.toUpperCase()}${what.slice(1)} from ${from}`,
    ...(to === "" ? [] : [`to ${to}`]),
    `on ${dayOf(at)} at ${at.slice(11)}`,
    ...(text === "" || srcType === "call" ? [] : [`saying "${text}"`]),
  ];
  return words.join(" ");
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Tue, Nov 24" of a local date and time. */
export function dayOf(at: string): string {
  const epochDay = epochDayOf(at.slice(0, 10));
  if (epochDay === undefined) return at.slice(0, 10);
  const [, month, day] = civilDate(epochDay);
  return `${weekdays[weekdayOf(epochDay)]}, ${months[month - 1]} ${day}`;
}

/** What a rule compared and its result: "Yes: 18:40:00 America/Chicago". */
export const describeVerdict = ({ holds, actual }: RuleVerdict): string =>
  `${holds ? "Yes" : "No"}: ${actual === null || actual === "" ? "no value" : actual}`;

/** "A call …: expected Voicemail 1, goes to nothing (…)". */
export const describeFailure = ({ name, expected, went }: FailingTest): string =>
  `${name}: expected ${expected}, goes to ${went}`;

/** Nodes that can never be reached, and why: contradictory rules, or an earlier path that matches everything. */
export function neverReached(graph: InboundGraph, now: RouteNow): Map<string, string> {
  const { route, nodes } = routeOf(graph, now);
  return new Map(
    unreachablePaths(route).flatMap(({ name, because }) => {
      const node = nodes.get(name);
      return node === undefined ? [] : [[node, because] as const];
    }),
  );
}

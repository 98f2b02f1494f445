import type { Contact } from "../engine/world.ts";
import { isE164 } from "../parts/phone/dialTarget.ts";
import { parsePhone } from "../parts/phone/phone.ts";
import { civilDate, epochDayOf, weekdayOf } from "../parts/time/calendar.ts";
import { instantOf } from "../parts/time/clock.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { compileRoute } from "./compile.ts";
import { evaluateRoute, type PathVerdict, type Route, type RuleVerdict } from "./evaluateRoute.ts";
import { categoryOf, type InboundGraph, pathTo } from "./graph.ts";
import type { RouteDestination } from "./route.ts";
import type { SrcType } from "./saved.ts";
import { unreachablePaths } from "./unreachablePaths.ts";

/** What a test asks: something comes in, by whom, to where, when. */
export interface Question {
  srcType: SrcType;
  from: string;
  to: string;
  /** Date and time of day in the workflow's own zone. */
  at: string;
  text: string;
  /** The contact's own fields by name. */
  attributes: Readonly<Record<string, string>>;
}

/** What is wrong with a question, by field; an empty `from` is only not asked yet. */
export function questionIssues({ from, to, at }: Question): Partial<Record<"from" | "to" | "at", string>> {
  const issues: Partial<Record<"from" | "to" | "at", string>> = {};
  if (!isAddress(from)) issues.from = addressMessage;
  if (!isAddress(to)) issues.to = addressMessage;
  if (at === "") issues.at = "Date and Time is required";
  return issues;
}

const addressMessage = "Must be a phone number, such as +12025550143, or a short code";

/** A phone as anybody writes it, or a short code that texts come from. */
function isAddress(text: string): boolean {
  const words = text.trim();
  return words === "" || isE164(words) || /^\d{3,8}$/.test(words) || "e164" in parsePhone(words);
}

/** A question that is kept with its answer: the node that it must end at; empty: nothing answers. */
export interface RouteTest extends Question {
  testId: string;
  name: string;
  expected: string;
}

/** So many are kept of one workflow: all of them run on every save, and while one looks. */
export const mostRouteTests = 200;

/** A test whose answer is not the expected one, in words. */
export interface FailingTest {
  testId: string;
  name: string;
  expected: string;
  went: string;
}

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

/** A route and which node each of its destinations stands for. */
interface AskedRoute {
  graph: InboundGraph;
  route: Route;
  nodes: Map<string, string>;
}

/** A graph as it would run if it were saved now. */
function routeOf(graph: InboundGraph, now: RouteNow): AskedRoute {
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

/** Where something that comes in would be led by the drawing as it is. */
export const askRoute = (graph: InboundGraph, now: RouteNow, question: Question): RouteAnswer =>
  ask(routeOf(graph, now), question);

function ask({ graph, route, nodes }: AskedRoute, question: Question): RouteAnswer {
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
  contactId: "",
  phone: e164Of(from),
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

/** The tests whose answer is not the expected one. */
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

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Tue, Nov 24" of a local date and time. */
export function dayOf(at: string): string {
  const epochDay = epochDayOf(at.slice(0, 10));
  if (epochDay === undefined) return at.slice(0, 10);
  const [, month, day] = civilDate(epochDay);
  return `${weekdays[weekdayOf(epochDay)]}, ${months[month - 1]} ${day}`;
}

/** What a rule looked at and what it said: "yes: 18:40:00 America/Chicago". */
export const describeVerdict = ({ holds, actual }: RuleVerdict): string =>
  `${holds ? "Yes" : "No"}: ${actual === null || actual === "" ? "nothing there" : actual}`;

/** "A call …: expected Voicemail 1, goes to nothing (…)". */
export const describeFailure = ({ name, expected, went }: FailingTest): string =>
  `${name}: expected ${expected}, goes to ${went}`;

/** The nodes that nothing ever reaches, and why: rules that exclude each other, or a path before them that takes all. */
export function neverReached(graph: InboundGraph, now: RouteNow): Map<string, string> {
  const { route, nodes } = routeOf(graph, now);
  return new Map(
    unreachablePaths(route).flatMap(({ name, because }) => {
      const node = nodes.get(name);
      return node === undefined ? [] : [[node, because] as const];
    }),
  );
}

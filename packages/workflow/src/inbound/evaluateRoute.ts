import type { Contact } from "../engine/world.ts";
import { numberFacts } from "../parts/phone/numberFacts.ts";
import { evaluateStatement } from "../parts/statement.ts";
import { localMoment } from "../parts/time/clock.ts";
import { formatTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { readVariable } from "../parts/variables.ts";
import { workflowTimezone } from "./destinationForm.ts";
import type { RouteDestination, RuleEntry } from "./route.ts";
import type { SrcType } from "./saved.ts";

/** A route to evaluate. */
export interface Route {
  routeTag: string;
  /** The start node's zone. */
  globalTimezone: number;
  destinations: readonly RouteDestination[];
}

/** An inbound call or message. */
export interface InboundEvent {
  channel: SrcType;
  from: string;
  to: string;
  /** "" for a call. */
  text: string;
  atMs: number;
  /** Null for an unknown number. */
  contact: Contact | null;
}

/** The result of one rule. */
export interface RuleVerdict {
  rule: RuleEntry;
  /** The compared value, or null if there was none. For a time rule the local time and its zone. */
  actual: string | null;
  holds: boolean;
}

/** The result of one path. */
export interface PathVerdict {
  name: string;
  /** What the designer calls its destination. */
  description?: string;
  holds: boolean;
  and: RuleVerdict[];
  or: RuleVerdict[];
}

/** How a call or message was routed. */
export interface RouteVerdict {
  /** Evaluated paths in order. The last one matched unless `destination` is null. */
  paths: PathVerdict[];
  /** Number of paths after the matching one. */
  unread: number;
  destination: RouteDestination | null;
  /** Why there is no destination. */
  because: "matched" | "noPathForChannel" | "noPathMatches";
}

/**
 * Routes a call or message (spec 1 §4.1; readings, Inbound designer): the first path of its channel whose rules all match.
 * Paths are tried by priority number, those with rules first among equals, else in the given order. Pure. All rules of
 * an evaluated path are evaluated, so that the history can show them.
 */
export function evaluateRoute(route: Route, incoming: InboundEvent): RouteVerdict {
  const order = pathsOf(route, incoming.channel);
  const read = readerOf(incoming);
  const paths: PathVerdict[] = [];
  for (const destination of order) {
    const path = evaluatePath(destination, route.globalTimezone, read);
    paths.push(path);
    if (path.holds) return { paths, unread: order.length - paths.length, destination, because: "matched" };
  }
  return { paths, unread: 0, destination: null, because: order.length === 0 ? "noPathForChannel" : "noPathMatches" };
}

const sortedPaths = new WeakMap<readonly RouteDestination[], Map<SrcType, RouteDestination[]>>();

/** The active paths of a channel, in the order they are tried. */
export function pathsOf({ destinations }: Route, channel: SrcType): readonly RouteDestination[] {
  let byChannel = sortedPaths.get(destinations);
  if (byChannel === undefined) {
    byChannel = Map.groupBy(
      destinations.filter(({ status }) => status === 1).sort(firstTried),
      ({ srcType }) => srcType,
    );
    sortedPaths.set(destinations, byChannel);
  }
  return byChannel.get(channel) ?? [];
}

const firstTried = (one: RouteDestination, other: RouteDestination): number =>
  one.priority - other.priority || Number(isOpen(one)) - Number(isOpen(other));

/** Whether a path matches everything of its channel. */
export const isOpen = ({ ruleDTO }: RouteDestination): boolean => ruleDTO.and.length === 0 && ruleDTO.or.length === 0;

type Read = (rule: RuleEntry, zone: string) => { value: string | undefined; shown: string | null };

/** Input of the rules. Expensive values are computed on first access. */
function readerOf(incoming: InboundEvent): Read {
  const facts = new Map<string, ReturnType<typeof numberFacts>>();
  const factsOf = (phone: string): ReturnType<typeof numberFacts> => {
    if (!facts.has(phone)) facts.set(phone, numberFacts(phone));
    return facts.get(phone);
  };
  const contact = incoming.contact;
  const session = (variable: string): string | undefined => {
    switch (variable.toLowerCase()) {
      case "text":
        return incoming.text;
      case "from":
        return incoming.from;
      case "to":
        return incoming.to;
      case "fromstate":
        return factsOf(incoming.from)?.state;
      case "tostate":
        return factsOf(incoming.to)?.state;
      case "fromcountry":
        return factsOf(incoming.from)?.country;
      case "tocountry":
        return factsOf(incoming.to)?.country;
      default:
        return contact === null ? undefined : readVariable({ vars: {}, contact }, variable);
    }
  };
  return (rule, zone) => {
    if (rule.type === "time" || rule.variable === "options.timezone") {
      const time = formatTime(localMoment(incoming.atMs, zone).secondOfDay);
      return { value: time, shown: `${time} ${zone}` };
    }
    const value = session(rule.variable);
    return { value, shown: value ?? null };
  };
}

/** The IANA zone of a destination's time rules. */
export const zoneOfDestination = (timezone: number, globalTimezone: number): string =>
  zoneOf(timezone === workflowTimezone ? globalTimezone : timezone) ?? "Etc/UTC";

function evaluatePath(
  { name, description, options, ruleDTO }: RouteDestination,
  globalTimezone: number,
  read: Read,
): PathVerdict {
  const zone = zoneOfDestination(options.timezone, globalTimezone);
  const verdict = (rule: RuleEntry): RuleVerdict => {
    const { value, shown } = read(rule, zone);
    return { rule, actual: shown, holds: evaluateStatement(rule, () => value) };
  };
  const and = ruleDTO.and.map(verdict);
  const or = ruleDTO.or.map(verdict);
  const holds = and.every((one) => one.holds) && (or.length === 0 || or.some((one) => one.holds));
  return { name, ...(description !== "" && { description }), holds, and, or };
}

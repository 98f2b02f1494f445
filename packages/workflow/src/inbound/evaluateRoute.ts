import type { Contact } from "../engine/world.ts";
import { numberFacts } from "../parts/phone/numberFacts.ts";
import { judge } from "../parts/statement.ts";
import { localMoment } from "../parts/time/clock.ts";
import { formatTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { readVariable } from "../parts/variables.ts";
import { workflowTimezone } from "./destinationForm.ts";
import type { RouteDestination, RuleEntry } from "./route.ts";
import type { SrcType } from "./saved.ts";

/** A route as it runs. */
export interface Route {
  routeTag: string;
  /** The start node's zone. */
  globalTimezone: number;
  destinations: readonly RouteDestination[];
}

/** What came in. */
export interface InboundEvent {
  channel: SrcType;
  from: string;
  to: string;
  /** "" for a call. */
  text: string;
  atMs: number;
  /** Null: nobody with this number is known. */
  contact: Contact | null;
}

/** What one rule said. */
export interface RuleVerdict {
  rule: RuleEntry;
  /** What was looked at; null: there was nothing. For a time rule the local time and its zone. */
  actual: string | null;
  holds: boolean;
}

/** What one path said. */
export interface PathVerdict {
  name: string;
  holds: boolean;
  and: RuleVerdict[];
  or: RuleVerdict[];
}

/** How a call or message was led. */
export interface RouteVerdict {
  /** Every path that was judged, in order; the last one holds unless `destination` is null. */
  paths: PathVerdict[];
  /** How many paths stood behind the one that holds. */
  unread: number;
  destination: RouteDestination | null;
  /** Why there is no destination. */
  because: "matched" | "noPathForChannel" | "noPathMatches";
}

/**
 * Leads a call or message (spec 1 §4.1; readings, Inbound designer): the paths of its channel, lowest priority number first, of equal
 * numbers those with rules before those without, else as they are given; the first whose rules all hold. Pure: same route, same happening, same
 * answer. Every rule of a judged path is judged, so that the history can show them all.
 */
export function evaluateRoute(route: Route, happening: InboundEvent): RouteVerdict {
  const order = pathsOf(route, happening.channel);
  const read = readerOf(happening);
  const paths: PathVerdict[] = [];
  for (const destination of order) {
    const path = judgePath(destination, route.globalTimezone, read);
    paths.push(path);
    if (path.holds) return { paths, unread: order.length - paths.length, destination, because: "matched" };
  }
  return { paths, unread: 0, destination: null, because: order.length === 0 ? "noPathForChannel" : "noPathMatches" };
}

const sortedPaths = new WeakMap<readonly RouteDestination[], Map<SrcType, RouteDestination[]>>();

/** The paths of a channel in the order in which they are tried; switched-off ones left out. */
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

/** Whether a path takes everything of its channel. */
export const isOpen = ({ ruleDTO }: RouteDestination): boolean => ruleDTO.and.length === 0 && ruleDTO.or.length === 0;

type Read = (rule: RuleEntry, zone: string) => { value: string | undefined; shown: string | null };

/** What rules look at; what costs something is found when it is first asked for. */
function readerOf(happening: InboundEvent): Read {
  const facts = new Map<string, ReturnType<typeof numberFacts>>();
  const factsOf = (phone: string): ReturnType<typeof numberFacts> => {
    if (!facts.has(phone)) facts.set(phone, numberFacts(phone));
    return facts.get(phone);
  };
  const contact = happening.contact;
  const session = (variable: string): string | undefined => {
    switch (variable.toLowerCase()) {
      case "text":
        return happening.text;
      case "from":
        return happening.from;
      case "to":
        return happening.to;
      case "fromstate":
        return factsOf(happening.from)?.state;
      case "tostate":
        return factsOf(happening.to)?.state;
      case "fromcountry":
        return factsOf(happening.from)?.country;
      case "tocountry":
        return factsOf(happening.to)?.country;
      default:
        return contact === null ? undefined : readVariable({ vars: {}, contact }, variable);
    }
  };
  return (rule, zone) => {
    if (rule.type === "time" || rule.variable === "options.timezone") {
      const time = formatTime(localMoment(happening.atMs, zone).secondOfDay);
      return { value: time, shown: `${time} ${zone}` };
    }
    const value = session(rule.variable);
    return { value, shown: value ?? null };
  };
}

/** The IANA zone in which a destination's time rules are judged. */
const zoneOfDestination = (timezone: number, globalTimezone: number): string =>
  zoneOf(timezone === workflowTimezone ? globalTimezone : timezone) ?? "Etc/UTC";

function judgePath({ name, options, ruleDTO }: RouteDestination, globalTimezone: number, read: Read): PathVerdict {
  const zone = zoneOfDestination(options.timezone, globalTimezone);
  const verdict = (rule: RuleEntry): RuleVerdict => {
    const { value, shown } = read(rule, zone);
    return { rule, actual: shown, holds: judge(rule, () => value) };
  };
  const and = ruleDTO.and.map(verdict);
  const or = ruleDTO.or.map(verdict);
  const holds = and.every((one) => one.holds) && (or.length === 0 || or.some((one) => one.holds));
  return { name, holds, and, or };
}

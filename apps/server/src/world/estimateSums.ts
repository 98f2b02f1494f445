import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";

/** Kinds of sends that are counted. */
type SendChannel = "text" | "rcs" | "call" | "email";

/** What one node sends. */
interface NodeSums {
  channel: SendChannel;
  sent: number;
  segments: number;
  longest: number;
  /** Texts and segments, by encoding. */
  encodings: Record<string, { texts: number; segments: number }>;
}

/** Contacts that are counted for one reason, and the first of them. */
interface Listed {
  count: number;
  contacts: string[];
}

/** So many contacts of a figure can be looked at. */
export const mostListed = 1_000;

/** Sums of journeys that were played. Plain data, so that it passes from thread to thread. */
export interface EstimateSums {
  contacts: number;
  reached: number;
  done: number;
  unfinished: number;
  nodes: Map<NodeId, { entered: number; here: number; failed: number }>;
  /** By `from>to`. */
  edges: Map<string, number>;
  sends: Map<NodeId, NodeSums>;
  /** Contacts by the kind of figure, the node and the reason or variable, separated by `:`. */
  lists: Map<string, Listed>;
  totals: {
    texts: number;
    segments: number;
    rcs: number;
    calls: number;
    minutes: number;
    emails: number;
    delivered: number;
    replies: number;
    clicks: number;
  };
  /** Sends by the hour of the recipient's day, by zone. */
  hours: Map<string, number[]>;
  /** Sends and their cost, by hours since the epoch. */
  timeline: Map<number, { count: number; costMicros: number }>;
  lastSendMs: number | null;
  endMs: number | null;
}

/** Nothing played yet. */
export const newSums = (): EstimateSums => ({
  contacts: 0,
  reached: 0,
  done: 0,
  unfinished: 0,
  nodes: new Map(),
  edges: new Map(),
  sends: new Map(),
  lists: new Map(),
  totals: { texts: 0, segments: 0, rcs: 0, calls: 0, minutes: 0, emails: 0, delivered: 0, replies: 0, clicks: 0 },
  hours: new Map(),
  timeline: new Map(),
  lastSendMs: null,
  endMs: null,
});

/** The channel of an effect that sends something. */
export const channelOf = (effect: Effect): SendChannel | undefined =>
  effect.do === "sendSms"
    ? "text"
    : effect.do === "sendRcs"
      ? "rcs"
      : effect.do === "placeCall"
        ? "call"
        : effect.do === "sendEmail"
          ? "email"
          : undefined;

/** The value of a key, made if it is missing. */
export function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Nothing sent by a node yet. */
export const newNodeSums = (channel: SendChannel): NodeSums => ({
  channel,
  sent: 0,
  segments: 0,
  longest: 0,
  encodings: {},
});

/** Adds contacts to the list of a figure. */
export function addListed(
  lists: EstimateSums["lists"],
  name: string,
  contacts: readonly string[],
  count: number,
): void {
  const listed = at(lists, name, () => ({ count: 0, contacts: [] }));
  listed.count += count;
  if (listed.contacts.length < mostListed)
    listed.contacts.push(...contacts.slice(0, mostListed - listed.contacts.length));
}

/** Adds the sums of one thread to those of all. */
export function addSums(all: EstimateSums, part: EstimateSums): void {
  all.contacts += part.contacts;
  all.reached += part.reached;
  all.done += part.done;
  all.unfinished += part.unfinished;
  for (const [node, { entered, here, failed }] of part.nodes) {
    const counts = at(all.nodes, node, () => ({ entered: 0, here: 0, failed: 0 }));
    counts.entered += entered;
    counts.here += here;
    counts.failed += failed;
  }
  for (const [edge, count] of part.edges) all.edges.set(edge, (all.edges.get(edge) ?? 0) + count);
  for (const [node, sums] of part.sends)
    addSends(
      at(all.sends, node, () => newNodeSums(sums.channel)),
      sums,
    );
  for (const [name, { count, contacts }] of part.lists) addListed(all.lists, name, contacts, count);
  for (const key of Object.keys(all.totals) as (keyof EstimateSums["totals"])[]) all.totals[key] += part.totals[key];
  for (const [zone, counts] of part.hours) {
    const hours = at(all.hours, zone, noHours);
    counts.forEach((count, hour) => {
      hours[hour] = (hours[hour] ?? 0) + count;
    });
  }
  for (const [hour, { count, costMicros }] of part.timeline) {
    const sum = at(all.timeline, hour, () => ({ count: 0, costMicros: 0 }));
    sum.count += count;
    sum.costMicros += costMicros;
  }
  all.lastSendMs = latest(all.lastSendMs, part.lastSendMs);
  all.endMs = latest(all.endMs, part.endMs);
}

/** Twenty-four hours without a send. */
export const noHours = (): number[] => Array.from({ length: 24 }, () => 0);

/** The later of two instants, of which either may be missing. */
export const latest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

function addSends(all: NodeSums, part: NodeSums): void {
  all.sent += part.sent;
  all.segments += part.segments;
  all.longest = Math.max(all.longest, part.longest);
  for (const [encoding, { texts, segments }] of Object.entries(part.encodings)) {
    const before = ownValue(all.encodings, encoding) ?? { texts: 0, segments: 0 };
    setOwnValue(all.encodings, encoding, { texts: before.texts + texts, segments: before.segments + segments });
  }
}

import { weekdayOf } from "./calendar.ts";
import { instantOnDay, localMoment } from "./clock.ts";
import { everyDay, hasDay, showDays } from "./daysOfWeek.ts";
import { formatTime } from "./timeOfDay.ts";

/** Hours on allowed days. Half open: [start, end). */
export interface Hours {
  /** Day bitmask, Su 1 … Sa 64 (spec 2 §9). */
  days: number;
  /** Seconds after local midnight. */
  startSecond: number;
  /** If not after the start, the hours run over midnight and belong to the day they start on. */
  endSecond: number;
}

/** Hours on allowed days, in one or several zones. */
export interface WindowRule extends Hours {
  /** IANA zones. The window is open only when it is open in all of them. */
  zones: readonly string[];
  /** For the step: "workflow window", "legal hours". */
  name: string;
  /** For the step: the source of the recipient's zones. Missing when the zone is fixed. */
  source?: string;
  /** More hours of the same rule, such as other hours on Sundays. Open when any of them is. */
  or?: readonly Hours[];
}

/** The state of a window at an instant. `openUntil` is missing when it never closes. `opensAt` is null when it does not open within eight days. */
export type WindowVerdict =
  | { open: true; openUntil?: number }
  | { open: false; opensAt: number | null; because: string };

const dayMs = 86_400_000;
const secondsPerDay = 86_400;

/** Longest wait for a window. One that does not open in eight days counts as never opening. */
const horizonDays = 8;

// a verdict is valid until the window next changes; rules are interned (`windowRules`), so most contacts hit this cache
const verdicts = new WeakMap<readonly WindowRule[], { from: number; until: number; verdict: WindowVerdict }[]>();
/** So many periods of one window are remembered: contacts that are simulated one after another go through the same days again. */
const mostVerdicts = 64;

/** Whether all rules are open in all their zones at an instant, and when that changes (readings, Recipient's zone; readings, Windows). */
export function evaluateWindow(nowMs: number, rules: readonly WindowRule[]): WindowVerdict {
  let known = verdicts.get(rules);
  if (known === undefined) {
    known = [];
    verdicts.set(rules, known);
  }
  for (const { from, until, verdict } of known) if (nowMs >= from && nowMs < until) return verdict;
  const verdict = computeVerdict(nowMs, rules);
  const until = (verdict.open ? verdict.openUntil : verdict.opensAt) ?? nowMs + dayMs;
  // a window that is evaluated repeatedly is the same period, seen from earlier
  const same = known.find((one) => one.until === until && one.verdict.open === verdict.open);
  if (same !== undefined && verdict.open && "openUntil" in verdict) same.from = Math.min(same.from, nowMs);
  else if (known.unshift({ from: nowMs, until, verdict }) > mostVerdicts) known.pop();
  return verdict;
}

function computeVerdict(nowMs: number, rules: readonly WindowRule[]): WindowVerdict {
  const horizon = nowMs + horizonDays * dayMs;
  const first = closedBy(nowMs, rules, horizon);
  if (first === undefined) {
    const openUntil = Math.min(...eachZone(rules, (rule, zone) => rangeAt(nowMs, rule, zone).until));
    return openUntil < horizon ? { open: true, openUntil } : { open: true };
  }
  let opensAt = first.until;
  while (opensAt < horizon) {
    const closed = closedBy(opensAt, rules, horizon);
    if (closed === undefined) return { open: false, opensAt, because: first.because };
    opensAt = closed.until;
  }
  return { open: false, opensAt: null, because: first.because };
}

/** The rule that stays closed longest, or undefined when all are open. */
function closedBy(atMs: number, rules: readonly WindowRule[], horizon: number) {
  let longest: { until: number; because: string } | undefined;
  eachZone(rules, (rule, zone) => {
    const range = rangeAt(atMs, rule, zone);
    if (!range.open && range.until > (longest?.until ?? Number.NEGATIVE_INFINITY)) {
      longest = { until: Math.min(range.until, horizon), because: `${named(rule)}${whereOf(rule)}` };
    }
  });
  return longest as { until: number; because: string } | undefined;
}

/** All zones that were checked. A number of a split area code is held while any of them is closed. */
const whereOf = ({ zones, source }: WindowRule): string =>
  ` in ${zones.join(", ")}${source === undefined ? "" : `, ${source}`}`;

/** `workflow window 09:00 to 18:00`, `legal hours 08:00 to 21:00 Mo|Tu|We|Th|Fr or 09:00 to 20:00 Su|Sa`. */
function named({ name, or = [], ...hours }: WindowRule): string {
  const spans = [hours, ...or].map(({ days, startSecond, endSecond }) => {
    const span = `${clock(startSecond)} to ${clock(endSecond)}`;
    return (days & everyDay) === everyDay ? span : `${span} ${showDays(days)}`;
  });
  return `${name} ${spans.join(" or ")}`;
}

const clock = (second: number): string => formatTime(second).slice(0, 5);

const words = new WeakMap<readonly WindowRule[], string>();

/** The open windows of a send with their zones, for the step, or undefined. */
export function describeWindow(rules: readonly WindowRule[]): string | undefined {
  if (rules.length === 0) return undefined;
  let known = words.get(rules);
  if (known === undefined) {
    const inZones = Map.groupBy(rules, (rule) => whereOf(rule));
    known = [...inZones].map(([where, held]) => `${held.map(named).join(" and ")}${where}`).join("; ");
    words.set(rules, known);
  }
  return known;
}

const eachZone = <T>(rules: readonly WindowRule[], visit: (rule: WindowRule, zone: string) => T): T[] =>
  rules.flatMap((rule) => rule.zones.map((zone) => visit(rule, zone)));

/** Whether one rule is open in one zone, and until when. */
function rangeAt(atMs: number, rule: WindowRule, zone: string): { open: boolean; until: number } {
  const today = localMoment(atMs, zone).epochDay;
  const opens: [number, number][] = [];
  for (const hours of [rule, ...(rule.or ?? [])]) {
    for (let epochDay = today - 1; epochDay <= today + horizonDays; epochDay++) {
      if (!hasDay(hours.days, weekdayOf(epochDay))) continue;
      const over = hours.endSecond <= hours.startSecond ? secondsPerDay : 0;
      opens.push([
        instantOnDay(epochDay, hours.startSecond, zone),
        instantOnDay(epochDay, hours.endSecond + over, zone),
      ]);
    }
  }
  opens.sort((a, b) => a[0] - b[0]);
  let until = atMs;
  for (const [start, end] of opens) {
    if (start <= until && end > until) until = end;
    else if (start > until) return until > atMs ? { open: true, until } : { open: false, until: start };
  }
  return until > atMs ? { open: true, until } : { open: false, until: Number.POSITIVE_INFINITY };
}

const interned = new Map<string, readonly WindowRule[]>();

/** Identity of a set of rules. */
const windowKey = (rules: readonly WindowRule[]): string =>
  rules
    .map((rule) =>
      [rule, ...(rule.or ?? [])]
        .map((hours) => `${hours.days},${hours.startSecond},${hours.endSecond}`)
        .concat(rule.name, rule.source ?? "", rule.zones.join(","))
        .join(";"),
    )
    .join("|");

/** Returns the same array for equal rules, so that `evaluateWindow` can cache its verdict: a million contacts share a few zones. */
export function windowRules(rules: readonly WindowRule[]): WindowRule[] {
  const key = windowKey(rules);
  let known = interned.get(key);
  if (known === undefined) {
    if (interned.size >= 10_000) interned.clear();
    known = rules;
    interned.set(key, known);
  }
  return known as WindowRule[];
}

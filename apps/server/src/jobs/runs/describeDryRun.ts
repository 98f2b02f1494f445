import type { StoredResult } from "../../store/runs/dryRun.ts";
import { type EstimateSums, latest } from "../../world/estimateSums.ts";
import type { RunPace } from "../../world/forecastRun.ts";
import type { JourneyWorld } from "../../world/journeyWorld.ts";

/** The outcome of a dry run. */
export interface DryRunOutcome {
  sums: EstimateSums;
  selected: number;
  enrolled: number;
  pace: Omit<RunPace, "numbers">;
  world: JourneyWorld | null;
}

const hourMs = 3_600_000;
/** So many hours are shown one by one; a longer time in days. */
const mostHours = 24 * 7;
/** So many days are shown. */
const mostDays = 400;

/** A figure that opens a list. */
interface Figure {
  kind: string;
  node: number;
  /** The reason or variable. */
  what: string;
  list: string;
  count: number;
}

/** The result of a dry run, and the contacts of its figures. */
export function describeDryRun({ sums, selected, enrolled, pace, world }: DryRunOutcome): {
  result: StoredResult;
  lists: Map<string, readonly string[]>;
} {
  const figures = figuresOf(sums);
  const { totals } = sums;
  const { segmentPriceMicros = 0, minutePriceMicros = 0, spendLimitMicros = null } = world?.settings ?? {};
  const costMicros = (totals.segments + totals.rcs) * segmentPriceMicros + totals.minutes * minutePriceMicros;
  const { lastSendMs, ...times } = pace;
  return {
    lists: new Map([...sums.lists].map(([name, { contacts }]) => [name, contacts])),
    result: {
      selected,
      enrolled,
      reached: sums.reached,
      leftOut: ofKind(figures, "left").map(({ what, count, list }) => ({ reason: what, count, list })),
      nodes: [...sums.nodes].map(([node, counts]) => ({ node, ...counts })).sort((a, b) => a.node - b.node),
      edges: [...sums.edges].map(([edge, count]) => {
        const [from = 0, to = 0] = edge.split(">").map(Number);
        return { from, to, count };
      }),
      sends: describeSends(sums, figures),
      failed: ofKind(figures, "failed").map(({ node, what, count, list }) => ({ node, reason: what, count, list })),
      texts: totals.texts,
      segments: totals.segments,
      encodings: encodingsOf([...sums.sends.values()].flatMap(({ encodings }) => Object.entries(encodings))),
      rcs: totals.rcs,
      calls: totals.calls,
      emails: totals.emails,
      cost: costMicros / 1_000_000,
      delivered: totals.delivered,
      replies: totals.replies,
      clicks: totals.clicks,
      done: sums.done,
      unfinished: sums.unfinished,
      hours: [...sums.hours]
        .map(([zone, counts]) => ({ zone, counts }))
        .sort((a, b) => sumOf(b.counts) - sumOf(a.counts)),
      timeline: describeTimeline(sums),
      noZone: ofKind(figures, "noZone").map(({ count, list }) => ({ count, list }))[0] ?? null,
      spend:
        spendLimitMicros === null
          ? null
          : { limit: spendLimitMicros / 1_000_000, mostInADay: mostInADay(sums) / 1_000_000 },
      ...times,
      takesSeconds: Math.max(pace.beginSeconds, pace.carrierSeconds),
      boundBy: pace.carrierSeconds > pace.beginSeconds ? "carrier" : pace.beginSeconds > 0 ? "rate" : null,
      lastSendAt: isoOf(lastSendMs),
      numbers: world?.numbers.length ?? 0,
      finishedAt: isoOf(latest(sums.endMs, lastSendMs)),
    },
  };
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function figuresOf(sums: EstimateSums): Figure[] {
  return [...sums.lists]
    .map(([list, { count }]) => {
      const [kind = "", ...rest] = list.split(":");
      // those that are left out are counted for the whole workflow
      const [node, ...what] = kind === "left" || kind === "noZone" ? ["0", ...rest] : rest;
      return { kind, node: Number(node), what: what.join(":"), list, count };
    })
    .sort((a, b) => b.count - a.count);
}

const ofKind = (figures: readonly Figure[], kind: string): Figure[] => figures.filter((one) => one.kind === kind);

function describeSends(sums: EstimateSums, figures: readonly Figure[]): StoredResult["sends"] {
  const blockedAlone = ofKind(figures, "blocked").flatMap(({ node }) => (sums.sends.has(node) ? [] : [node]));
  const none = { channel: "text" as const, sent: 0, segments: 0, longest: 0, encodings: {} };
  return [...sums.sends.keys(), ...new Set(blockedAlone)]
    .sort((a, b) => a - b)
    .map((node) => {
      const { encodings, ...rest } = sums.sends.get(node) ?? none;
      const own = figures.filter((one) => one.node === node);
      return {
        node,
        ...rest,
        encodings: encodingsOf(Object.entries(encodings)),
        blocked: ofKind(own, "blocked").map(({ what, count, list }) => ({ reason: what, count, list })),
        empty: ofKind(own, "empty").map(({ what, count, list }) => ({ variable: what, count, list })),
        tooLong: ofKind(own, "long").map(({ count, list }) => ({ count, list }))[0] ?? null,
      };
    });
}

function encodingsOf(
  rows: readonly (readonly [string, { texts: number; segments: number }])[],
): StoredResult["encodings"] {
  return [...Map.groupBy(rows, ([encoding]) => encoding)].map(([encoding, of]) => ({
    encoding,
    texts: of.reduce((sum, [, { texts }]) => sum + texts, 0),
    segments: of.reduce((sum, [, { segments }]) => sum + segments, 0),
  }));
}

function describeTimeline({ timeline }: EstimateSums): StoredResult["timeline"] {
  const hours = [...timeline.keys()].sort((a, b) => a - b);
  const isShort = (hours.at(-1) ?? 0) - (hours[0] ?? 0) < mostHours;
  const step = isShort ? 1 : 24;
  const counts = new Map<number, number>();
  for (const hour of hours) {
    const from = Math.floor(hour / step) * step;
    counts.set(from, (counts.get(from) ?? 0) + (timeline.get(hour)?.count ?? 0));
  }
  return {
    stepSeconds: step * 3600,
    counts: [...counts]
      .slice(0, mostDays)
      .map(([hour, count]) => ({ at: new Date(hour * hourMs).toISOString(), count })),
  };
}

/** The cost of the dearest day, in UTC, as the daily limit counts. */
function mostInADay({ timeline }: EstimateSums): number {
  const days = new Map<number, number>();
  for (const [hour, { costMicros }] of timeline) {
    const day = Math.floor(hour / 24);
    days.set(day, (days.get(day) ?? 0) + costMicros);
  }
  return Math.max(0, ...days.values());
}

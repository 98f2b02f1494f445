import type { StayGrouping, StayLine } from "@trunkline/contract/agents/callCenter.ts";
import { dayAfter, daysBetween } from "@trunkline/contract/reports/reportPeriod.ts";
import type { Series } from "../../ui/chart/series.ts";
import { type Day, todayIn } from "../../ui/text/calendarDay.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import { formatSeconds } from "./formatSeconds.ts";
import { lineName } from "./lineName.ts";

/** The most bars of a chart by name. The table shows all. */
const mostNames = 10;
const quarterMs = 900_000;
const hourMs = 3_600_000;
/** Days with a bar for each quarter of an hour, and for each hour. */
const mostDaysOfQuarters = 2;
const mostDaysOfHours = 10;

/** One chart of the call report. */
export interface CallChart {
  id: string;
  title: string;
  kind: "stacked" | "lines" | "bars";
  series: readonly Series[];
  format: (value: number | null) => string;
  /** The smallest unit of the scale. */
  smallest: number;
  /** The end of the scale. By default a round figure above the largest value. */
  end?: number;
}

/** What is drawn of a report, and what a reader has to know of it. */
export interface DrawnCalls {
  isTime: boolean;
  steps: readonly { key: string; name: string }[];
  charts: readonly CallChart[];
  note: string | null;
}

const formatCalls = (value: number | null): string => formatCount(value ?? 0);
const formatRate = (value: number | null): string => (value === null ? "-" : formatShare(value, 1));
const calls = { format: formatCalls, smallest: 1 };
const rates = { format: formatRate, smallest: 0.001 };

type Counted = Pick<StayLine, "entered" | "answered" | "abandonment" | "serviceLevel">;

/** The calls of a line in three parts: answered, abandoned as the switches count, and all others. */
const partsOf = ({ entered, answered, abandonment: { count } }: Counted) => ({
  answered,
  abandoned: count,
  other: entered - answered - count,
});

const part = (id: string, name: string, color: string, values: readonly number[]): Series => ({
  id,
  name,
  color: `var(--${color})`,
  values,
});
const callParts = (lines: readonly Counted[]): Series[] => {
  const parts = lines.map(partsOf);
  return [
    part(
      "answered",
      "Answered",
      "voice",
      parts.map(({ answered }) => answered),
    ),
    part(
      "abandoned",
      "Abandoned",
      "failed",
      parts.map(({ abandoned }) => abandoned),
    ),
    part(
      "other",
      "Other",
      "logic",
      parts.map(({ other }) => other),
    ),
  ];
};

const targetName = "Target";
const levelSeries = (values: readonly (number | null)[], targets: readonly (number | null)[]): Series[] => [
  { id: "serviceLevel", name: "Service level", color: "var(--mantine-primary-color-filled)", values },
  ...(targets.some((target) => target !== null)
    ? [{ id: "target", name: targetName, color: "currentColor", values: targets, isEarlier: true }]
    : []),
];

interface Measure {
  label: string;
  groupings: readonly StayGrouping[];
  /** The size of a line's bar. Null: it has none. */
  of: (line: StayLine) => number | null;
  /** The lowest first, where that is the worst. */
  isLowestFirst?: boolean;
  drawn: (lines: readonly StayLine[]) => Omit<CallChart, "id" | "title">;
}

const average = (label: string, of: Measure["of"]): Measure => ({
  label,
  groupings: ["place", "agent", "disposition"],
  of,
  drawn: (lines) => ({
    kind: "bars",
    series: [{ id: label, name: label, color: "var(--mantine-primary-color-filled)", values: lines.map(of) }],
    format: formatSeconds,
    smallest: 1,
  }),
});

/** What bars by name can show. */
const measures = {
  calls: {
    label: "Calls",
    groupings: ["place"],
    of: ({ entered }) => entered,
    drawn: (lines) => ({ ...calls, kind: "stacked", series: callParts(lines) }),
  },
  answered: {
    label: "Answered calls",
    groupings: ["agent", "disposition"],
    of: ({ answered }) => answered,
    drawn: (lines) => ({
      ...calls,
      kind: "stacked",
      series: [
        part(
          "inTime",
          "In time",
          "voice",
          lines.map(({ answeredInTime }) => answeredInTime),
        ),
        part(
          "late",
          "Late",
          "waits",
          lines.map(({ answeredLate }) => answeredLate),
        ),
      ],
    }),
  },
  serviceLevel: {
    label: "Service level",
    groupings: ["place"],
    of: ({ serviceLevel }) => serviceLevel.rate,
    isLowestFirst: true,
    drawn: (lines) => ({
      ...rates,
      kind: "bars",
      end: 1,
      series: levelSeries(
        lines.map(({ serviceLevel }) => serviceLevel.rate),
        lines.map(({ targetPercent }) => targetPercent && targetPercent / 100),
      ),
    }),
  },
  abandonment: {
    label: "Abandonment",
    groupings: ["place"],
    of: ({ abandonment }) => abandonment.rate,
    drawn: (lines) => ({
      ...rates,
      kind: "bars",
      series: [
        {
          id: "abandonment",
          name: "Abandonment",
          color: "var(--failed)",
          values: lines.map(({ abandonment }) => abandonment.rate),
        },
      ],
    }),
  },
  wait: average("Average wait", ({ averageWait }) => averageWait),
  talk: average("Average talk", ({ averageTalk }) => averageTalk),
  wrapUp: average("Average wrap-up", ({ averageWrapUp }) => averageWrapUp),
  handling: average("Average handling", ({ averageHandling }) => averageHandling),
} as const satisfies Record<string, Measure>;

export type CallMeasure = keyof typeof measures;
const measureIds = Object.keys(measures) as CallMeasure[];
const measureOf = (id: CallMeasure): Measure => measures[id];

/** What bars of this grouping can show. The first is shown until another is chosen. Reports over time have none. */
export const measuresOf = (grouping: StayGrouping): { value: CallMeasure; label: string }[] =>
  measureIds
    .filter((id) => measureOf(id).groupings.includes(grouping))
    .map((value) => ({ value, label: measures[value].label }));

interface Asked {
  lines: readonly StayLine[];
  grouping: StayGrouping;
  measure: CallMeasure | undefined;
  startDate: Day;
  endDate: Day;
  zone: string;
}

/** The charts of a call report: over time calls and their service level, by name one measure. */
export function drawCalls(asked: Asked): DrawnCalls {
  return asked.measure === undefined ? drawTime(asked) : drawNames(asked, asked.measure);
}

function drawNames({ lines, grouping }: Asked, id: CallMeasure): DrawnCalls {
  const { label, of, isLowestFirst = false, drawn } = measureOf(id);
  const sized = lines.flatMap((line) => {
    const size = of(line);
    return size === null ? [] : [{ line, size }];
  });
  const shown = sized
    .sort((a, b) => (isLowestFirst ? a.size - b.size : b.size - a.size))
    .slice(0, mostNames)
    .map(({ line }) => line);
  return {
    isTime: false,
    steps: shown.map((line) => ({
      key: `${line.kind} ${line.name} ${line.userId}`,
      name: lineName(line, grouping),
    })),
    charts: [{ id, title: label, ...drawn(shown) }],
    note:
      sized.length > shown.length
        ? `The ${mostNames} ${isLowestFirst ? "lowest" : "highest"} of ${sized.length} are shown. The table has all.`
        : null,
  };
}

const units = { quarter: "quarter of an hour", hour: "hour", day: "day" };

/** The unit of the steps: as the lines have it, or a longer one if there would be too many. */
function unitOf({ grouping, startDate, endDate }: Asked): keyof typeof units {
  const days = daysBetween(startDate, endDate) + 1;
  if (grouping === "day" || days > mostDaysOfHours) return "day";
  return days > mostDaysOfQuarters ? "hour" : "quarter";
}

function drawTime(asked: Asked): DrawnCalls {
  const unit = unitOf(asked);
  const steps = stepsOf(asked, unit);
  const points = steps.map(({ lines }) => addLines(lines));
  const target = sharedTarget(asked.lines);
  const notes = [
    ...(target === null ? ["These queues have different targets. Group by queue to compare each with its own."] : []),
    ...(unit === asked.grouping
      ? []
      : [`Choose at most ${mostDaysOfQuarters} days to see each quarter of an hour. The table has them all.`]),
  ];
  return {
    isTime: true,
    steps: steps.map(({ key, name }) => ({ key, name })),
    charts: [
      { ...calls, id: "calls", title: `Calls by ${units[unit]}`, kind: "stacked", series: callParts(points) },
      {
        ...rates,
        id: "serviceLevel",
        title: `Service level by ${units[unit]}`,
        kind: "lines",
        end: 1,
        series: levelSeries(
          points.map(({ serviceLevel: { count, of } }) => (of === 0 ? null : count / of)),
          steps.map(() => target),
        ),
      },
    ],
    note: notes.length > 0 ? notes.join(" ") : null,
  };
}

/** The target of all calls, from 0 to 1. Null if their places have different ones. */
function sharedTarget(lines: readonly StayLine[]): number | null {
  const targets = new Set(lines.map(({ targetPercent }) => targetPercent));
  const [only = null] = targets;
  return targets.size > 1 || only === null ? null : only / 100;
}

const share = () => ({ count: 0, of: 0, rate: null });

function addLines(lines: readonly StayLine[]): Counted {
  const sum: Counted = { entered: 0, answered: 0, abandonment: share(), serviceLevel: share() };
  for (const { entered, answered, abandonment, serviceLevel } of lines) {
    sum.entered += entered;
    sum.answered += answered;
    sum.abandonment.count += abandonment.count;
    sum.serviceLevel.count += serviceLevel.count;
    sum.serviceLevel.of += serviceLevel.of;
  }
  return sum;
}

interface Step {
  key: string;
  name: string;
  lines: StayLine[];
}

/** Every day, or every hour or quarter of one from the first call to the last, so that a chart shows gaps. */
function stepsOf({ lines, startDate, endDate, zone }: Asked, unit: keyof typeof units): Step[] {
  if (unit === "day") {
    const name = new Intl.DateTimeFormat("en-US", {
      weekday: "short",
      month: "2-digit",
      day: "2-digit",
      timeZone: "UTC",
    });
    const steps = Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index): Step => {
      const key = dayAfter(startDate, index);
      return { key, name: name.format(Date.parse(key)), lines: [] };
    });
    for (const line of lines) steps[daysBetween(startDate, todayIn(zone, new Date(line.from)))]?.lines.push(line);
    return steps;
  }
  const stepMs = unit === "hour" ? hourMs : quarterMs;
  const starts = lines.map(({ from }) => Date.parse(from));
  // zones are quarters of an hour apart: an hour begins where the clock of the zone says so
  const first = Math.min(...starts);
  const start = unit === "hour" ? first - minutesPast(first, zone) * 60_000 : first;
  const count = lines.length === 0 ? 0 : Math.floor((Math.max(...starts) - start) / stepMs) + 1;
  const name = new Intl.DateTimeFormat("en-US", {
    ...(startDate === endDate ? {} : ({ month: "2-digit", day: "2-digit" } as const)),
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
  });
  const steps = Array.from({ length: count }, (_, index): Step => {
    const atMs = start + index * stepMs;
    // without room a label breaks after its day
    return { key: String(atMs), name: name.format(atMs).replace(/ (?=[AP]M$)/, "\u00a0"), lines: [] };
  });
  lines.forEach((line, index) => {
    steps[Math.floor(((starts[index] ?? start) - start) / stepMs)]?.lines.push(line);
  });
  return steps;
}

const minutesPast = (atMs: number, zone: string): number =>
  Number(new Intl.DateTimeFormat("en-US", { minute: "numeric", timeZone: zone }).format(atMs));

/** A chart in words, for screen readers. */
export function describeCalls({ title, series, format }: CallChart, { steps, isTime }: DrawnCalls): string {
  const [first] = series;
  const values = first?.values ?? [];
  const top = Math.max(0, ...values.map((value) => value ?? 0));
  const peak = top === 0 ? undefined : steps[values.indexOf(top)];
  const names = series.map(({ name }) => name).join(", ");
  const highest = peak && first ? `highest ${first.name}: ${format(top)}, ${peak.name}` : "no data";
  return `${title}: ${names} ${isTime ? "over time" : "by name"}, ${highest}. All figures are in the table.`;
}

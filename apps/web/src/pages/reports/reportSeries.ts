import {
  addCounts,
  formatMeasure,
  type MeasureId,
  type MeasureKind,
  measures,
} from "@trunkline/contract/reports/measures.ts";
import type {
  DetailGrouping,
  ReportDetail,
  ReportDetailLine,
  ReportSplit,
} from "@trunkline/contract/reports/report.ts";
import { isByTime, nameOfLine, nameOfPart } from "@trunkline/contract/reports/reportNames.ts";
import { dayAfter } from "@trunkline/contract/reports/reportPeriod.ts";
import { type Series, seriesColor } from "../../ui/chart/series.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { stepsBetween } from "./reportDays.ts";

/** The most names in a chart. The table shows all. */
const mostNames = 10;
const channelColors = new Map([
  ["sms", "var(--sms)"],
  ["mms", "var(--mms)"],
  ["rcs", "var(--rcs)"],
  ["call", "var(--voice)"],
  ["email", "var(--email)"],
]);

/** One chart of a report: measures of one kind, or one measure by its parts. */
export interface ReportChartData {
  id: string;
  title: string;
  kind: MeasureKind;
  isTime: boolean;
  isSplit: boolean;
  steps: readonly { key: string; name: string }[];
  series: readonly Series[];
}

interface Asked {
  detail: ReportDetail;
  grouping: DetailGrouping;
  split: ReportSplit | undefined;
  chosen: readonly MeasureId[];
}

/** The charts of a report: one for each kind of measure, or of a split report one for each of the first three measures. Undefined if there are too many steps. */
export function chartsOf(asked: Asked): ReportChartData[] | undefined {
  const { grouping, split, chosen } = asked;
  const steps = stepsOf(asked);
  if (steps === undefined) return undefined;
  const common = { isTime: isByTime(grouping), isSplit: split !== undefined, steps };
  if (split !== undefined)
    return chosen.slice(0, 3).map((id) => ({
      ...common,
      id,
      title: measures[id].label,
      kind: measures[id].kind,
      series: partSeries(asked, split, id, steps),
    }));
  return [...new Set(chosen.map((id) => measures[id].kind))].map((kind) => ({
    ...common,
    id: kind,
    title: kindTitles[kind],
    kind,
    series: measureSeries(
      asked,
      chosen.filter((id) => measures[id].kind === kind),
      steps,
    ),
  }));
}

const kindTitles: Record<MeasureKind, string> = {
  count: "Figures",
  rate: "Rates",
  dollars: "Cost",
  seconds: "Talk time",
};

type Step = { key: string; name: string };

function stepsOf({ detail, grouping, chosen }: Asked): Step[] | undefined {
  const { lines, zone, startDate, endDate } = detail;
  if (isByTime(grouping)) {
    const keys = lines.map(({ key }) => key ?? "");
    const all = stepsBetween(grouping as "day" | "hour" | "hourOfDay", keys, startDate, endDate);
    return all?.map((key) => ({ key, name: nameOfLine({ key, name: null }, grouping, zone) }));
  }
  const [first = "sent"] = chosen;
  const named = new Map<string, { line: ReportDetailLine; lines: ReportDetailLine[] }>();
  for (const line of lines) {
    const found = named.get(keyOf(line));
    if (found) found.lines.push(line);
    else named.set(keyOf(line), { line, lines: [line] });
  }
  return [...named]
    .map(([key, { line, lines: all }]) => ({
      key,
      name: grouping === "number" && line.key !== null ? formatPhone(line.key) : nameOfLine(line, grouping, zone),
      size: measures[first].of(addCounts(all)) ?? 0,
      isEmpty: chosen.every((id) => !measures[id].of(addCounts(all))),
    }))
    .filter(({ isEmpty }) => !isEmpty)
    .sort((a, b) => b.size - a.size)
    .slice(0, mostNames)
    .map(({ key, name }) => ({ key, name }));
}

const keyOf = ({ key, campaignId }: ReportDetailLine): string => `${campaignId ?? ""} ${key ?? ""}`.trim();

/** The values of a measure at the steps. Figures that are not there are 0, rates are gaps. */
function valuesAt(lines: readonly ReportDetailLine[], id: MeasureId, steps: readonly Step[]): (number | null)[] {
  const { kind, of } = measures[id];
  const byKey = new Map(lines.map((line) => [keyOf(line), line]));
  return steps.map(({ key }) => {
    const line = byKey.get(key);
    return line === undefined ? (kind === "count" ? 0 : null) : of(line);
  });
}

function measureSeries({ detail, grouping }: Asked, ids: readonly MeasureId[], steps: readonly Step[]): Series[] {
  const series = ids.map(
    (id, place): Series => ({
      id,
      name: measures[id].label,
      color: seriesColor(place),
      values: valuesAt(detail.lines, id, steps),
    }),
  );
  const [first] = ids;
  if (first === undefined || !detail.previous?.lines.length || !isByTime(grouping)) return series;
  const name = `${measures[first].label} in the period before`;
  const values = valuesAt(moveLines(detail, grouping), first, steps);
  return [...series, { id: "before", name, color: "currentColor", values, isEarlier: true }];
}

/** The lines of the period before under the days of this one. */
function moveLines({ lines, previous, startDate }: ReportDetail, grouping: DetailGrouping): ReportDetailLine[] {
  if (previous === null) return [];
  if (grouping === "hourOfDay") return previous.lines;
  const days = Math.round((Date.parse(startDate) - Date.parse(previous.startDate)) / 86_400_000);
  const moved = (key: string): string =>
    grouping === "day"
      ? dayAfter(key, days)
      : new Date(Date.parse(key) + days * 86_400_000).toISOString().replace(".000", "");
  return lines.length === 0 ? [] : previous.lines.map((line) => ({ ...line, key: line.key && moved(line.key) }));
}

function partSeries({ detail }: Asked, split: ReportSplit, id: MeasureId, steps: readonly Step[]): Series[] {
  const parts = new Map<string, ReportDetailLine[]>();
  for (const line of detail.lines) {
    const part = line.isRest ? " rest" : (line.part ?? "");
    parts.set(part, [...(parts.get(part) ?? []), line]);
  }
  return [...parts]
    .map(([part, lines]) => ({ part, lines, size: measures.sends.of(addCounts(lines)) ?? 0 }))
    .sort((a, b) => Number(a.part === " rest") - Number(b.part === " rest") || b.size - a.size)
    .map(({ part, lines }, place) => ({
      id: part,
      name: lines[0] ? nameOfPart(lines[0], split) : part,
      color: (split === "channel" ? channelColors.get(part) : undefined) ?? seriesColor(place),
      values: valuesAt(lines, id, steps),
    }))
    .filter(({ values }) => values.some((value) => value));
}

/** A chart in words, for screen readers. */
export function describeChart({ title, kind, steps, series, isTime }: ReportChartData): string {
  const [first] = series;
  const values = first?.values ?? [];
  const top = Math.max(0, ...values.map((value) => value ?? 0));
  const peak = top === 0 ? undefined : steps[values.indexOf(top)];
  const names = series.map(({ name }) => name).join(", ");
  const highest = peak && first ? `highest ${first.name}: ${formatMeasure(kind, top)}, ${peak.name}` : "no data";
  return `${title}: ${names} ${isTime ? "over time" : "by name"}, ${highest}. All figures are in the table.`;
}

import { type MeasureId, measures, usualMeasures } from "@trunkline/contract/reports/measures.ts";
import {
  type DetailGrouping,
  detailGroupings,
  reportChannels,
  reportSplits,
} from "@trunkline/contract/reports/report.ts";
import { reportPeriods, usualPeriod } from "@trunkline/contract/reports/reportPeriod.ts";
import {
  type ChartKind,
  chartKinds,
  type ReportSettings,
  reportViews,
} from "@trunkline/contract/reports/savedReport.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { Address } from "../../ui/page/useAddress.ts";
import { isDay } from "../../ui/text/calendarDay.ts";

/** A report as its page shows it. */
export interface ReportState {
  view: (typeof reportViews)[number];
  grouping: DetailGrouping | "brand";
  split: (typeof reportSplits)[number] | undefined;
  /** Undefined: days of its own. */
  period: string | undefined;
  from: string;
  to: string;
  workflow: string | undefined;
  template: string | undefined;
  channel: (typeof reportChannels)[number] | undefined;
  measures: readonly MeasureId[];
  chart: ChartKind;
  compare: boolean;
}

const isMeasure = (id: string): id is MeasureId => ownValue(measures, id) !== undefined;
const mostMeasures = 8;

/** Reads a report from the page's address. `chart` once named the figure of the chart. */
export function readState(address: Address, today: string): ReportState {
  const oneOf = <T extends string>(all: readonly T[], value: string | undefined): T | undefined =>
    all.find((one) => one === value);
  const chosen = (address["measures"] ?? address["chart"] ?? "").split(",").filter(isMeasure).slice(0, mostMeasures);
  return {
    view: oneOf(reportViews, address["view"]) ?? "results",
    grouping: oneOf([...detailGroupings, "brand"] as const, address["grouping"]) ?? "day",
    split: oneOf(reportSplits, address["split"]),
    ...readDays(address, today),
    workflow: address["workflow"],
    template: address["template"],
    channel: oneOf(reportChannels, address["channel"]),
    measures: chosen.length > 0 ? chosen : usualMeasures,
    chart: oneOf(chartKinds, address["kind"]) ?? "bars",
    compare: address["compare"] !== "no",
  };
}

function readDays({ period, from, to }: Address, today: string): Pick<ReportState, "period" | "from" | "to"> {
  const label = reportPeriods.find((one) => one.label === period)?.label;
  const [first = "", last = ""] = reportPeriods.find((one) => one.label === (label ?? usualPeriod))?.days(today) ?? [];
  if (label !== undefined || (!isDay(from) && !isDay(to)))
    return { period: label ?? usualPeriod, from: first, to: last };
  const days = {
    from: isDay(from) ? from : isDay(to) && to < first ? to : first,
    to: isDay(to) ? to : isDay(from) && from > last ? from : last,
  };
  return { ...days, period: reportPeriods.find((one) => one.days(today).join() === `${days.from},${days.to}`)?.label };
}

/** What is saved of a report. Days that are no common period are saved as they are. */
export function settingsOf(state: ReportState): ReportSettings {
  return {
    view: state.view,
    grouping: state.grouping,
    ...(state.split && { split: state.split }),
    ...(state.period ? { period: state.period } : { from: state.from, to: state.to }),
    ...(state.workflow && { campaignId: state.workflow }),
    ...(state.template && { templateId: state.template }),
    ...(state.channel && { channel: state.channel }),
    measures: [...state.measures],
    chart: state.chart,
    compare: state.compare,
  };
}

/** The address of what was saved. */
export const addressOf = (settings: ReportSettings): Address => ({
  view: settings.view === "results" ? undefined : settings.view,
  grouping: settings.grouping === "day" ? undefined : settings.grouping,
  split: settings.split,
  period: settings.period === usualPeriod ? undefined : settings.period,
  from: settings.from,
  to: settings.to,
  workflow: settings.campaignId,
  template: settings.templateId,
  channel: settings.channel,
  measures: settings.measures?.join() === usualMeasures.join() ? undefined : settings.measures?.join(),
  kind: settings.chart === "bars" ? undefined : settings.chart,
  compare: settings.compare === false ? "no" : undefined,
});

/** The splits that go with a grouping and a template: sums by state have workflow and channel only. */
export const splitsOf = ({ grouping, template }: Pick<ReportState, "grouping" | "template">) =>
  reportSplits.filter((split) => {
    if (split === grouping) return false;
    if (grouping === "state") return split === "campaign" || split === "channel";
    return (
      split !== "state" || (template === undefined && !["template", "number", "carrier", "node"].includes(grouping))
    );
  });

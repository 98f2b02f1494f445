import { addCounts } from "@trunkline/contract/reports/measures.ts";
import type { ReportDetail, ReportDetailLine } from "@trunkline/contract/reports/report.ts";
import { describe, expect, it } from "vitest";
import { chartsOf, describeChart } from "./reportSeries.ts";

const line = (key: string | null, counts: Partial<ReportDetailLine> = {}): ReportDetailLine => ({
  ...addCounts([]),
  key,
  name: null,
  campaignId: null,
  part: null,
  partName: null,
  isRest: false,
  ...counts,
});
const detail = (lines: ReportDetailLine[], before: ReportDetailLine[] | null = null): ReportDetail => ({
  zone: "Etc/UTC",
  startDate: "2026-03-03",
  endDate: "2026-03-05",
  lines,
  previous: before && { startDate: "2026-02-28", endDate: "2026-03-02", lines: before },
});

describe("the charts of a report", () => {
  it("show every day, figures as 0 and rates as gaps where nothing was sent", () => {
    const lines = [line("2026-03-03", { sent: 8, delivered: 6 }), line("2026-03-05", { sent: 2, delivered: 2 })];
    const chosen = ["sent", "deliveryRate"] as const;
    const charts = chartsOf({ detail: detail(lines), grouping: "day", split: undefined, chosen });
    expect(charts?.map(({ kind, series }) => [kind, series[0]?.values])).toEqual([
      ["count", [8, 0, 2]],
      ["rate", [0.75, null, 1]],
    ]);
  });

  it("draw the period before under the days of this one", () => {
    const before = [line("2026-03-01", { sent: 5 })];
    const [chart] =
      chartsOf({
        detail: detail([line("2026-03-04", { sent: 1 })], before),
        grouping: "day",
        split: undefined,
        chosen: ["sent"],
      }) ?? [];
    expect(chart?.series.map(({ values, isEarlier }) => [values, isEarlier ?? false])).toEqual([
      [[0, 1, 0], false],
      [[0, 5, 0], true],
    ]);
  });

  it("give each part a series, channels in their colors and the rest last", () => {
    const lines = [
      line("2026-03-03", { part: null, isRest: true, sent: 90 }),
      line("2026-03-03", { part: "rcs", sent: 3 }),
      line("2026-03-03", { part: "sms", sent: 7 }),
    ];
    const [chart] = chartsOf({ detail: detail(lines), grouping: "day", split: "channel", chosen: ["sent"] }) ?? [];
    expect(chart?.series.map(({ name, color }) => [name, color])).toEqual([
      ["SMS", "var(--sms)"],
      ["RCS", "var(--rcs)"],
      ["All others", "var(--email)"],
    ]);
  });

  it("show the ten largest names by the first measure, and none without any", () => {
    const lines = Array.from({ length: 12 }, (_, place) => line(`+1202555${place + 1_000}`, { sent: place }));
    const [chart] = chartsOf({ detail: detail(lines), grouping: "number", split: undefined, chosen: ["sent"] }) ?? [];
    expect(chart?.steps).toHaveLength(10);
    expect(chart?.series[0]?.values).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(chart && describeChart(chart)).toBe(
      "Figures: Sent by name, highest Sent: 11, +1 (202) 555-1011. All figures are in the table.",
    );
  });
});

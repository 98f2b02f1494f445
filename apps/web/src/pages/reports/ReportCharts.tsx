import { formatMeasure, type MeasureKind } from "@trunkline/contract/reports/measures.ts";
import type { ChartKind } from "@trunkline/contract/reports/savedReport.ts";
import { Plot } from "../../ui/chart/Plot.tsx";
import { RowBars } from "../../ui/chart/RowBars.tsx";
import classes from "./ReportCharts.module.css";
import { describeChart, type ReportChartData } from "./reportSeries.ts";

/** The smallest unit in which a measure is written on a scale. */
const smallest: Record<MeasureKind, number> = { count: 1, rate: 0.001, dollars: 0.01, seconds: 0.1 };

/** The charts of a report below each other, one scale each. The table has the same values. */
export function ReportCharts({
  charts,
  kind,
}: {
  charts: readonly ReportChartData[];
  kind: Exclude<ChartKind, "table">;
}) {
  return charts.map((chart, place) => {
    const isStacked = kind === "stacked" && chart.isSplit && chart.kind === "count";
    const drawn = isStacked ? "stacked" : kind === "lines" || chart.kind === "rate" ? "lines" : "bars";
    const format = (value: number | null): string => formatMeasure(chart.kind, value);
    return (
      <figure key={chart.id} className={classes["chart"]}>
        {charts.length > 1 ? <figcaption className={classes["title"]}>{chart.title}</figcaption> : null}
        {chart.isTime ? (
          <Plot
            label={describeChart(chart)}
            steps={chart.steps.map(({ name }) => name)}
            series={chart.series}
            kind={drawn}
            format={format}
            smallest={smallest[chart.kind]}
            height={place === 0 ? 176 : 112}
          />
        ) : (
          <RowBars
            label={describeChart(chart)}
            rows={chart.steps}
            series={chart.series}
            stacked={isStacked}
            format={format}
          />
        )}
      </figure>
    );
  });
}

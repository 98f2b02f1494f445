import type { StayGrouping, StayLine } from "@trunkline/contract/agents/callCenter.ts";
import { useMemo } from "react";
import { Plot } from "../../ui/chart/Plot.tsx";
import { RowBars } from "../../ui/chart/RowBars.tsx";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import classes from "./CallReportPage.module.css";
import { describeCalls, drawCalls, measuresOf } from "./callCharts.ts";

interface Props {
  lines: readonly StayLine[];
  grouping: StayGrouping;
  startDate: string;
  endDate: string;
  zone: string;
}

/** The charts of the call report. The table has the same values. */
export function CallCharts({ lines, grouping, startDate, endDate, zone }: Props) {
  const [address, change] = useAddress();
  const choices = measuresOf(grouping);
  const measure = (choices.find(({ value }) => value === address["measure"]) ?? choices[0])?.value;
  const drawn = useMemo(
    () => drawCalls({ lines, grouping, measure, startDate, endDate, zone }),
    [lines, grouping, measure, startDate, endDate, zone],
  );
  const { isTime, steps, charts, note } = drawn;
  return (
    <section className={classes["charts"]} aria-label="Chart">
      {measure === undefined ? null : (
        <LaterSelect
          size="xs"
          w={180}
          aria-label="Measure"
          allowDeselect={false}
          data={choices}
          value={measure}
          onChange={(value) => change({ measure: value === choices[0]?.value ? undefined : (value ?? undefined) })}
        />
      )}
      {charts.map((chart, place) => (
        <figure key={chart.id}>
          {charts.length > 1 ? <figcaption>{chart.title}</figcaption> : null}
          {isTime ? (
            <Plot
              label={describeCalls(chart, drawn)}
              steps={steps.map(({ name }) => name)}
              series={chart.series}
              kind={chart.kind}
              format={chart.format}
              smallest={chart.smallest}
              end={chart.end}
              height={place === 0 ? 176 : 112}
            />
          ) : steps.length === 0 ? (
            <p className={classes["formulas"]}>No line has this figure.</p>
          ) : (
            <RowBars
              label={describeCalls(chart, drawn)}
              rows={steps}
              series={chart.series}
              stacked={chart.kind === "stacked"}
              format={chart.format}
              end={chart.end}
            />
          )}
        </figure>
      ))}
      {note === null ? null : <p className={classes["formulas"]}>{note}</p>}
    </section>
  );
}

import { useId } from "react";
import { PlotLegend } from "./PlotLegend.tsx";
import { PatternDefs } from "./PlotShapes.tsx";
import classes from "./RowBars.module.css";
import { type Series, topOf } from "./series.ts";

interface Props {
  label: string;
  rows: readonly { key: string; name: string }[];
  series: readonly Series[];
  /** The series of a row in one bar. */
  stacked: boolean;
  format: (value: number | null) => string;
}

/** Horizontal bars by name. Every value is written next to its bar, so that a screen reader reads them as a list. */
export function RowBars({ label, rows, series, stacked, format }: Props) {
  const id = useId();
  const top = topOf(series, stacked);
  const shareOf = (value: number | null): number => (top === 0 ? 0 : (value ?? 0) / top);
  return (
    <div>
      {series.length > 1 ? <PlotLegend series={series} kind="bars" id={id} /> : null}
      <svg className={classes["patterns"]} aria-hidden="true">
        <PatternDefs series={series} id={id} />
      </svg>
      <ul className={classes["rows"]} aria-label={label}>
        {rows.map(({ key, name }, row) => (
          <li key={key} className={classes["row"]}>
            <span className={classes["name"]} title={name}>
              {name}
            </span>
            <span className={classes["bars"]} data-stacked={stacked || undefined}>
              {series.map(({ id: one, name: words, values }, place) => {
                const value = values[row] ?? null;
                if (stacked && !value) return null;
                return (
                  <span
                    key={one}
                    className={classes["bar"]}
                    style={stacked ? { width: `${shareOf(value) * 100}%` } : undefined}
                    title={`${words}: ${format(value)}`}
                  >
                    <svg
                      style={{ width: stacked ? "100%" : `calc((100% - 88px) * ${shareOf(value)})` }}
                      height="100%"
                      aria-hidden="true"
                    >
                      <rect width="100%" height="100%" rx={2} fill={`url(#${id}-${place})`} />
                    </svg>
                    <span className={stacked ? classes["unseen"] : classes["value"]}>
                      {series.length > 1 ? <span className={classes["unseen"]}>{words} </span> : null}
                      {format(value)}
                      {stacked ? ", " : ""}
                    </span>
                  </span>
                );
              })}
            </span>
            {stacked ? (
              <span className={classes["value"]}>
                {format(series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0))}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

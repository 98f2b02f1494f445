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
  /** The end of the scale. By default the largest value. */
  end?: number | undefined;
}

/**
 * Horizontal bars by name. Every value is written next to its bar, so that a screen reader reads them as a list. A series that
 * the others are compared with is a mark across the bar.
 */
export function RowBars({ label, rows, series, stacked, format, end }: Props) {
  const id = useId();
  const own = series.filter(({ isEarlier }) => !isEarlier);
  const compared = series.find(({ isEarlier }) => isEarlier);
  const top = end ?? topOf(own, stacked);
  const shareOf = (value: number | null): number => (top === 0 ? 0 : (value ?? 0) / top);
  return (
    <div>
      {series.length > 1 ? <PlotLegend series={series} kind="rows" id={id} /> : null}
      <svg className={classes["patterns"]} aria-hidden="true">
        <PatternDefs series={own} id={id} />
      </svg>
      <ul className={classes["rows"]} aria-label={label}>
        {rows.map(({ key, name }, row) => {
          const values = own.map((one) => ({ ...one, value: one.values[row] ?? null }));
          return (
            <li key={key} className={classes["row"]}>
              <span className={classes["name"]} title={name}>
                {name}
              </span>
              {stacked ? (
                <Stacked {...{ values, shareOf, format, id }} />
              ) : compared ? (
                <Marked {...{ values, shareOf, format, id, compared }} mark={compared.values[row] ?? null} />
              ) : (
                <Bars {...{ values, shareOf, format, id }} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  values: readonly (Series & { value: number | null })[];
  shareOf: (value: number | null) => number;
  format: Props["format"];
  id: string;
}

const Fill = ({ id, place, width }: { id: string; place: number; width: string }) => (
  <svg style={{ width }} height="100%" aria-hidden="true">
    <rect width="100%" height="100%" rx={2} fill={`url(#${id}-${place})`} />
  </svg>
);

/** The bars of a row below each other, each with its value next to it. */
const Bars = ({ values, shareOf, format, id }: RowProps) => (
  <span className={classes["bars"]}>
    {values.map(({ id: one, name, value }, place) => (
      <span key={one} className={classes["bar"]} title={`${name}: ${format(value)}`}>
        <Fill id={id} place={place} width={`calc((100% - 88px) * ${shareOf(value)})`} />
        <span className={classes["value"]}>
          {values.length > 1 ? <span className={classes["unseen"]}>{name} </span> : null}
          {format(value)}
        </span>
      </span>
    ))}
  </span>
);

/** The bars of a row one after the other, and their sum. */
const Stacked = ({ values, shareOf, format, id }: RowProps) => (
  <>
    <span className={classes["bars"]} data-stacked>
      {values.map(({ id: one, name, value }, place) =>
        value ? (
          <span
            key={one}
            className={classes["bar"]}
            style={{ width: `${shareOf(value) * 100}%` }}
            title={`${name}: ${format(value)}`}
          >
            <Fill id={id} place={place} width="100%" />
            <span className={classes["unseen"]}>
              {values.length > 1 ? `${name} ` : ""}
              {format(value)},{" "}
            </span>
          </span>
        ) : null,
      )}
    </span>
    <span className={classes["value"]}>{format(values.reduce((sum, { value }) => sum + (value ?? 0), 0))}</span>
  </>
);

/** The bars of a row with a mark across them. The values are at the end, because the mark would lie on them. */
const Marked = ({
  values,
  shareOf,
  format,
  id,
  compared,
  mark,
}: RowProps & { compared: Series; mark: number | null }) => {
  const words = mark === null ? "" : `${compared.name} ${format(mark)}`;
  return (
    <>
      <span className={classes["bars"]} title={words}>
        {values.map(({ id: one, value }, place) => (
          <span key={one} className={classes["bar"]}>
            <Fill id={id} place={place} width={`${shareOf(value) * 100}%`} />
          </span>
        ))}
        {mark === null ? null : <i className={classes["mark"]} style={{ left: `${shareOf(mark) * 100}%` }} />}
      </span>
      <span className={classes["value"]}>
        {values.map(({ value }) => format(value)).join(", ")}
        <span className={classes["unseen"]}>, {words}</span>
      </span>
    </>
  );
};

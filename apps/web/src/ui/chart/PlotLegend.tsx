import classes from "./Plot.module.css";
import { PatternDefs } from "./PlotShapes.tsx";
import { dashOf, type Series } from "./series.ts";

/** The names of the series, each with its color and its pattern or dashes, or the mark across bars in rows. */
export function PlotLegend({ series, kind, id }: { series: readonly Series[]; kind: string; id: string }) {
  const isLine = kind === "lines";
  const own = series.filter(({ isEarlier }) => !isEarlier);
  return (
    <ul className={classes["legend"]}>
      {series.map(({ id: one, name, color, isEarlier }, place) => (
        <li key={one}>
          <svg width={18} height={10} aria-hidden="true" style={{ color }}>
            {kind === "rows" && isEarlier ? (
              <rect x={8} width={2} height={10} fill="var(--mantine-color-text)" />
            ) : isLine || isEarlier ? (
              <line
                className={classes["sample"]}
                data-earlier={isEarlier || undefined}
                x1={0}
                x2={18}
                y1={5}
                y2={5}
                strokeDasharray={isEarlier ? "3 4" : dashOf(place)}
              />
            ) : (
              <>
                <PatternDefs series={own} id={`${id}-legend`} />
                <rect width={18} height={10} rx={2} fill={`url(#${id}-legend-${place})`} />
              </>
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

import { isAlone, linePath } from "./linePath.ts";
import classes from "./Plot.module.css";
import { dashOf, type Series } from "./series.ts";

/** With more steps a line has no dots. */
const mostDots = 62;

interface Props {
  width: number;
  height: number;
  /** The values at the lines of the scale, from the top down. */
  ticks: readonly number[];
  steps: number;
  series: readonly Series[];
  kind: "bars" | "lines" | "stacked";
  step: number | null;
  id: string;
}

/** The drawing of a chart: bars next to each other or stacked, or lines, and what they are compared with as a dashed line. */
export function PlotShapes(props: Props) {
  const { width, height, ticks, steps, series, kind, step, id } = props;
  const slot = width / Math.max(1, steps);
  const [scale = 1] = ticks;
  const y = (value: number): number => height - (value / scale) * height;
  const own = series.filter(({ isEarlier }) => !isEarlier);
  return (
    <svg className={classes["drawing"]} width={width} height={height} aria-hidden="true">
      <PatternDefs series={own} id={id} />
      {ticks.map((value) => (
        <line key={value} className={classes["grid"]} x1={0} x2={width} y1={y(value)} y2={y(value)} />
      ))}
      {step === null ? null : <rect className={classes["cursor"]} x={step * slot} width={slot} y={0} height={height} />}
      {kind === "lines" ? null : <Bars {...{ own, slot, y, height, kind, id }} />}
      {series.map(({ id: one, values, color, isEarlier }, place) =>
        kind === "lines" || isEarlier ? (
          <g key={one} className={classes["line"]} data-earlier={isEarlier || undefined} style={{ color }}>
            <path d={linePath(values, slot, y, isEarlier)} strokeDasharray={isEarlier ? "3 4" : dashOf(place)} />
            {isEarlier
              ? null
              : values.map((value, at) =>
                  value === null || (steps > mostDots && !isAlone(values, at)) ? null : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name here
                    <circle key={at} cx={(at + 0.5) * slot} cy={y(value)} r={2.5} />
                  ),
                )}
          </g>
        ) : null,
      )}
    </svg>
  );
}

function Bars({
  own,
  slot,
  y,
  height,
  kind,
  id,
}: {
  own: readonly Series[];
  slot: number;
  y: (value: number) => number;
  height: number;
  kind: string;
  id: string;
}) {
  const wide = Math.min(40, slot * 0.76);
  const one = kind === "stacked" ? wide : wide / Math.max(1, own.length);
  const below = new Map<number, number>();
  return (
    <>
      {own.map(({ id: name, values }, place) => (
        <g key={name}>
          {values.map((value, at) => {
            if (value === null || value <= 0) return null;
            const base = kind === "stacked" ? (below.get(at) ?? 0) : 0;
            below.set(at, base + value);
            const left = at * slot + (slot - wide) / 2 + (kind === "stacked" ? 0 : place * one);
            const top = y(base + value);
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name here
                key={at}
                x={left}
                y={top}
                width={Math.max(1, one - (kind === "stacked" ? 0 : 1))}
                height={Math.max(1, (base === 0 ? height : y(base)) - top)}
                fill={`url(#${id}-${place})`}
              />
            );
          })}
        </g>
      ))}
    </>
  );
}

/** The fills of bars: each has a pattern of its own next to its color. */
export function PatternDefs({ series, id }: { series: readonly Series[]; id: string }) {
  return (
    <defs>
      {series.map(({ id: name, color }, place) => (
        <pattern
          key={name}
          id={`${id}-${place}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${[0, 45, -45, 0, 90, 45, -45, 0, 90][place % 9]})`}
          style={{ color }}
        >
          <rect width={6} height={6} fill="currentColor" />
          {place === 0 ? null : place % 4 === 3 ? (
            <circle cx={3} cy={3} r={1.4} className={classes["mark"]} />
          ) : (
            <rect width={place > 3 ? 3 : 2} height={6} className={classes["mark"]} />
          )}
        </pattern>
      ))}
    </defs>
  );
}

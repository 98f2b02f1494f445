import classes from "./Upright.module.css";

/** One bar of a chart. */
export interface Bar {
  key: string;
  name: string;
  value: number;
}

interface Shape {
  bars: readonly Bar[];
  top: number;
  format: (value: number) => string;
}

/** Rounds up so that the middle line is a round number too. */
function roundUp(top: number): number {
  if (top <= 0 || top === 1) return 2;
  const unit = 10 ** Math.floor(Math.log10(top));
  return ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= top) ?? 10) * unit;
}

/** Bars over time, with three lines of the scale. */
export function Upright({ bars, top, format }: Shape) {
  const scale = roundUp(top);
  const middle = bars[Math.floor((bars.length - 1) / 2)];
  const labels = bars.length > 2 ? [bars[0], middle, bars.at(-1)] : bars;
  return (
    <div className={classes["upright"]}>
      <div className={classes["scale"]}>
        {[scale, scale / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <div className={classes["plot"]}>
        {bars.map(({ key, name, value }) => (
          <div key={key} className={classes["slot"]} title={`${name}: ${format(value)}`}>
            <div className={classes["bar"]} style={{ height: `${(value / scale) * 100}%` }} />
          </div>
        ))}
      </div>
      <div className={classes["labels"]}>
        {labels.map((bar) => (bar ? <span key={bar.key}>{bar.name}</span> : null))}
      </div>
    </div>
  );
}

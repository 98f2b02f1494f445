import classes from "./Sparkline.module.css";

/** One bar of a small plot. */
interface SparkBar {
  key: string;
  /** What is shown on hover. */
  title: string;
  /** Null: there is none. */
  value: number | null;
  /** The day that the plot is about, in full color. */
  isNow?: boolean;
  isBad?: boolean;
}

interface Props {
  /** What the bars show, with their values, for screen readers. */
  label: string;
  bars: readonly SparkBar[];
  /** The value of a bar of full height; otherwise that of the highest one. */
  top?: number;
}

/** A figure by day as small bars. The hue and the height come from the place where it is shown. */
export function Sparkline({ label, bars, top = Math.max(1, ...bars.map(({ value }) => value ?? 0)) }: Props) {
  return (
    <div className={classes["sparkline"]} role="img" aria-label={label}>
      {bars.map(({ key, title, value, isNow, isBad }) => (
        <div key={key} className={classes["slot"]} title={title}>
          <div
            className={classes["bar"]}
            data-now={isNow || undefined}
            data-bad={isBad || undefined}
            style={{ height: `${value ? Math.max(6, (100 * value) / top) : 0}%` }}
          />
        </div>
      ))}
    </div>
  );
}

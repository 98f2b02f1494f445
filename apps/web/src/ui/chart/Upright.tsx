import { StepLabels } from "./StepLabels.tsx";
import { ticksOf } from "./ticksOf.ts";
import classes from "./Upright.module.css";

/** One bar of a chart. */
export interface Bar {
  key: string;
  /** Of one or two lines. */
  name: string;
  value: number;
}

interface Shape {
  bars: readonly Bar[];
  top: number;
  format: (value: number) => string;
}

/** Counts over time as bars, with the lines of their scale. */
export function Upright({ bars, top, format }: Shape) {
  const ticks = ticksOf(top, 1);
  const [scale = 1] = ticks;
  return (
    <div className={classes["upright"]}>
      <div className={classes["scale"]}>
        {ticks.map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <div className={classes["plot"]} data-half={ticks.length > 2 || undefined}>
        {bars.map(({ key, name, value }) => (
          <div key={key} className={classes["slot"]} title={`${name.replace("\n", " ")}: ${format(value)}`}>
            <div className={classes["bar"]} style={{ height: `${(value / scale) * 100}%` }} />
          </div>
        ))}
      </div>
      <StepLabels steps={bars.map(({ name }) => name)} />
    </div>
  );
}

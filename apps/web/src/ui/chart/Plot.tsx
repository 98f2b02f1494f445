import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useId, useState } from "react";
import classes from "./Plot.module.css";
import { PlotLegend } from "./PlotLegend.tsx";
import { PlotShapes } from "./PlotShapes.tsx";
import { StepLabels } from "./StepLabels.tsx";
import { type Series, topOf } from "./series.ts";
import { ticksOf } from "./ticksOf.ts";

interface Props {
  /** What the chart shows, for screen readers. */
  label: string;
  /** The names of the steps from left to right. */
  steps: readonly string[];
  series: readonly Series[];
  kind: "bars" | "lines" | "stacked";
  format: (value: number | null) => string;
  /** The smallest unit that `format` shows: 1 of counts. */
  smallest: number;
  /** The end of the scale. By default a round figure above the largest value. */
  end?: number | undefined;
  height?: number;
}

/** The scale is at least so wide, pixels; below it is room for the first name. */
const scaleWidth = 40;

/** A chart over time. The arrow keys go through its steps, whose values are shown and read out. */
export function Plot({ label, steps, series, kind, format, smallest, end, height = 176 }: Props) {
  const { ref, width } = useElementSize();
  const [step, setStep] = useState<number | null>(null);
  const id = useId();
  const ticks = ticksOf(end ?? topOf(series, kind === "stacked"), smallest);
  const move = (event: KeyboardEvent): void => {
    const next = nextStep(event.key, step, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    setStep(next);
  };
  const shown = step === null ? undefined : steps[step];
  const values = step === null ? [] : series.map(({ name, values: all }) => `${name} ${format(all[step] ?? null)}`);
  return (
    <div className={classes["plot"]}>
      <PlotLegend series={series} kind={kind} id={id} />
      <div className={classes["scale"]} style={{ height: height + 16 }} aria-hidden>
        {ticks.map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={ref}
        className={classes["area"]}
        style={{ height }}
        role="group"
        aria-roledescription="chart"
        aria-label={`${label} Use the arrow keys to read its values.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its values
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setStep(null)}
        onMouseLeave={() => setStep(null)}
        onMouseMove={(event) => {
          const { left, width: wide } = event.currentTarget.getBoundingClientRect();
          const at = Math.floor(((event.clientX - left) / Math.max(1, wide)) * steps.length);
          setStep(Math.min(steps.length - 1, Math.max(0, at)));
        }}
      >
        <PlotShapes {...{ width, height, ticks, series, kind, step, id }} steps={steps.length} />
        {shown === undefined || step === null ? null : (
          <div
            className={classes["tip"]}
            data-side={step > steps.length / 2 ? "left" : "right"}
            style={tipAt(step, steps.length)}
          >
            <strong>{shown}</strong>
            {series.map(({ id: one, name, values: all }) => (
              <span key={one}>
                {name} <b>{format(all[step] ?? null)}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <StepLabels steps={steps} reach={scaleWidth} />
      <div className={classes["unseen"]} role="status">
        {shown === undefined ? "" : `${shown}: ${values.join(", ")}`}
      </div>
    </div>
  );
}

function nextStep(key: string, step: number | null, count: number): number | null | undefined {
  if (key === "Escape") return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowRight") return step === null ? 0 : Math.min(count - 1, step + 1);
  if (key === "ArrowLeft") return step === null ? count - 1 : Math.max(0, step - 1);
  return undefined;
}

const tipAt = (step: number, count: number) =>
  step > count / 2 ? { right: `${(1 - step / count) * 100}%` } : { left: `${((step + 1) / count) * 100}%` };

import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useState } from "react";
import classes from "./StepLabels.module.css";
import { linesOf, stepLabels } from "./stepLabels.ts";

interface Props {
  steps: readonly string[];
  from?: number;
  reach?: number;
}

/** The names of a chart's steps, each below the middle of its step, as many as fit. What the chart shows is read out elsewhere. */
export function StepLabels({ steps, from, reach }: Props) {
  const { ref, width } = useElementSize();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const fontSize = place === null ? 12 : Number.parseFloat(getComputedStyle(place).fontSize);
  const lines = steps.reduce((most, text) => Math.max(most, linesOf(text).length), 1);
  return (
    <div
      ref={useMergedRef(ref, setPlace)}
      className={classes["labels"]}
      style={{ height: `calc(${lines}lh + 6px)` }}
      aria-hidden
    >
      {stepLabels(steps, { width, fontSize, from, reach }).map(({ at, text, middle }) => (
        <span key={at} style={{ left: `${middle * 100}%` }}>
          {text}
        </span>
      ))}
    </div>
  );
}

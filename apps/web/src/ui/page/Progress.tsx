import { Progress as Bar } from "@mantine/core";
import { formatCount } from "../text/formatFigure.ts";
import classes from "./Progress.module.css";

export interface ProgressProps {
  done: number;
  total: number;
  /** What it is the progress of, for screen readers. */
  label: string;
  /** More words after the figures: what is left, how long. */
  note?: string;
  wide?: boolean;
}

/** The share that is done, as whole percent; never 100 before all is done. */
const percentOf = (done: number, total: number): number =>
  total <= 0 ? 0 : done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));

/** A bar with its percent and 'done / total' (spec 2 §3.10, §9). */
export function Progress({ done, total, label, note, wide = false }: ProgressProps) {
  const percent = percentOf(done, total);
  return (
    <div className={classes["progress"]} data-wide={wide || undefined}>
      <Bar.Root size={6} radius="xl" className={classes["bar"]} transitionDuration={160}>
        <Bar.Section value={percent} color={percent === 100 ? "green.8" : "accent"} aria-label={label} />
      </Bar.Root>
      <span className={classes["words"]}>
        {percent}% <span className={classes["figures"]}>{`${formatCount(done)} / ${formatCount(total)}`}</span>
        {note ? <span className={classes["figures"]}>{note}</span> : null}
      </span>
    </div>
  );
}

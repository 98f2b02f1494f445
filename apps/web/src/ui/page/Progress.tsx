import { Progress as Bar } from "@mantine/core";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { formatCount } from "../text/formatFigure.ts";
import classes from "./Progress.module.css";

export interface ProgressProps {
  done: number;
  total: number;
  /** What is in progress, for screen readers. */
  label: string;
  /** Shown in place of 'done / total', where these are of a unit that says nothing to users. */
  figures?: string;
  /** Text after the figures, such as the time left. */
  note?: string;
  wide?: boolean;
  /** What is counted is complete, but not what follows from it: the full bar does not look finished. */
  isContinued?: boolean;
}

/** The progress in whole percent. Never 100 before everything is done. */
const percentOf = (done: number, total: number): number =>
  total <= 0 ? 0 : done >= total ? 100 : Math.min(99, Math.floor((done / total) * 100));

/** A bar with its percent and 'done / total' (spec 2 §3.10, §9). */
export function Progress({ done, total, label, figures, note, wide = false, isContinued }: ProgressProps) {
  const percent = percentOf(done, total);
  const shown = figures ?? `${formatCount(done)} / ${formatCount(total)}`;
  return (
    <div className={classes["progress"]} data-wide={wide || undefined}>
      <Bar.Root size={6} radius="xl" className={classes["bar"]} transitionDuration={160}>
        <Bar.Section
          value={percent}
          color={percent === 100 && !isContinued ? "green.8" : "accent"}
          aria-label={label}
        />
      </Bar.Root>
      <span className={classes["words"]}>
        {formatPercent(percent)}{" "}
        <span className={classes["figures"]} title={shown}>
          {shown}
        </span>
        {note ? (
          <span className={classes["figures"]} title={note}>
            {note}
          </span>
        ) : null}
      </span>
    </div>
  );
}

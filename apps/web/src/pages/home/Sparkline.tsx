import { formatCount } from "../../ui/text/formatFigure.ts";
import classes from "./HomeFigures.module.css";
import { shortDay } from "./homeDay.ts";

interface Props {
  label: string;
  values: readonly number[];
  days: readonly string[];
}

/** One figure by day as small bars, today's in full color. The numbers are its name, for screen readers. */
export function Sparkline({ label, values, days }: Props) {
  const top = Math.max(1, ...values);
  const numbers = values.map(formatCount).join(", ");
  return (
    <div className={classes["sparkline"]} role="img" aria-label={`${label}, last ${values.length} days: ${numbers}`}>
      {values.map((value, index) => (
        <div
          key={days[index]}
          className={classes["slot"]}
          title={`${shortDay(days[index] ?? "")}: ${formatCount(value)}`}
        >
          <div
            className={classes["bar"]}
            data-today={index === values.length - 1 || undefined}
            data-none={value === 0 || undefined}
            style={{ height: `${Math.max(value === 0 ? 0 : 6, (100 * value) / top)}%` }}
          />
        </div>
      ))}
    </div>
  );
}

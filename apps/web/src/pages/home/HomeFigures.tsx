import { type Home, type HomeFigure, homeFigures } from "@trunkline/contract/reports/home.ts";
import { paths } from "../../paths.ts";
import { Sparkline } from "../../ui/chart/Sparkline.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { shortDay } from "../../ui/text/dayNames.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import classes from "./HomeFigures.module.css";

interface Shown {
  label: string;
  /** The list with exactly the counted rows, and its filter. */
  to: string;
  filter: string;
  tone: "sms" | "voice" | "failed";
  /** The figure that this one is a share of, and its name. */
  of?: HomeFigure;
}

const shown: Record<HomeFigure, Shown> = {
  sent: { label: "Sent", to: paths.messages, filter: "sent", tone: "sms" },
  delivered: { label: "Delivered", to: paths.messages, filter: "delivered", tone: "sms", of: "sent" },
  replies: { label: "Replies", to: paths.messages, filter: "replies", tone: "sms", of: "sent" },
  optOuts: { label: "Opt-outs", to: paths.messages, filter: "optOuts", tone: "failed", of: "sent" },
  failed: { label: "Failed", to: paths.messages, filter: "failed", tone: "failed" },
  callsAnswered: { label: "Calls answered", to: paths.calls, filter: "answered", tone: "voice" },
  callsMissed: { label: "Calls missed", to: paths.calls, filter: "missed", tone: "failed" },
};

const today = (series: readonly number[]): number => series.at(-1) ?? 0;

/** Today's figures with a plot of the last days each, and all of it as a table. */
export function HomeFigures({ home: { figures, days } }: { home: Home }) {
  const day = days.at(-1) ?? "";
  return (
    <section aria-label="Today">
      <dl className={classes["figures"]}>
        {homeFigures.map((figure) => {
          const { label, to, filter, tone, of } = shown[figure];
          const series = figures[figure];
          const whole = of === undefined ? 0 : today(figures[of]);
          return (
            <div
              key={figure}
              className={classes["figure"]}
              data-tone={tone}
              data-none={today(series) === 0 || undefined}
            >
              <dt>
                <PathLink to={to} search={{ figure: filter, from: day, to: day }} className={classes["link"]}>
                  {label}
                </PathLink>
              </dt>
              <dd>
                {formatCount(today(series))}
                {whole === 0 ? null : (
                  <span className={classes["rate"]}>{`${formatShare(today(series), whole)} of sent`}</span>
                )}
              </dd>
              <dd className={classes["plot"]}>
                <Sparkline
                  label={`${label}, last ${series.length} days: ${series.map(formatCount).join(", ")}`}
                  bars={series.map((value, index) => ({
                    key: days[index] ?? "",
                    title: `${shortDay(days[index] ?? "")}: ${formatCount(value)}`,
                    value,
                    isNow: index === series.length - 1,
                  }))}
                />
              </dd>
              <dd className={classes["before"]}>{`Yesterday ${formatCount(series.at(-2) ?? 0)}`}</dd>
            </div>
          );
        })}
      </dl>
      <details className={classes["details"]}>
        <summary>Last 14 days as a table</summary>
        <DayTable figures={figures} days={days} />
      </details>
    </section>
  );
}

const DayTable = ({ figures, days }: Pick<Home, "figures" | "days">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
  <section className={classes["scroll"]} aria-label="Last 14 days" tabIndex={0}>
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {homeFigures.map((figure) => (
            <th key={figure} scope="col">
              {shown[figure].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, index) => ({ day, index }))
          .reverse()
          .map(({ day, index }) => (
            <tr key={day}>
              <th scope="row">{shortDay(day)}</th>
              {homeFigures.map((figure) => (
                <td key={figure}>{formatCount(figures[figure][index] ?? 0)}</td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  </section>
);

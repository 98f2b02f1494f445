import type { LiveCallCenter } from "@trunkline/contract/agents/callCenter.ts";
import { StepLabels } from "../../ui/chart/StepLabels.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import classes from "./QuarterPlot.module.css";

const quarterMs = 900_000;
/** Early in the day the plot begins before the first call, so that one quarter does not fill it. */
const fewestQuarters = 16;
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

type Quarter = LiveCallCenter["quarters"][number];
interface Bar {
  atMs: number;
  answered: number;
  abandoned: number;
  other: number;
}

/** Answered, abandoned with short ones, and others: unanswered, routed on or still waiting. */
const barOf = (atMs: number, quarter: Quarter | undefined): Bar => {
  const answered = quarter?.answered ?? 0;
  const abandoned = (quarter?.abandoned ?? 0) + (quarter?.shortAbandoned ?? 0);
  return { atMs, answered, abandoned, other: (quarter?.entered ?? 0) - answered - abandoned };
};
const isWholeHour = ({ atMs }: Bar): boolean => new Date(atMs).getMinutes() === 0;
const describe = ({ atMs, answered, abandoned, other }: Bar): string =>
  `${clock.format(atMs)}: ${answered} answered, ${abandoned} abandoned, ${other} other`;

/** Calls by the quarter of an hour in which they began to wait, as stacked bars and as a table. */
export function QuarterPlot({ live }: { live: LiveCallCenter }) {
  const { quarters } = live;
  const [firstQuarter] = quarters;
  if (firstQuarter === undefined) return null;
  const byStart = new Map(quarters.map((quarter) => [Date.parse(quarter.start), quarter]));
  const bars: Bar[] = [];
  const now = Date.parse(live.at);
  const first = Math.min(Date.parse(firstQuarter.start), now - (now % quarterMs) - (fewestQuarters - 1) * quarterMs);
  for (let at = first; at <= now; at += quarterMs) bars.push(barOf(at, byStart.get(at)));
  const top = Math.max(...quarters.map(({ entered }) => entered));
  return (
    <section className={classes["plot"]} aria-label="Calls by quarter of an hour">
      <header>
        <h2>Calls by quarter of an hour</h2>
        <span data-part="answered">Answered</span>
        <span data-part="abandoned">Abandoned</span>
        <span data-part="other">Other</span>
      </header>
      <div className={classes["bars"]} aria-hidden>
        <span className={classes["top"]}>{formatCount(top)}</span>
        {bars.map((bar) => (
          <div key={bar.atMs} className={classes["slot"]} title={describe(bar)}>
            {(["other", "abandoned", "answered"] as const).map((part) => (
              <div key={part} data-part={part} style={{ height: `${(100 * bar[part]) / top}%` }} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes["labels"]}>
        <StepLabels
          steps={bars.map(({ atMs }) => clock.format(atMs))}
          from={Math.max(0, bars.findIndex(isWholeHour))}
        />
      </div>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Calls</th>
              <th scope="col">Answered</th>
              <th scope="col">Abandoned</th>
              <th scope="col">Other</th>
            </tr>
          </thead>
          <tbody>
            {quarters
              .map((quarter) => ({ ...barOf(Date.parse(quarter.start), quarter), entered: quarter.entered }))
              .map(({ atMs, entered, answered, abandoned, other }) => (
                <tr key={atMs}>
                  <th scope="row">{clock.format(atMs)}</th>
                  <td>{formatCount(entered)}</td>
                  <td>{formatCount(answered)}</td>
                  <td>{formatCount(abandoned)}</td>
                  <td>{formatCount(other)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

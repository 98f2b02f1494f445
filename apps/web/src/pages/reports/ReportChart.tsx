import type { ReportGrouping, ReportLine } from "@trunkline/contract/reports/report.ts";
import classes from "./ReportChart.module.css";
import { type Figure, figures, formatZone, nameOf } from "./reportColumns.tsx";
import { stepsBetween } from "./reportDays.ts";

interface Bar {
  key: string;
  name: string;
  value: number;
}
/** The most names in a chart. The table shows all. */
const mostNames = 10;

interface Props {
  lines: readonly ReportLine[];
  grouping: ReportGrouping;
  figure: Figure;
  zone: string;
  from: string;
  to: string;
}

/** A bar chart of one figure: vertical over time, horizontal by name. The table below has the values. */
export function ReportChart({ lines, grouping, figure, zone, from, to }: Props) {
  const { header, format } = figures.find(({ id }) => id === figure) ?? (figures[0] as (typeof figures)[number]);
  const isTime = grouping === "day" || grouping === "hour";
  const named = lines.map((line) => ({
    key: line.key ?? line.campaignId ?? "",
    name: nameOf(line, grouping, zone),
    value: line[figure],
  }));
  const bars = isTime ? overTime(named, grouping, zone, from, to) : highest(named);
  if (bars === undefined) return <p className={classes["note"]}>Too many hours for a chart. Choose fewer days.</p>;
  const top = bars.reduce((most, { value }) => Math.max(most, value), 0);
  const peak = bars.find(({ value }) => value === top);
  const words = `${header} ${isTime ? `by ${grouping} in ${formatZone(zone)}` : "by name"}, ${
    peak === undefined || top === 0 ? "no data" : `highest: ${format(top)}, ${peak.name}`
  }. All figures are in the table.`;
  return (
    <figure className={classes["figure"]}>
      <div role="img" aria-label={words}>
        {isTime ? <Upright bars={bars} top={top} format={format} /> : <Lying bars={bars} top={top} format={format} />}
      </div>
      {!isTime && named.length > bars.length ? (
        <figcaption className={classes["note"]}>{`Top ${bars.length} of ${named.length}.`}</figcaption>
      ) : null}
    </figure>
  );
}

const highest = (bars: readonly Bar[]): Bar[] => [...bars].sort((a, b) => b.value - a.value).slice(0, mostNames);

function overTime(
  bars: readonly Bar[],
  grouping: "day" | "hour",
  zone: string,
  from: string,
  to: string,
): Bar[] | undefined {
  const byKey = new Map(bars.map((bar) => [bar.key, bar]));
  const steps = stepsBetween(
    grouping,
    bars.map(({ key }) => key),
    from,
    to,
  );
  return steps?.map((key) => {
    const none = { key, name: grouping === "day" ? key : "", value: 0 };
    const bar = byKey.get(key) ?? none;
    return bar.name === "" ? { ...bar, name: nameOf({ key, name: null } as ReportLine, grouping, zone) } : bar;
  });
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

function Upright({ bars, top, format }: Shape) {
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

const Lying = ({ bars, top, format }: Shape) => (
  <div className={classes["lying"]}>
    {bars.map(({ key, name, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same node of two workflows has one key
      <div key={`${key} ${index}`} className={classes["row"]} title={`${name}: ${format(value)}`}>
        <span className={classes["name"]}>{name}</span>
        <span className={classes["track"]}>
          <span className={classes["bar"]} style={{ width: `${top === 0 ? 0 : (value / top) * 100}%` }} />
        </span>
        <span className={classes["value"]}>{format(value)}</span>
      </div>
    ))}
  </div>
);

import type { ReportGrouping, ReportLine } from "@trunkline/contract/reports/report.ts";
import { type Bar, Upright } from "../../ui/chart/Upright.tsx";
import classes from "./ReportChart.module.css";
import { type Figure, figures, formatZone, nameOf } from "./reportColumns.tsx";
import { stepsBetween } from "./reportDays.ts";

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

import { Table, Text } from "@mantine/core";
import type { Outcome } from "@trunkline/contract/runs/outcome.ts";
import { type Bar, Upright } from "../../../ui/chart/Upright.tsx";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import { formatTime } from "../../../ui/text/formatTime.ts";
import classes from "./RunPlot.module.css";

const series = [
  ["sent", "Sent"],
  ["delivered", "Delivered"],
  ["replies", "Replies"],
] as const;

const units = new Map([
  [60, "minute"],
  [300, "5 minutes"],
  [900, "quarter of an hour"],
  [3_600, "hour"],
  [21_600, "6 hours"],
  [86_400, "day"],
]);

/** Texts sent, delivered and received over time, as three plots of one time axis and as a table. */
export function RunPlot({ points, stepSeconds }: Pick<Outcome, "points" | "stepSeconds">) {
  if (points.length < 2) return null;
  const unit = units.get(stepSeconds) ?? "week";
  return (
    <section aria-label="Texts over time">
      <div className={classes["plots"]}>
        {series.map(([id, name]) => {
          const bars = barsOf(points, stepSeconds, id);
          const top = bars.reduce((most, { value }) => Math.max(most, value), 0);
          return (
            <figure key={id} className={classes["plot"]}>
              <figcaption>{`${name} by ${unit}`}</figcaption>
              <div
                role="img"
                aria-label={`${name} by ${unit}, highest: ${formatCount(top)}. All figures are in the table.`}
              >
                <Upright bars={bars} top={top} format={formatCount} />
              </div>
            </figure>
          );
        })}
      </div>
      <details className={classes["figures"]}>
        <summary>Figures of the plots</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section className={classes["scroll"]} tabIndex={0} aria-label="Figures of the plots">
          <Table aria-label="Texts over time">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>From</Table.Th>
                {series.map(([id, name]) => (
                  <Table.Th key={id}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {points.map((point) => (
                <Table.Tr key={point.at}>
                  <Table.Td>
                    <Text inherit span>
                      {formatTime(point.at)}
                    </Text>
                  </Table.Td>
                  {series.map(([id]) => (
                    <Table.Td key={id}>{formatCount(point[id])}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      </details>
    </section>
  );
}

/** Names of bars have two lines: the day and the time. */
const breakAfterDay = (time: string): string => time.replace(" ", "\n");

/** One bar for every step from the first point to the last, also for those without events. */
function barsOf(points: Outcome["points"], stepSeconds: number, id: (typeof series)[number][0]): Bar[] {
  const values = new Map(points.map((point) => [Date.parse(point.at), point[id]]));
  const [first = 0, last = 0] = [points[0], points.at(-1)].map((point) => Date.parse(point?.at ?? ""));
  const count = Math.round((last - first) / (stepSeconds * 1_000)) + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * stepSeconds * 1_000;
    return { key: String(at), name: breakAfterDay(formatTime(new Date(at).toISOString())), value: values.get(at) ?? 0 };
  });
}

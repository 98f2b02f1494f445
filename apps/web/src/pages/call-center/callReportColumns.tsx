import type { ListedFigure, StayGrouping, StayLine } from "@trunkline/contract/agents/callCenter.ts";
import type { ReactNode } from "react";
import type { Column } from "../../ui/table/column.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import classes from "./CallReportPage.module.css";
import { formatSeconds } from "./formatSeconds.ts";
import { StaysLink } from "./StaysLink.tsx";

const day = new Intl.DateTimeFormat("en-US", { weekday: "short", year: "numeric", month: "2-digit", day: "2-digit" });
const quarter = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "numeric",
  minute: "2-digit",
});

const heads: Record<StayGrouping, string> = { place: "Queue", agent: "Agent", day: "Day", quarter: "From" };

/** What a line is called in a report. */
export function lineName({ name, from }: StayLine, grouping: StayGrouping): string {
  if (grouping === "day") return day.format(Date.parse(from));
  if (grouping === "quarter") return quarter.format(Date.parse(from));
  return name ?? "Deleted user";
}

/** The calls that a figure of a line counts. */
const open = (line: StayLine, figure: ListedFigure | "allAbandoned", value: ReactNode) => {
  const { kind, name, userId, from, to } = line;
  return (
    <span className={classes["figure"]}>
      <StaysLink
        figure={figure}
        place={kind === null || name === null ? null : { kind, name }}
        agent={userId === null ? null : { userId, name: name ?? "" }}
        from={from}
        to={to}
      >
        {value}
      </StaysLink>
    </span>
  );
};

const counted = (
  id: ListedFigure | "allAbandoned",
  header: string,
  value: (line: StayLine) => number,
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => open(line, id, formatCount(value(line))),
  value,
  right: true,
  width: 110,
});

const share = (
  id: string,
  header: string,
  figure: ListedFigure | "allAbandoned",
  value: (line: StayLine) => StayLine["serviceLevel"],
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => {
    const { count, of, rate } = value(line);
    return open(line, figure, rate === null ? "-" : formatShare(count, of));
  },
  value: (line) => value(line).rate,
  right: true,
  width: 120,
});

const averaged = (
  id: string,
  header: string,
  figure: ListedFigure,
  value: (line: StayLine) => number | null,
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => open(line, figure, formatSeconds(value(line))),
  value,
  right: true,
  width: 130,
});

const talk: Column<StayLine>[] = [
  averaged("averageWait", "Average wait", "answered", (line) => line.averageWait),
  averaged("averageTalk", "Average talk", "handled", (line) => line.averageTalk),
  averaged("averageWrapUp", "Average wrap-up", "handled", (line) => line.averageWrapUp),
  averaged("averageHandling", "Average handling", "handled", (line) => line.averageHandling),
];

/** The columns of a report. An agent has no abandoned calls, because no one answered them. */
export const callReportColumns = (grouping: StayGrouping): Column<StayLine>[] => [
  {
    id: "line",
    header: heads[grouping],
    cell: (line) => lineName(line, grouping),
    value: (line) => (grouping === "day" || grouping === "quarter" ? line.from : lineName(line, grouping)),
    width: 190,
    always: true,
  },
  ...(grouping === "agent"
    ? [
        counted("answered", "Answered", (line) => line.answered),
        counted("answeredInTime", "In time", (line) => line.answeredInTime),
        counted("answeredLate", "Late", (line) => line.answeredLate),
      ]
    : [
        counted("entered", "Calls", (line) => line.entered),
        share("serviceLevel", "Service level", "counted", (line) => line.serviceLevel),
        counted("answered", "Answered", (line) => line.answered),
        counted("allAbandoned", "Abandoned", (line) => line.abandonment.count),
        share("abandonment", "Abandonment", "allAbandoned", (line) => line.abandonment),
        counted("unanswered", "Unanswered", (line) => line.unanswered),
        counted("shortAbandoned", "Short", (line) => line.shortAbandoned),
        counted("released", "Routed on", (line) => line.released),
      ]),
  ...talk,
];

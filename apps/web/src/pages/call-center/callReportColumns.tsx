import type { ListedFigure, StayGrouping, StayLine } from "@trunkline/contract/agents/callCenter.ts";
import type { ReactNode } from "react";
import type { Column } from "../../ui/table/column.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import classes from "./CallReportPage.module.css";
import { formatSeconds } from "./formatSeconds.ts";
import { lineName } from "./lineName.ts";
import { StaysLink } from "./StaysLink.tsx";

const heads: Record<StayGrouping, string> = {
  place: "Queue",
  agent: "Agent",
  disposition: "Disposition",
  day: "Day",
  quarter: "From",
};

/** Whether the lines are of answered calls alone. */
export const isOfAnswered = (grouping: StayGrouping): boolean => grouping === "agent" || grouping === "disposition";

/** The calls that a figure of a line counts. */
const open = (
  line: StayLine,
  grouping: StayGrouping,
  figure: ListedFigure | "allAbandoned",
  value: ReactNode,
): ReactNode => {
  const { kind, name, userId, from, to } = line;
  return (
    <span className={classes["figure"]}>
      <StaysLink
        figure={figure}
        place={kind === null || name === null ? null : { kind, name }}
        agent={userId === null ? null : { userId, name: name ?? "" }}
        from={from}
        to={to}
        {...(grouping === "disposition" && { disposition: name ?? "" })}
      >
        {value}
      </StaysLink>
    </span>
  );
};

const counted = (
  grouping: StayGrouping,
  id: ListedFigure | "allAbandoned",
  header: string,
  value: (line: StayLine) => number,
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => open(line, grouping, id, formatCount(value(line))),
  value,
  right: true,
  width: widthOf(id),
});

const share = (
  grouping: StayGrouping,
  id: string,
  header: string,
  figure: ListedFigure | "allAbandoned",
  value: (line: StayLine) => StayLine["serviceLevel"],
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => {
    const { count, of, rate } = value(line);
    return rate === null ? "---" : open(line, grouping, figure, formatShare(count, of));
  },
  value: (line) => value(line).rate,
  right: true,
  width: widthOf(id),
});

const averaged = (
  grouping: StayGrouping,
  id: string,
  header: string,
  figure: ListedFigure,
  value: (line: StayLine) => number | null,
): Column<StayLine> => ({
  id,
  header,
  cell: (line) => (value(line) === null ? "---" : open(line, grouping, figure, formatSeconds(value(line)))),
  value,
  right: true,
  width: widthOf(id),
});

const talk = (grouping: StayGrouping): Column<StayLine>[] => [
  averaged(grouping, "averageWait", "Wait", "answered", (line) => line.averageWait),
  averaged(grouping, "averageTalk", "Talk", "handled", (line) => line.averageTalk),
  averaged(grouping, "averageWrapUp", "Wrap-up", "handled", (line) => line.averageWrapUp),
  averaged(grouping, "averageHandling", "Handling", "handled", (line) => line.averageHandling),
];

/** Widths with which every column of a report fits next to the navigation on a screen of 1440 pixels. */
const widths = new Map([
  ["line", 148],
  ["entered", 60],
  ["answered", 80],
  ["answeredInTime", 80],
  ["answeredLate", 80],
  ["allAbandoned", 90],
  ["unanswered", 96],
  ["shortAbandoned", 62],
  ["released", 84],
  ["serviceLevel", 104],
  ["abandonment", 112],
  ["averageWait", 70],
  ["averageTalk", 70],
  ["averageWrapUp", 78],
  ["averageHandling", 82],
]);
const widthOf = (id: string): number => widths.get(id) ?? 80;

/** The columns of a report. An agent or a disposition has no abandoned calls, because no one answered them. */
export const callReportColumns = (grouping: StayGrouping): Column<StayLine>[] => [
  {
    id: "line",
    header: heads[grouping],
    cell: (line) => lineName(line, grouping),
    value: (line) => (grouping === "day" || grouping === "quarter" ? line.from : lineName(line, grouping)),
    width: widthOf("line"),
    always: true,
  },
  ...(isOfAnswered(grouping)
    ? [
        counted(grouping, "answered", "Answered", (line) => line.answered),
        counted(grouping, "answeredInTime", "In time", (line) => line.answeredInTime),
        counted(grouping, "answeredLate", "Late", (line) => line.answeredLate),
      ]
    : [
        counted(grouping, "entered", "Calls", (line) => line.entered),
        share(grouping, "serviceLevel", "Service level", "counted", (line) => line.serviceLevel),
        counted(grouping, "answered", "Answered", (line) => line.answered),
        counted(grouping, "allAbandoned", "Abandoned", (line) => line.abandonment.count),
        share(grouping, "abandonment", "Abandonment", "allAbandoned", (line) => line.abandonment),
        counted(grouping, "unanswered", "Unanswered", (line) => line.unanswered),
        counted(grouping, "shortAbandoned", "Short", (line) => line.shortAbandoned),
        counted(grouping, "released", "Routed on", (line) => line.released),
      ]),
  ...talk(grouping),
];

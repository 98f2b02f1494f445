import type { AgentGrouping, AgentLine } from "@trunkline/contract/agents/agentReport.ts";
import type { Column } from "../../ui/table/column.ts";
import { formatShare } from "../../ui/text/formatFigure.ts";
import { formatSeconds } from "./formatSeconds.ts";

const day = new Intl.DateTimeFormat("en-US", { weekday: "short", year: "numeric", month: "2-digit", day: "2-digit" });

/** What a line is called in the report of agents. */
export const agentLineName = ({ name, from }: AgentLine, grouping: AgentGrouping): string =>
  grouping === "day" ? `${name ?? "Deleted user"}, ${day.format(Date.parse(from))}` : (name ?? "Deleted user");

const time = (
  id: string,
  header: string,
  value: (line: AgentLine) => number,
  more: Partial<Column<AgentLine>> = {},
): Column<AgentLine> => ({
  id,
  header,
  cell: (line) => (value(line) === 0 ? "---" : formatSeconds(value(line))),
  value,
  right: true,
  width: 92,
  ...more,
});

const share = (id: string, header: string, value: (line: AgentLine) => number | null): Column<AgentLine> => ({
  id,
  header,
  cell: (line) => {
    const rate = value(line);
    return rate === null ? "---" : formatShare(rate, 1);
  },
  value,
  right: true,
  width: 104,
});

/** The reasons that the lines have, by name. The one without a name comes last. */
function reasonsOf(lines: readonly AgentLine[]): { reasonId: string | null; name: string }[] {
  const reasons = new Map(lines.flatMap(({ away }) => away.map((one) => [one.reasonId, one] as const)));
  return [...reasons.values()].sort(
    (a, b) => Number(a.reasonId === null) - Number(b.reasonId === null) || a.name.localeCompare(b.name, "en"),
  );
}

/** The columns of the report of agents: one for each state, and for each reason for being away that occurs. */
export const agentReportColumns = (grouping: AgentGrouping, lines: readonly AgentLine[]): Column<AgentLine>[] => [
  {
    id: "agent",
    header: "Agent",
    cell: ({ name }) => name ?? "Deleted user",
    value: ({ name }) => name ?? "Deleted user",
    width: 150,
    always: true,
  },
  ...(grouping === "day"
    ? [
        {
          id: "day",
          header: "Day",
          cell: ({ from }: AgentLine) => day.format(Date.parse(from)),
          value: ({ from }: AgentLine) => from,
          width: 130,
          always: true,
        },
      ]
    : []),
  time("available", "Available", (line) => line.availableSeconds),
  time("ringing", "Ringing", (line) => line.ringSeconds, { hidden: true }),
  time("talk", "On calls", (line) => line.talkSeconds),
  time("wrapUp", "Wrap-up", (line) => line.wrapUpSeconds),
  ...reasonsOf(lines).map(({ reasonId, name }) =>
    time(
      `away ${reasonId ?? "none"}`,
      reasonId === null ? "Away" : name,
      ({ away }) => away.find((one) => one.reasonId === reasonId)?.seconds ?? 0,
    ),
  ),
  share("occupancy", "Occupancy", (line) => line.occupancy),
  time("scheduled", "Planned", (line) => line.scheduledSeconds),
  share("adherence", "Adherence", (line) => line.adherence),
];

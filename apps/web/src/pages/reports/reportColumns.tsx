import { Anchor } from "@mantine/core";
import type { ReportGrouping, ReportLine } from "@trunkline/contract/reports/report.ts";
import { NodeName } from "../../history/NodeName.tsx";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatCount, formatDollars, formatPhone } from "../../ui/text/formatFigure.ts";

/** A figure of a report by its name in an answer. */
export type Figure = Exclude<keyof ReportLine, "key" | "name" | "campaignId" | "answered">;

const formatSeconds = (seconds: number): string => `${seconds.toLocaleString("en-US")} s`;

/** The figures with their headers and formats, in the order of the decisions (Reports). */
export const figures: readonly { id: Figure; header: string; format: (value: number) => string }[] = [
  { id: "enrolled", header: "Enrolled", format: formatCount },
  { id: "filtered", header: "Filtered", format: formatCount },
  { id: "sent", header: "Sent", format: formatCount },
  { id: "delivered", header: "Delivered", format: formatCount },
  { id: "failed", header: "Failed", format: formatCount },
  { id: "replies", header: "Replies", format: formatCount },
  { id: "optOuts", header: "Opt-outs", format: formatCount },
  { id: "clicks", header: "Clicks", format: formatCount },
  { id: "calls", header: "Calls", format: formatCount },
  { id: "inboundCalls", header: "Inbound calls", format: formatCount },
  { id: "abandonedCalls", header: "Abandoned calls", format: formatCount },
  { id: "answeredByHuman", header: "Answered by human", format: formatCount },
  { id: "answeredByMachine", header: "Answered by machine", format: formatCount },
  { id: "averageTalkSeconds", header: "Average talk", format: formatSeconds },
  { id: "segments", header: "Segments", format: formatCount },
  { id: "cost", header: "Cost", format: formatDollars },
];

/** The groupings with their labels and the header of their lines. */
export const groupings: Record<ReportGrouping, { label: string; header: string; none: string }> = {
  day: { label: "By day", header: "Day", none: "---" },
  hour: { label: "By hour", header: "Hour", none: "---" },
  campaign: { label: "By workflow", header: "Workflow", none: "Outside workflows" },
  template: { label: "By template", header: "Template", none: "Without a template" },
  number: { label: "By number", header: "Number", none: "Without a number" },
  carrier: { label: "By carrier", header: "Carrier", none: "Without a carrier" },
  node: { label: "By node", header: "Node", none: "No node" },
  none: { label: "In total", header: "Total", none: "Everything" },
};

/** The name of a line. `zone` is the time zone of hours. */
export function nameOf(line: ReportLine, grouping: ReportGrouping, zone: string): string {
  const { key, name } = line;
  if (grouping === "node") return [name, key === null ? groupings.node.none : `node ${key}`].filter(Boolean).join(", ");
  if (key === null) return groupings[grouping].none;
  if (grouping === "hour") return hourIn(key, zone);
  if (grouping === "number") return formatPhone(key);
  if (grouping === "campaign" || grouping === "template") return name ?? "Deleted";
  return key;
}

/** "2026-03-12 14:00" in a zone. */
const hourIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(
    new Date(instant),
  );

/** The columns of a report. */
export function reportColumns(grouping: ReportGrouping, zone: string): Column<ReportLine>[] {
  const { header } = groupings[grouping];
  return [
    {
      id: "line",
      header: grouping === "day" || grouping === "hour" ? `${header} (${formatZone(zone)})` : header,
      cell: (line) =>
        grouping === "campaign" && line.key !== null && line.name !== null ? (
          <Anchor component={PathLink} to={paths.editCampaign(line.key)} inherit>
            {line.name}
          </Anchor>
        ) : grouping === "node" && line.key !== null && line.name !== null ? (
          <>
            {line.name}, <NodeName campaignId={line.campaignId} node={Number(line.key)} />
          </>
        ) : (
          nameOf(line, grouping, zone)
        ),
      value: (line) => (grouping === "hour" ? line.key : nameOf(line, grouping, zone)),
      width: 190,
      always: true,
    },
    ...figures.map(
      ({ id, header: words, format }): Column<ReportLine> => ({
        id,
        header: words,
        cell: (line) => format(line[id]),
        value: (line) => line[id],
        right: true,
        width: words.length > 12 ? 160 : 96,
      }),
    ),
  ];
}

/** "UTC", or the name of the zone. */
export const formatZone = (zone: string): string => (zone === "Etc/UTC" ? "UTC" : zone.replaceAll("_", " "));

/** The totals of all lines. The average talk time is over all answered calls. */
export function totalOf(lines: readonly ReportLine[]): ReportLine {
  const sum = (of: (line: ReportLine) => number): number => lines.reduce((before, line) => before + of(line), 0);
  const answered = sum((line) => line.answered);
  const sums = Object.fromEntries(figures.map(({ id }) => [id, sum((line) => line[id])])) as Record<Figure, number>;
  const talk = sum((line) => line.averageTalkSeconds * line.answered);
  return {
    ...sums,
    key: null,
    name: null,
    campaignId: null,
    answered,
    averageTalkSeconds: answered === 0 ? 0 : Math.round((talk / answered) * 10) / 10,
  };
}

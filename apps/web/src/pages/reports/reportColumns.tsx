import { Anchor } from "@mantine/core";
import { changeOf, formatMeasure, type MeasureId, measureIds, measures } from "@trunkline/contract/reports/measures.ts";
import type { DetailGrouping, ReportDetailLine, ReportSplit } from "@trunkline/contract/reports/report.ts";
import {
  formatZone,
  groupingNames,
  isByTime,
  nameOfLine,
  nameOfPart,
} from "@trunkline/contract/reports/reportNames.ts";
import { NodeName } from "../../history/NodeName.tsx";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** A line of the table, with the same line of the period before where it is compared by name. */
export interface TableLine extends ReportDetailLine {
  before?: ReportDetailLine | undefined;
  /** All lines together. */
  isTotal?: true;
}

interface Shown {
  grouping: DetailGrouping;
  split: ReportSplit | undefined;
  zone: string;
  /** The measures of the report. The other columns are left out where the table has no room for them. */
  chosen: readonly MeasureId[];
  /** The measures that are compared with the period before. */
  compared: readonly MeasureId[];
}

/** Room for a heading with its sort arrow. */
const widthOf = (header: string): number => Math.max(84, Math.round(30 + header.length * 7.2));

/** The columns of a report: the specified ones in their order, then rates, then changes (readings, Reports). */
export function reportColumns({ grouping, split, zone, chosen, compared }: Shown): Column<TableLine>[] {
  const { header } = groupingNames[grouping];
  return [
    {
      id: "line",
      header: grouping === "day" || grouping === "hour" ? `${header} (${formatZone(zone)})` : header,
      cell: (line) => <LineName line={line} grouping={grouping} zone={zone} />,
      value: (line) => (isByTime(grouping) ? line.key : nameOf(line, grouping, zone)),
      width: 190,
      always: true,
    },
    ...(split === undefined
      ? []
      : [
          {
            id: "part",
            header: groupingNames[split].header,
            cell: (line: TableLine) => (line.isTotal ? "" : partOf(line, split)),
            value: (line: TableLine) => partOf(line, split),
            width: 170,
            always: true,
          },
        ]),
    ...measureIds.map(
      (id): Column<TableLine> => ({
        id,
        header: measures[id].label,
        cell: (line) => formatMeasure(measures[id].kind, measures[id].of(line)),
        value: (line) => measures[id].of(line),
        right: true,
        width: widthOf(measures[id].label),
        spare: !chosen.includes(id),
      }),
    ),
    ...compared.map(
      (id): Column<TableLine> => ({
        id: `change-${id}`,
        header: `Change in ${measures[id].label.toLowerCase()}`,
        cell: (line) => formatChange(id, line),
        value: (line) => changeIn(id, line)?.by ?? null,
        right: true,
        width: widthOf(`Change in ${measures[id].label}`),
        spare: true,
      }),
    ),
  ];
}

const changeIn = (id: MeasureId, line: TableLine) =>
  changeOf(id, measures[id].of(line), line.before ? measures[id].of(line.before) : null);

function formatChange(id: MeasureId, line: TableLine): string {
  const { by, direction } = changeIn(id, line);
  if (by === null) return "---";
  const unit = measures[id].kind === "rate" ? "points" : "%";
  const size = Math.abs(by).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return direction === "same" ? `0 ${unit}` : `${direction === "up" ? "+" : "−"}${size} ${unit}`;
}

function LineName({ line, grouping, zone }: { line: TableLine; grouping: DetailGrouping; zone: string }) {
  const { key, name, campaignId } = line;
  if (grouping === "campaign" && key !== null && name !== null)
    return (
      <Anchor component={PathLink} to={paths.editCampaign(key)} inherit>
        {name}
      </Anchor>
    );
  if (grouping === "node" && key !== null && name !== null)
    return (
      <>
        {name}, <NodeName campaignId={campaignId} node={Number(key)} />
      </>
    );
  return nameOf(line, grouping, zone);
}

/** The name of a line, phone numbers as people write them. */
export const nameOf = (line: ReportDetailLine, grouping: DetailGrouping, zone: string): string =>
  grouping === "number" && line.key !== null ? formatPhone(line.key) : nameOfLine(line, grouping, zone);

const partOf = (line: ReportDetailLine, split: ReportSplit): string =>
  split === "number" && line.part !== null ? formatPhone(line.part) : nameOfPart(line, split);

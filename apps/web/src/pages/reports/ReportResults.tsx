import { SegmentedControl } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { addCounts } from "@trunkline/contract/reports/measures.ts";
import { type DetailGrouping, type ReportDetail, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { formatDay, groupingNames, isByTime } from "@trunkline/contract/reports/reportNames.ts";
import { useMemo } from "react";
import { oneOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Address } from "../../ui/page/useAddress.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { MeasureTiles } from "./MeasureTiles.tsx";
import { ReportCharts } from "./ReportCharts.tsx";
import { ChartOptions } from "./ReportFilters.tsx";
import classes from "./ReportsPage.module.css";
import { nameOf, reportColumns, type TableLine } from "./reportColumns.tsx";
import { chartsOf } from "./reportSeries.ts";
import type { ReportState } from "./reportState.ts";

const refreshMs = 15_000;
/** The error header of spec 2 §8. */
export const problem = "There was an error generating a report";

interface Props {
  state: ReportState & { grouping: DetailGrouping };
  change: (values: Address) => void;
  clearFilters: (() => void) | undefined;
}

/** Measures with their change, charts, and the table with the specified columns. */
export function ReportResults({ state, change, clearFilters }: Props) {
  const { grouping, split, compare } = state;
  const sorting = useSort(isByTime(grouping) ? { by: "line", descending: false } : { by: "sent", descending: true });
  const report = useQuery({
    ...oneOf(reportRoutes.detail, { query: queryOf(state) }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  // the data of the previous grouping has other line names
  const detail = report.isPlaceholderData ? undefined : report.data;
  const lines = useMemo(() => detail && comparedLines(detail, grouping), [detail, grouping]);
  const compared = compare && !isByTime(grouping) ? state.measures : [];
  const columns = useMemo(
    () => reportColumns({ grouping, split, zone: detail?.zone ?? "Etc/UTC", chosen: state.measures, compared }),
    [grouping, split, detail?.zone, state.measures, compared],
  );
  const zone = detail?.zone ?? "Etc/UTC";
  return (
    <>
      {detail && lines && lines.length > 0 ? <Drawn state={state} change={change} detail={detail} /> : null}
      <Table<TableLine>
        maxHeight={640}
        name="Report"
        columns={columns}
        rows={{ ...report, data: lines, isPending: report.isPending || report.isPlaceholderData }}
        rowId={(line) => `${line.campaignId} ${line.key} ${line.part} ${line.isRest}`}
        rowName={(line) => nameOf(line, grouping, zone)}
        {...sorting}
        clearFilters={clearFilters}
        {...(lines && lines.length > 0 && detail
          ? { totals: totalLine(detail), count: plural(lines.length, "line") }
          : {})}
        errorTitle={problem}
        empty={
          <EmptyState icon={IconChartBar} title="No results for these days">
            Sent texts, replies and call results appear here within seconds.
          </EmptyState>
        }
      />
    </>
  );
}

const queryOf = ({ grouping, split, from, to, workflow, template, channel, compare }: Props["state"]) => ({
  grouping,
  ...(split && { split }),
  startDate: from,
  endDate: to,
  ...(workflow && { campaignId: workflow }),
  ...(template && { templateId: template }),
  ...(channel && { channel }),
  previous: compare ? ("true" as const) : ("false" as const),
});

/** The lines, each with that of the period before. Lines over time have none: their days differ. */
function comparedLines({ lines, previous }: ReportDetail, grouping: DetailGrouping): TableLine[] {
  if (previous === null || isByTime(grouping)) return lines;
  const idOf = ({ campaignId, key, part, isRest }: TableLine): string => `${campaignId} ${key} ${part} ${isRest}`;
  const before = new Map(previous.lines.map((line) => [idOf(line), line]));
  return lines.map((line) => ({ ...line, before: before.get(idOf(line)) }));
}

const nothing = { key: null, name: null, campaignId: null, part: null, partName: null, isRest: false };

const totalLine = ({ lines, previous }: ReportDetail): TableLine => ({
  ...nothing,
  ...addCounts(lines),
  isTotal: true,
  ...(previous && { before: { ...nothing, ...addCounts(previous.lines) } }),
});

/** The tiles and the charts above the table. */
function Drawn({ state, change, detail }: Pick<Props, "state" | "change"> & { detail: ReportDetail }) {
  const { grouping, split, measures, chart } = state;
  const charts = useMemo(
    () => chartsOf({ detail, grouping, split, chosen: measures }),
    [detail, grouping, split, measures],
  );
  // nothing at all before is no change worth saying
  const before = detail.previous?.lines.length ? detail.previous : null;
  return (
    <>
      <MeasureTiles
        chosen={measures}
        now={addCounts(detail.lines)}
        before={before && addCounts(before.lines)}
        daysBefore={before ? `${formatDay(before.startDate)} to ${formatDay(before.endDate)}` : ""}
      />
      <section className={classes["chart"]} aria-label="Chart">
        <div className={classes["head"]}>
          <ChartOptions state={state} change={change} />
        </div>
        {chart === "table" || grouping === "none" ? null : charts === undefined ? (
          <p className={classes["note"]}>Too many hours for a chart. Choose fewer days.</p>
        ) : (
          <ReportCharts charts={charts} kind={chart} />
        )}
        {chart !== "table" &&
        charts?.[0] &&
        !charts[0].isTime &&
        detail.lines.length > charts[0].steps.length &&
        !split ? (
          <p className={classes["note"]}>{`Top ${charts[0].steps.length} of ${detail.lines.length}.`}</p>
        ) : null}
        {split !== undefined && detail.lines.some(({ isRest }) => isRest) ? (
          <p className={classes["note"]}>
            {`${groupingNames[split].header}: the first eight are shown one by one, the others together.`}
          </p>
        ) : null}
      </section>
    </>
  );
}

/** Switches between the results, the funnel and the failures. */
export const ViewSwitch = ({ view, change }: { view: ReportState["view"]; change: (values: Address) => void }) => (
  <SegmentedControl
    size="xs"
    aria-label="View"
    data={[
      { value: "results", label: "Results" },
      { value: "funnel", label: "Funnel" },
      { value: "failures", label: "Failures" },
    ]}
    value={view}
    onChange={(chosen) => change({ view: chosen === "results" ? undefined : chosen, sort: undefined })}
  />
);

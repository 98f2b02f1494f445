import { Skeleton } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  callCenterRoutes,
  type StayGrouping,
  type StayLine,
  stayGroupings,
} from "@trunkline/contract/agents/callCenter.ts";
import { useMemo } from "react";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { isDay, todayIn } from "../../ui/text/calendarDay.ts";
import { Day } from "../../ui/text/Day.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import classes from "./CallReportPage.module.css";
import { callReportColumns, isOfAnswered } from "./callReportColumns.tsx";
import { lineName } from "./lineName.ts";
import { readSwitches, Switches } from "./Switches.tsx";

const chartShape = <Skeleton height={280} role="status" aria-label="Loading chart" />;
const CallCharts = later(async () => (await import("./CallCharts.tsx")).CallCharts, { shape: chartShape });

const refreshMs = 15_000;
const dayMs = 86_400_000;
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const labels: Record<StayGrouping, string> = {
  place: "By queue",
  agent: "By agent",
  disposition: "By disposition",
  day: "By day",
  quarter: "By quarter of an hour",
};

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/** Figures of calls in queues over days, by queue, agent, disposition, day or quarter of an hour (decision 0097). */
export function CallReportPage() {
  const [address, change] = useAddress();
  const grouping = stayGroupings.find((one) => one === address["grouping"]) ?? "place";
  const today = todayIn(zone, new Date());
  const { from, to } = address;
  const endDate = isDay(to) ? to : today;
  const startDate = isDay(from) ? from : daysBefore(endDate, 6);
  const query = { grouping, startDate, endDate, zone, ...readSwitches(address) };
  const report = useQuery({
    ...listOf(callCenterRoutes.report, { query }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => callReportColumns(grouping), [grouping]);
  const sorting = useSort({ by: "line", descending: false });
  // the lines of the grouping before have other names
  const rows = report.isPlaceholderData ? { ...report, data: undefined, isPending: true } : report;
  return (
    <Page
      title="Call report"
      crumbs={[{ label: "Live calls", to: paths.callCenter }]}
      purpose="Calls in agent queues, work groups and live lists, with their service level."
      shape="wide"
    >
      <div className={classes["filters"]}>
        <LaterSelect
          size="xs"
          w={180}
          aria-label="Grouping"
          allowDeselect={false}
          data={stayGroupings.map((value) => ({ value, label: labels[value] }))}
          value={grouping}
          onChange={(value) => change({ grouping: value ?? undefined, sort: undefined, measure: undefined })}
        />
        <Day label="From day" value={startDate} most={endDate} onChange={(day) => change({ from: day, to: endDate })} />
        <Day
          label="To day"
          value={endDate}
          least={startDate}
          onChange={(day) => change({ from: startDate, to: day })}
        />
      </div>
      {/* no figure of answered calls has the switches */}
      {isOfAnswered(grouping) ? null : <Switches />}
      {rows.data === undefined ? (
        rows.isError ? null : (
          chartShape
        )
      ) : rows.data.length === 0 ? null : (
        <CallCharts {...{ grouping, startDate, endDate, zone }} lines={rows.data} />
      )}
      <Table<StayLine>
        name="Call report"
        columns={columns}
        rows={rows}
        rowId={(line) => `${line.kind} ${line.name} ${line.userId} ${line.from}`}
        rowName={(line) => lineName(line, grouping)}
        {...sorting}
        maxHeight={640}
        note={<p className={classes["averages"]}>Wait, talk, wrap-up and handling are averages of a call.</p>}
        {...(rows.data && rows.data.length > 0 ? { count: plural(rows.data.length, "line") } : {})}
        errorTitle="Error loading call report"
        empty={
          <EmptyState icon={IconChartBar} title="No calls on these days">
            Calls that wait in a queue, work group or live list appear here.
          </EmptyState>
        }
      />
    </Page>
  );
}

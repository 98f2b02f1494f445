import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReportFailure, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { channelNames } from "@trunkline/contract/reports/reportNames.ts";
import { listOf } from "../../api/queries.ts";
import { RowBars } from "../../ui/chart/RowBars.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import { problem } from "./ReportResults.tsx";
import classes from "./ReportsPage.module.css";
import type { ReportState } from "./reportState.ts";

const refreshMs = 15_000;
const mostBars = 10;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const columnsOf = (all: number): Column<ReportFailure>[] => [
  {
    id: "reason",
    header: "Reason",
    cell: ({ text }) => sentence(text),
    value: ({ text }) => sentence(text),
    width: 420,
    always: true,
  },
  {
    id: "channel",
    header: "Channel",
    cell: ({ channel }) => (channel === null ? "---" : channelNames.get(channel)),
    value: ({ channel }) => channel,
    width: 110,
  },
  {
    id: "failed",
    header: "Failed",
    cell: ({ failed }) => formatCount(failed),
    value: ({ failed }) => failed,
    right: true,
    width: 110,
  },
  {
    id: "share",
    header: "Share",
    cell: ({ failed }) => formatShare(failed, all),
    value: ({ failed }) => failed / Math.max(1, all),
    right: true,
    width: 100,
  },
];

interface Props {
  state: ReportState;
  clearFilters: (() => void) | undefined;
}

/** Why texts and calls failed: before they were sent, at the carrier, or on their way. */
export function FailuresView({ state: { from, to, workflow, template, channel }, clearFilters }: Props) {
  const sorting = useSort({ by: "failed", descending: true });
  const query = {
    startDate: from,
    endDate: to,
    ...(workflow && { campaignId: workflow }),
    ...(template && { templateId: template }),
    ...(channel && { channel }),
  };
  const failures = useQuery({
    ...listOf(reportRoutes.failures, { query }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const rows = failures.data ?? [];
  const all = rows.reduce((sum, { failed }) => sum + failed, 0);
  return (
    <>
      {rows.length > 0 ? <Bars rows={rows} all={all} /> : null}
      <Table
        name="Failures"
        maxHeight={640}
        columns={columnsOf(all)}
        rows={failures}
        rowId={({ reason, channel: one }) => `${reason} ${one}`}
        rowName={({ text }) => text}
        {...sorting}
        clearFilters={clearFilters}
        {...(rows.length > 0 ? { count: `${formatCount(all)} failed` } : {})}
        errorTitle={problem}
        empty={
          <EmptyState icon={IconCircleCheck} title="No text or call failed on these days">
            Texts that could not be sent or delivered, and calls that no one answered, are listed here by reason.
          </EmptyState>
        }
      />
    </>
  );
}

function Bars({ rows, all }: { rows: readonly ReportFailure[]; all: number }) {
  const byReason = new Map<string, number>();
  for (const { text, failed } of rows) byReason.set(text, (byReason.get(text) ?? 0) + failed);
  const top = [...byReason].sort((a, b) => b[1] - a[1]).slice(0, mostBars);
  return (
    <section className={classes["chart"]} aria-label="Chart">
      <RowBars
        label="Failed texts and calls by reason"
        rows={top.map(([text]) => ({ key: text, name: sentence(text) }))}
        series={[{ id: "failed", name: "Failed", color: "var(--failed)", values: top.map(([, failed]) => failed) }]}
        stacked={false}
        format={(value) => `${formatCount(value ?? 0)} (${formatShare(value ?? 0, all)})`}
      />
    </section>
  );
}

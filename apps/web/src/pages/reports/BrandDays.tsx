import { IconBuilding } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { type BrandDayLine, reportRoutes } from "@trunkline/contract/reports/report.ts";
import type { ReactNode } from "react";
import { listOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";

const refreshMs = 15_000;

const columns: Column<BrandDayLine>[] = [
  {
    id: "day",
    header: "Day (Pacific)",
    cell: ({ day }) => day,
    value: ({ day }) => day,
    width: 130,
    always: true,
  },
  { id: "brand", header: "Brand", cell: ({ brandName }) => brandName, value: ({ brandName }) => brandName, width: 220 },
  { id: "carrier", header: "Carrier", cell: ({ carrier }) => carrier, value: ({ carrier }) => carrier, width: 120 },
  {
    id: "segments",
    header: "Segments",
    cell: ({ segments }) => formatCount(segments),
    value: ({ segments }) => segments,
    right: true,
    width: 110,
  },
  {
    id: "cap",
    header: "Max per day",
    cell: ({ cap }) => (cap === null ? "---" : formatCount(cap)),
    value: ({ cap }) => cap,
    right: true,
    width: 120,
  },
  {
    id: "share",
    header: "Used",
    cell: (line) => (line.cap ? formatPercent(shareOf(line)) : "---"),
    value: (line) => (line.cap ? shareOf(line) : null),
    right: true,
    width: 90,
  },
  {
    id: "held",
    header: "Held until the next day",
    cell: ({ held }) => formatCount(held),
    value: ({ held }) => held,
    right: true,
    width: 170,
  },
];

const shareOf = ({ segments, cap }: BrandDayLine): number => (cap ? Math.floor((100 * segments) / cap) : 0);

/** Segments per brand and day sent to carriers with a daily cap (spec 1 §3.8). */
export function BrandDays({
  from,
  to,
  filters,
  clearFilters,
}: {
  from: string;
  to: string;
  filters: ReactNode;
  clearFilters: (() => void) | undefined;
}) {
  const sorting = useSort({ by: "day", descending: true });
  const lines = useQuery({
    ...listOf(reportRoutes.brands, { query: { startDate: from, endDate: to } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Table
      name="10DLC brands"
      columns={columns}
      rows={lines}
      rowId={({ brandId, carrier, day }) => `${brandId} ${carrier} ${day}`}
      rowName={({ brandName, carrier, day }) => `${brandName}, ${carrier}, ${day}`}
      {...sorting}
      filters={filters}
      clearFilters={clearFilters}
      {...(lines.data && lines.data.length > 0 ? { count: plural(lines.data.length, "line") } : {})}
      errorTitle="There was an error generating a report"
      empty={
        <EmptyState icon={IconBuilding} title="No messages to carriers with a daily cap">
          Segments sent to T-Mobile from 10DLC numbers count against the brand's daily cap.
        </EmptyState>
      }
    />
  );
}

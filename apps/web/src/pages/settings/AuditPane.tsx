import { Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { auditRoutes } from "@trunkline/contract/audit.ts";
import { useMemo } from "react";
import type { Item } from "../../api/call.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";

type Row = Item<typeof auditRoutes.list>;
const detailOf = (row: Row): string => (row.data ? JSON.stringify(row.data) : "");

const columns: Column<Row>[] = [
  {
    id: "at",
    header: "Time (UTC)",
    cell: (row) => <Time at={row.at} />,
    value: (row) => row.at,
    sortable: false,
    width: 170,
    always: true,
  },
  { id: "actor", header: "Who", cell: (row) => row.actor, value: (row) => row.actor, sortable: false, width: 200 },
  { id: "action", header: "What", cell: (row) => row.action, value: (row) => row.action, sortable: false, width: 150 },
  {
    id: "target",
    header: "Of what",
    cell: (row) => row.target ?? "---",
    value: (row) => row.target,
    sortable: false,
    width: 200,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: (row) => row.outcome,
    value: (row) => row.outcome,
    sortable: false,
    width: 100,
  },
  {
    id: "data",
    header: "Detail",
    cell: (row) => <span title={detailOf(row)}>{detailOf(row) || "---"}</span>,
    value: detailOf,
    sortable: false,
    width: 240,
  },
];

/** Who changed what, newest first. */
export function AuditPane() {
  const sorting = useSort({ by: "at", descending: true });
  const pages = useInfiniteQuery(pagesOf(auditRoutes.list));
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  return (
    <Stack gap={16} data-wide>
      <Text c="dimmed">Every change in this account, by whom and when.</Text>
      <Table
        name="Audit log"
        columns={columns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.auditId}
        rowName={(row) => row.action}
        {...sorting}
        sortedByServer
        errorTitle="Error loading audit log"
        hasMore={pages.hasNextPage}
        onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
        maxHeight={560}
        empty={
          <EmptyState icon={IconHistory} title="Nothing has been changed yet">
            Changes are listed here from now on.
          </EmptyState>
        }
      />
    </Stack>
  );
}

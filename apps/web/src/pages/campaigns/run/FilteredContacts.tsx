import { Anchor } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import type { Item } from "../../../api/call.ts";
import { pagesOf, rowsOf } from "../../../api/queries.ts";
import { useLastLook } from "../../../api/useLastLook.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { formatPhone } from "../../../ui/text/formatFigure.ts";
import { Time } from "../../../ui/text/Time.tsx";

type Filtered = Item<typeof batchRoutes.filtered>;
const refreshMs = 5_000;

const columns: Column<Filtered>[] = [
  {
    id: "contact",
    header: "Contact",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={500} truncate>
        {row.name || formatPhone(row.phone)}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 220,
    always: true,
  },
  { id: "phone", header: "Phone", cell: (row) => formatPhone(row.phone), value: (row) => row.phone, width: 170 },
  { id: "reason", header: "Reason", cell: (row) => row.reasonText, value: (row) => row.reasonText, width: 340 },
  { id: "at", header: "Time", cell: (row) => <Time at={row.at} />, value: (row) => row.at, width: 170 },
];

/** Filtered contacts with reasons. */
export function FilteredContacts({ batch, isLive }: { batch: Batch; isLive: boolean }) {
  const params = { campaignId: batch.campaignId, batchId: batch.batchId };
  const filtered = useInfiniteQuery({
    ...pagesOf(batchRoutes.filtered, { params }),
    refetchInterval: isLive ? refreshMs : false,
  });
  useLastLook(isLive, filtered.refetch);
  return (
    <Table
      name="Filtered contacts"
      columns={columns}
      rows={{ ...filtered, data: rowsOf(filtered.data) }}
      rowId={(row) => row.contactId}
      rowName={(row) => row.name || formatPhone(row.phone)}
      {...useSort({ by: "at", descending: true }, "filteredSort")}
      errorTitle="There was an error getting workflow log"
      maxHeight={560}
      hasMore={filtered.hasNextPage}
      onEndReached={() => {
        if (!filtered.isFetching) void filtered.fetchNextPage();
      }}
      empty={
        <EmptyState icon={IconFilter} title="No filtered contacts">
          Contacts who are on the do-not-contact list or were in this workflow too recently appear here.
        </EmptyState>
      }
    />
  );
}

import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { notificationRoutes, type SupportNotification } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { listOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

/** The plain text of an HTML table, so that no HTML is rendered. */
function textOf(payload: string): string {
  const rows = new DOMParser().parseFromString(payload, "text/html").querySelectorAll("tr");
  return [...rows]
    .map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim()).join(": "))
    .join(" · ");
}

const columns: Column<SupportNotification>[] = [
  {
    id: "created",
    header: "Sent",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
    always: true,
  },
  { id: "type", header: "Type", cell: (row) => row.type, value: (row) => row.type, width: 120 },
  {
    id: "payload",
    header: "Message",
    cell: (row) => <span title={textOf(row.payload)}>{textOf(row.payload)}</span>,
    value: (row) => textOf(row.payload),
    width: 560,
  },
];

/** Support notifications about 10DLC campaigns (spec 1 §7). */
export function NotificationsTable() {
  const rows = useQuery(listOf(notificationRoutes.list));
  const sorting = useSort({ by: "created", descending: true });
  const { search, searchBar } = useListSearch({ label: "Search notifications", placeholder: "Search notifications" });
  const wanted = search.toLowerCase();
  const found = rows.data?.filter((row) => `${row.type} ${textOf(row.payload)}`.toLowerCase().includes(wanted));
  return (
    <Table
      name="Notifications"
      columns={columns}
      rows={{ ...rows, data: found }}
      rowId={(row) => row.notificationId}
      rowName={(row) => row.type}
      {...sorting}
      {...searchBar}
      errorTitle="Error loading notifications"
      {...(found ? { count: plural(found.length, "notification") } : {})}
      empty={
        <EmptyState icon={IconBell} title="No notifications yet">
          A notification appears here for each 10DLC campaign you submit.
        </EmptyState>
      }
    />
  );
}

import { Anchor } from "@mantine/core";
import { IconHistory, IconPhoneOff, IconTrash } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type DncEntry, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { useMemo } from "react";
import { addressOf, call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount, formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { sourceName, typeNames, whyLocked } from "./describeDnc.ts";

const pageSize = 200;
type Channel = DncEntry["type"];
const isChannel = (text: string | undefined): text is Channel => text === "sms" || text === "call" || text === "rcs";

const columnsOf = (onOpen: (phone: string) => void): Column<DncEntry>[] => [
  {
    id: "phone",
    header: "Number",
    cell: (row) => (
      <Anchor component="button" type="button" inherit fw={500} className="figures" onClick={() => onOpen(row.phone)}>
        {formatPhone(row.phone)}
      </Anchor>
    ),
    value: (row) => row.phone,
    width: 160,
    always: true,
  },
  {
    id: "type",
    header: "Type",
    cell: (row) => typeNames[row.type],
    value: (row) => row.type,
    sortable: false,
    width: 90,
  },
  {
    id: "party",
    header: "Added by",
    cell: (row) =>
      row.party === "contact" ? (
        <StatusBadge tone="failed">Contact</StatusBadge>
      ) : (
        <StatusBadge tone="waits">Account</StatusBadge>
      ),
    value: (row) => row.party,
    sortable: false,
    width: 130,
  },
  {
    id: "source",
    header: "Source",
    cell: (row) => sourceName(row.source),
    value: (row) => sourceName(row.source),
    sortable: false,
    width: 180,
  },
  {
    id: "reason",
    header: "Reason",
    cell: (row) => row.reason ?? "---",
    value: (row) => row.reason,
    sortable: false,
    width: 220,
  },
  {
    id: "created",
    header: "Since",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    sortable: false,
    width: 170,
  },
];

/** The account's list, ordered by number, with search and a filter by type. */
export function AccountList() {
  const [address, change] = useAddress();
  const sorting = useSort({ by: "phone", descending: false });
  const mayAdmin = useMay()("dnc-admin");
  const remove = useRemove();
  const search = address["q"] ?? "";
  const type = isChannel(address["type"]) ? address["type"] : undefined;
  const filter = { ...(search ? { phone: search } : {}), ...(type ? { type } : {}) };
  const pages = useInfiniteQuery({
    ...pagesOf(dncRoutes.list, { query: { ...filter, limit: pageSize } }),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const columns = useMemo(() => columnsOf((number) => change({ number })), [change]);
  const actionsOf = (row: DncEntry): RowAction[] => [
    { label: "History", icon: IconHistory, run: () => change({ number: row.phone }) },
    {
      label: "Remove",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: mayAdmin ? whyLocked(row) : notAllowed,
    },
  ];
  return (
    <Table
      name="Do not contact"
      columns={columns}
      rows={{ ...pages, data: rows }}
      rowId={(row) => `${row.phone} ${row.type} ${row.party}`}
      rowName={(row) => `${formatPhone(row.phone)} ${typeNames[row.type]}`}
      sort={sorting.sort.by === "phone" ? { by: "phone", descending: false } : sorting.sort}
      onSort={() => undefined}
      sortedByServer
      filters={<ListFilters search={search} type={type} change={change} />}
      clearFilters={search || type ? () => change({ q: undefined, type: undefined }) : undefined}
      errorTitle="Error loading do-not-contact list"
      {...(rows
        ? {
            count: pages.hasNextPage
              ? `${formatCount(rows.length)} entries so far`
              : plural(rows.length, "entry", "entries"),
          }
        : {})}
      onExport={() => location.assign(addressOf(dncRoutes.export, {}, filter))}
      rowActions={actionsOf}
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      empty={
        <EmptyState icon={IconPhoneOff} title="The list is empty">
          Contacts who reply STOP or opt out by key press are added here. You can also add numbers yourself.
        </EmptyState>
      }
    />
  );
}

interface FilterProps {
  search: string;
  type: Channel | undefined;
  change: ReturnType<typeof useAddress>[1];
}

const ListFilters = ({ search, type, change }: FilterProps) => (
  <>
    <SearchBox
      label="Search numbers"
      placeholder="Number or first digits"
      value={search}
      onSearch={(q) => change({ q })}
    />
    <LaterSelect
      size="xs"
      w={128}
      aria-label="Type"
      data={[
        { value: "all", label: "All types" },
        ...(["sms", "call", "rcs"] as const).map((value) => ({ value, label: typeNames[value] })),
      ]}
      value={type ?? "all"}
      allowDeselect={false}
      onChange={(value) => change({ type: isChannel(value ?? undefined) ? (value ?? undefined) : undefined })}
    />
  </>
);

function useRemove(): (entry: DncEntry) => Promise<void> {
  const refresh = useRefresh();
  return async ({ phone, type }) => {
    const isSure = await confirm({
      title: `Allow ${typeNames[type].toLowerCase()} to ${formatPhone(phone)} again?`,
      consequence: "Your entry is removed. If the contact also opted out, that opt-out remains.",
      confirm: "Remove",
    });
    if (!isSure) return;
    try {
      await call(dncRoutes.remove, { body: { phone, type } });
      toastSuccess("Removed from the list", `${formatPhone(phone)}: ${typeNames[type]}`);
    } catch (problem) {
      toastError("Error updating the do-not-contact list", problem);
    }
    await refresh("/v4/dnc/", "/v4/contact/");
  };
}

import type { TablerIcon } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { callRoutes } from "@trunkline/contract/calls/call.ts";
import type { messageRoutes } from "@trunkline/contract/messages/message.ts";
import { type ReactNode, useMemo } from "react";
import { addressOf, type Item } from "../api/call.ts";
import { pagesOf, rowsOf } from "../api/queries.ts";
import { EmptyState } from "../ui/page/EmptyState.tsx";
import type { Address } from "../ui/page/useAddress.ts";
import type { Column } from "../ui/table/column.ts";
import { Table } from "../ui/table/Table.tsx";
import { plural } from "../ui/text/formatFigure.ts";
import { readPhone } from "../ui/text/readPhone.ts";
import { HistoryFilters } from "./HistoryFilters.tsx";
import classes from "./HistoryTable.module.css";
import { type CallFilter, useHistory } from "./useHistory.ts";
import { refreshUnlessSearched, useScanBackwards } from "./useScanBackwards.tsx";

const refreshMs = 5_000;
type Routes = typeof messageRoutes | typeof callRoutes;

interface Props<R extends Routes> {
  /** "Messages" */
  name: string;
  /** "message" */
  one: string;
  routes: R;
  statuses: readonly string[];
  /** The figures of the home page that the rows can be filtered by. */
  figures: readonly string[];
  /** Filters that only this list has: their names in the address, and their inputs. */
  more?: readonly CallFilter[];
  moreFilters?: (address: Address, change: (change: Address) => void) => ReactNode;
  columns: readonly Column<Item<R["list"]>>[];
  rowId: (row: Item<R["list"]>) => string;
  errorTitle: string;
  empty: { icon: TablerIcon; title: string; words: string };
}

/** All messages or calls of the account, newest first. The server filters; scrolling loads more. */
export function HistoryTable<R extends Routes>({
  routes,
  statuses,
  figures,
  more = [],
  columns,
  one,
  rowId,
  ...props
}: Props<R>) {
  type Row = Item<R["list"]>;
  const { address, change, query, clear } = useHistory(statuses, figures, more);
  const pages = useInfiniteQuery({
    ...pagesOf(routes.list, { query: query as never }),
    refetchInterval: refreshUnlessSearched(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => rowsOf(pages.data) as Row[] | undefined, [pages.data]);
  const searched = useScanBackwards(pages);
  const typed = address["phone"];
  return (
    <Table<Row>
      name={props.name}
      columns={columns}
      rows={{ ...pages, isPending: pages.isPending || searched.isSearching, data: rows }}
      rowId={rowId}
      rowName={(row) => `${one} of ${row.created}`}
      sort={{ by: "created", descending: true }}
      onSort={() => undefined}
      sortedByServer
      filters={
        <>
          <HistoryFilters address={address} change={change} statuses={statuses} />
          {props.moreFilters?.(address, change)}
        </>
      }
      clearFilters={clear}
      {...(typed && readPhone(typed) === undefined
        ? {
            note: (
              <p className={classes["note"]}>{`"${typed}" is not a full phone number, so the filter is ignored.`}</p>
            ),
          }
        : { note: searched.note })}
      errorTitle={props.errorTitle}
      {...(rows ? { count: plural(rows.length, one) + (pages.hasNextPage ? " so far" : "") } : {})}
      onExport={() => location.assign(addressOf(routes.export, {}, query))}
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      empty={
        <EmptyState icon={props.empty.icon} title={props.empty.title}>
          {props.empty.words}
        </EmptyState>
      }
    />
  );
}

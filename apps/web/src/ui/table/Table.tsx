import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilterOff } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useCallback, useState } from "react";
import { EmptyState } from "../page/EmptyState.tsx";
import { ErrorState } from "../page/ErrorState.tsx";
import { messageOfFailure } from "../page/toast.tsx";
import type { Column } from "./column.ts";
import { csvOf, download } from "./csv.ts";
import { fitting } from "./fit.ts";
import { isSortable } from "./HeadCell.tsx";
import { MatchingRows } from "./MatchingRows.tsx";
import classes from "./Table.module.css";
import { TableBody } from "./TableBody.tsx";
import { TableCardsBar } from "./TableCardsBar.tsx";
import { TableHead, TableTotals, tickWidth, WaitingRows } from "./TableHead.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import type { Rows, TableProps } from "./tableProps.ts";
import { type Columns, useColumns } from "./useColumns.ts";
import { type TableRows, useTableRows } from "./useTableRows.ts";

/** On a phone rows are cards, because a table that scrolls sideways hides their names. */
const narrow = "(max-width: 40em)";

/** What the parts of one table share. */
interface PartProps<Row extends object> {
  props: TableProps<Row>;
  arranged: Columns<Row>;
  /** The visible columns, in the user's order. */
  seen: readonly Column<Row>[];
  /** These, and the columns that have no room. */
  exported: readonly Column<Row>[];
  /** Measures the part that scrolls. */
  scroller: HTMLDivElement | null;
  measure: (scroller: HTMLDivElement | null) => (() => void) | undefined;
  rows: TableRows<Row>;
  isEmpty: boolean;
  /** Whether rows are drawn as cards. */
  isCards: boolean;
}

const mayArrange = <Row,>(columns: readonly Column<Row>[]): boolean => columns.some(({ always }) => !always);

/** The table of every list: sticky header, sorting, columns, selection with bulk actions, export, and loading, empty and error states. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { isPending, isError } = props.rows;
  const arranged = useColumns(props.name, props.columns);
  const rows = useTableRows(props);
  const isCards = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const exported = arranged.ordered.filter(({ id, always }) => always || ownValue(arranged.shown, id) !== false);
  const { room, ...measured } = useRoom();
  const besides = (props.bulk ? tickWidth : 0) + (actionsWidthOf(props) ?? 0);
  const seen = isCards || room === null ? exported : fitting(exported, room - besides, arranged.isChosen);
  const isEmpty = !isPending && !isError && rows.sorted.length === 0;
  const parts: PartProps<Row> = { props, arranged, seen, exported, rows, isEmpty, isCards, ...measured };
  const { matching } = props;
  return (
    <section
      className={classes["frame"]}
      aria-label={props.name}
      style={props.maxHeight ? { maxHeight: props.maxHeight } : undefined}
    >
      <Toolbar {...parts} />
      {isError && props.rows.data !== undefined ? <NotUpToDate rows={props.rows} title={props.errorTitle} /> : null}
      {props.note}
      {matching && props.hasMore && rows.sorted.length > 0 && rows.selected.length === rows.sorted.length ? (
        <MatchingRows matching={matching} here={rows.sorted.length} everything={rows.everything} clear={rows.clear} />
      ) : null}
      {isCards && !isEmpty && !isPending ? (
        <TableCardsBar
          name={props.name}
          columns={arranged.ordered.filter(
            (column) => isSortable(column) && (column.id === props.sort.by || seen.includes(column)),
          )}
          sort={props.sort}
          onSort={props.onSort}
          ticks={props.bulk ? rows.ticks : undefined}
        />
      ) : null}
      <Scroller {...parts} />
    </section>
  );
}

/** The width in pixels that rows can take, without a scroll bar; null until it is measured. */
function useRoom() {
  const [room, setRoom] = useState<number | null>(null);
  // state instead of a ref, because the first rows are measured before a parent's ref is set
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const measure = useCallback((element: HTMLDivElement | null) => {
    setScroller(element);
    if (element === null) return;
    const read = () => setRoom(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { room, scroller, measure };
}

const actionsWidthOf = <Row,>({ rowActions, actionsWidth = 88 }: TableProps<Row & object>): number | undefined =>
  rowActions ? actionsWidth : undefined;

function Toolbar<Row extends object>({ props, arranged, seen, exported, rows, isEmpty }: PartProps<Row>) {
  const { name, bulk, exportable = true } = props;
  const { selected, sorted, everything, clear } = rows;
  const isNeeded =
    props.filters !== undefined ||
    selected.length > 0 ||
    (!isEmpty && (props.count !== undefined || exportable || mayArrange(props.columns)));
  if (!isNeeded) return null;
  const written = exported.flatMap(({ header, value }) => (value ? [{ header, value }] : []));
  const exportRows = () =>
    download(
      `${name}.csv`,
      csvOf([
        written.map(({ header }) => header),
        ...sorted.map(({ original }) => written.map(({ value }) => value(original))),
      ]),
    );
  return (
    <TableToolbar
      name={name}
      filters={props.filters}
      columns={arranged}
      seen={seen}
      count={props.count}
      selected={everything.count ?? selected.length}
      bulk={
        everything.count !== undefined
          ? props.matching?.bulk(everything.count, clear)
          : bulk && selected.length > 0
            ? bulk(selected, clear)
            : undefined
      }
      clear={clear}
      onExport={exportable ? (props.onExport ?? exportRows) : undefined}
      exportDisabled={sorted.length === 0}
    />
  );
}

/** Says that the rows shown are old, because the last request for them failed. */
const NotUpToDate = ({ rows, title }: { rows: Rows<unknown>; title: string }) => (
  <div className={classes["stale"]} role="status">
    {`${title.replace(/\.$/, "")}. Not up to date: ${messageOfFailure(rows.error)}`}
    <Button size="compact-xs" variant="subtle" color="gray" onClick={() => rows.refetch()}>
      Retry
    </Button>
  </div>
);

/** The part that scrolls: the rows, or why there are none. */
function Scroller<Row extends object>(parts: PartProps<Row>) {
  const { props, isEmpty, measure } = parts;
  const { rows, errorTitle, clearFilters } = props;
  return (
    <div
      ref={measure}
      className={classes["scroller"]}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable with the keyboard
      tabIndex={0}
    >
      {rows.isError && rows.data === undefined ? (
        <ErrorState title={errorTitle} problem={rows.error} retry={() => rows.refetch()} />
      ) : !isEmpty ? (
        <RowsTable {...parts} />
      ) : clearFilters ? (
        <NothingFound clear={clearFilters} />
      ) : (
        props.empty
      )}
    </div>
  );
}

function RowsTable<Row extends object>(parts: PartProps<Row>) {
  const { props, arranged, seen, rows, isCards, scroller } = parts;
  const { name, bulk, rowActions, totals } = props;
  const { isPending } = props.rows;
  const actionsWidth = actionsWidthOf(props);
  const width = seen.reduce((sum, column) => sum + column.width, (bulk ? tickWidth : 0) + (actionsWidth ?? 0));
  return (
    <table
      className={classes["table"]}
      data-cards={isCards || undefined}
      style={isCards ? undefined : { minWidth: width }}
      aria-label={name}
      aria-rowcount={rows.sorted.length + 1}
      aria-busy={isPending}
    >
      <TableHead
        name={name}
        columns={seen}
        sort={props.sort}
        onSort={props.onSort}
        onResize={mayArrange(props.columns) ? arranged.resize : undefined}
        ticks={bulk ? rows.ticks : undefined}
        actionsWidth={actionsWidth}
      />
      {isPending ? (
        <WaitingRows cells={seen.length + (rowActions ? 1 : 0)} selectable={bulk !== undefined} />
      ) : (
        <TableBody
          rows={rows}
          columns={seen}
          selectable={bulk !== undefined}
          rowName={props.rowName}
          {...(rowActions ? { rowActions } : {})}
          isCards={isCards}
          scroller={scroller}
          hasMore={props.hasMore ?? false}
          {...(props.onEndReached ? { onEndReached: props.onEndReached } : {})}
        />
      )}
      {totals && !isPending ? (
        <TableTotals columns={seen} row={totals} before={bulk ? 1 : 0} after={rowActions ? 1 : 0} />
      ) : null}
    </table>
  );
}

const NothingFound = ({ clear }: { clear: () => void }) => (
  <EmptyState
    icon={IconFilterOff}
    title="Nothing matches"
    action={
      <Button variant="default" onClick={clear}>
        Clear filters
      </Button>
    }
  >
    No results match your search and filters.
  </EmptyState>
);

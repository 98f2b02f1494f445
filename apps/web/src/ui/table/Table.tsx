import { Button, Checkbox, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilterOff } from "@tabler/icons-react";
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type ReactNode, useMemo, useState } from "react";
import { EmptyState } from "../page/EmptyState.tsx";
import { ErrorState } from "../page/ErrorState.tsx";
import { messageOfFailure } from "../page/toast.tsx";
import type { Column } from "./column.ts";
import { type Cell, csvOf, download } from "./csv.ts";
import { HeadCell, isSortable } from "./HeadCell.tsx";
import { type Matching, MatchingRows, useEverything } from "./MatchingRows.tsx";
import type { RowAction } from "./RowActions.tsx";
import type { Sort } from "./sort.ts";
import { compareCells } from "./sort.ts";
import classes from "./Table.module.css";
import { TableBody } from "./TableBody.tsx";
import { TableCardsBar } from "./TableCardsBar.tsx";
import { TableToolbar } from "./TableToolbar.tsx";
import { useColumns } from "./useColumns.ts";

/** The part of a `useQuery` result that a table needs. */
export interface Rows<Row> {
  data: readonly Row[] | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface TableProps<Row> {
  /** Names the table for screen readers, remembers its columns, and names the exported file: "Workflows". */
  name: string;
  columns: readonly Column<Row>[];
  rows: Rows<Row>;
  rowId: (row: Row) => string;
  /** The name of a row in the labels of its controls. */
  rowName: (row: Row) => string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The server sorted the rows already. */
  sortedByServer?: boolean;
  /** Makes rows selectable. Shown in the bar while some are selected. */
  bulk?: (selected: Row[], clear: () => void) => ReactNode;
  rowActions?: (row: Row) => RowAction[];
  /** Their width, for more than two actions. */
  actionsWidth?: number;
  /** Search and filter chips. */
  filters?: ReactNode;
  /** Clears the filters. Set only while filters are active. */
  clearFilters?: (() => void) | undefined;
  empty: ReactNode;
  errorTitle: string;
  /** Exports all filtered rows instead of the loaded rows. */
  onExport?: () => void;
  exportable?: boolean;
  /** "1,000 contacts" */
  count?: string;
  hasMore?: boolean;
  /** The sticky last line with totals. */
  totals?: Row;
  /** Stands above the rows: what is still going on with them. */
  note?: ReactNode;
  onEndReached?: () => void;
  /** Set if more rows match than are loaded. They can be selected once all loaded rows are. */
  matching?: Matching;
  /** The maximum height in pixels, for a table inside a page. */
  maxHeight?: number;
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
const none: never[] = [];
/** On a phone rows are cards, because a table that scrolls sideways hides their names. */
const narrow = "(max-width: 40em)";

/** The table of every list: sticky header, sorting, columns, selection with bulk actions, export, and loading, empty and error states. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { columns, rows, rowId, rowName, sort, onSort, bulk, rowActions, actionsWidth = 88 } = props;
  const [picked, setPicked] = useState<RowSelectionState>({});
  const everything = useEverything(props.matching);
  // new rows are selected too while everything is selected
  const selection = everything.isChosen
    ? Object.fromEntries((rows.data ?? none).map((row) => [rowId(row as Row), true as const]))
    : picked;
  const setSelection = (next: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) => {
    everything.leave();
    setPicked(typeof next === "function" ? next(selection) : next);
  };
  const arranged = useColumns(props.name, columns);
  const { shown } = arranged;
  const isArranged = columns.some(({ always }) => !always);
  const defs = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: (rows.data as Row[] | undefined) ?? none,
    getRowId: rowId,
    manualSorting: props.sortedByServer ?? false,
    enableSortingRemoval: false,
    state: { sorting: [{ id: sort.by, desc: sort.descending }], rowSelection: selection, columnVisibility: shown },
    onRowSelectionChange: setSelection,
  });
  const seen = arranged.ordered.filter(({ id, always }) => always || ownValue(shown, id) !== false);
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const sorted = table.getRowModel().rows;
  const clear = () => setSelection({});
  const exportRows = () =>
    download(
      `${props.name}.csv`,
      csvOf([
        seen.filter((column) => column.value).map((column) => column.header),
        ...sorted.map(({ original }) => seen.flatMap((column) => (column.value ? [column.value(original)] : []))),
      ]),
    );
  const width = seen.reduce((sum, column) => sum + column.width, (bulk ? 44 : 0) + (rowActions ? actionsWidth : 0));
  const isEmpty = !rows.isPending && !rows.isError && sorted.length === 0;
  const hasToolbar =
    props.filters !== undefined ||
    selected.length > 0 ||
    (!isEmpty && (props.count !== undefined || props.exportable !== false || isArranged));
  // state instead of a ref, because the first rows are measured before a parent's ref is set
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const isCards = useMediaQuery(narrow, false, { getInitialValueInEffect: false });

  return (
    <section
      className={classes["frame"]}
      aria-label={props.name}
      style={props.maxHeight ? { maxHeight: props.maxHeight } : undefined}
    >
      {hasToolbar ? (
        <TableToolbar
          name={props.name}
          filters={props.filters}
          columns={arranged}
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
          onExport={props.exportable === false ? undefined : (props.onExport ?? exportRows)}
          exportDisabled={sorted.length === 0}
        />
      ) : null}
      {rows.isError && rows.data !== undefined ? (
        <div className={classes["stale"]} role="status">
          {`${props.errorTitle.replace(/\.$/, "")}. Not up to date: ${messageOfFailure(rows.error)}`}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => rows.refetch()}>
            Retry
          </Button>
        </div>
      ) : null}
      {props.note}
      {props.matching && props.hasMore && sorted.length > 0 && selected.length === sorted.length ? (
        <MatchingRows matching={props.matching} here={sorted.length} everything={everything} clear={clear} />
      ) : null}
      {isCards && !isEmpty && !rows.isPending ? (
        <TableCardsBar
          name={props.name}
          columns={arranged.ordered.filter(
            (column) => isSortable(column) && (column.id === sort.by || seen.includes(column)),
          )}
          sort={sort}
          onSort={onSort}
          ticks={
            bulk
              ? {
                  all: sorted.length > 0 && table.getIsAllRowsSelected(),
                  some: selected.length > 0,
                  toggle: () => table.toggleAllRowsSelected(),
                }
              : undefined
          }
        />
      ) : null}
      <div
        ref={setScroller}
        className={classes["scroller"]}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable with the keyboard
        tabIndex={0}
      >
        {rows.isError && rows.data === undefined ? (
          <ErrorState title={props.errorTitle} problem={rows.error} retry={() => rows.refetch()} />
        ) : isEmpty ? (
          props.clearFilters ? (
            <NothingFound clear={props.clearFilters} />
          ) : (
            props.empty
          )
        ) : (
          <table
            className={classes["table"]}
            data-cards={isCards || undefined}
            style={isCards ? undefined : { minWidth: width }}
            aria-label={props.name}
            aria-rowcount={sorted.length + 1}
            aria-busy={rows.isPending}
          >
            <colgroup>
              {bulk ? <col style={{ width: 44 }} /> : null}
              {seen.map((column) => (
                <col key={column.id} style={{ width: column.width }} />
              ))}
              {rowActions ? <col style={{ width: actionsWidth }} /> : null}
            </colgroup>
            <thead className={classes["head"]}>
              <tr>
                {bulk ? (
                  <th className={classes["tick"]} scope="col">
                    <Checkbox
                      size="xs"
                      aria-label={`Select all ${props.name}`}
                      checked={sorted.length > 0 && table.getIsAllRowsSelected()}
                      indeterminate={selected.length > 0 && !table.getIsAllRowsSelected()}
                      onChange={() => table.toggleAllRowsSelected()}
                    />
                  </th>
                ) : null}
                {seen.map((column) => (
                  <HeadCell
                    key={column.id}
                    column={column}
                    sort={sort}
                    onSort={onSort}
                    onResize={isArranged ? (to) => arranged.resize(column.id, to) : undefined}
                  />
                ))}
                {rowActions ? (
                  <th scope="col" className={`${classes["right"]} ${classes["actions"]}`}>
                    Actions
                  </th>
                ) : null}
              </tr>
            </thead>
            {rows.isPending ? (
              <Waiting cells={seen.length + (rowActions ? 1 : 0)} selectable={bulk !== undefined} />
            ) : (
              <TableBody
                rows={sorted}
                columns={seen}
                selectable={bulk !== undefined}
                rowName={rowName}
                {...(rowActions ? { rowActions } : {})}
                isCards={isCards}
                scroller={scroller}
                hasMore={props.hasMore ?? false}
                {...(props.onEndReached ? { onEndReached: props.onEndReached } : {})}
              />
            )}
            {props.totals && !rows.isPending ? (
              <Totals columns={seen} row={props.totals} before={bulk ? 1 : 0} after={rowActions ? 1 : 0} />
            ) : null}
          </table>
        )}
      </div>
    </section>
  );
}

const filledOf = (cell: Cell): Cell => (cell === null || cell === "" ? undefined : cell);

const definitionOf = <Row extends object>(column: Column<Row>): ColumnDef<typeof features, Row, unknown> => ({
  id: column.id,
  header: column.header,
  // undefined cells sort last in both directions
  accessorFn: (row) => filledOf(column.value?.(row)),
  sortUndefined: "last",
  enableSorting: isSortable(column),
  sortFn: (a, b, id) => compareCells(a.getValue(id) as Cell, b.getValue(id) as Cell),
});

interface TotalsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  before: number;
  after: number;
}

/** The line with totals, labeled in its first cell. */
const Totals = <Row,>({ columns, row, before, after }: TotalsProps<Row>) => (
  <tfoot className={classes["foot"]}>
    <tr className={classes["row"]}>
      {before > 0 ? <td /> : null}
      {columns.map((column, index) => (
        <td key={column.id} data-label={column.header} className={column.right ? classes["right"] : undefined}>
          <div className={classes["cell"]}>{index === 0 ? "Total" : column.cell(row)}</div>
        </td>
      ))}
      {after > 0 ? <td /> : null}
    </tr>
  </tfoot>
);

function Waiting({ cells, selectable }: { cells: number; selectable: boolean }) {
  return (
    <tbody>
      {Array.from({ length: 8 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
        <tr key={row} className={classes["row"]}>
          {selectable ? <td className={classes["tick"]} /> : null}
          {Array.from({ length: cells }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cells have no identity
            <td key={cell}>
              <Skeleton height={10} width={`${45 + ((row * 7 + cell * 13) % 40)}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
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

import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type Row,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import type { Column } from "./column.ts";
import type { Cell } from "./csv.ts";
import { isSortable } from "./HeadCell.tsx";
import { type Everything, useEverything } from "./MatchingRows.tsx";
import { compareCells } from "./sort.ts";
import type { TableProps } from "./tableProps.ts";

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
const none: never[] = [];

/** The checkbox that selects all rows. */
export interface Ticks {
  all: boolean;
  some: boolean;
  toggle: () => void;
}

/** The sorted rows of a table and which of them are selected. */
export interface TableRows<One extends object> {
  sorted: Row<typeof features, One>[];
  selected: One[];
  /** Whether all matching rows are selected, loaded or not. */
  everything: Everything;
  ticks: Ticks;
  clear: () => void;
}

/** Sorts the rows and holds the selection. `shown` says which columns are visible. */
export function useTableRows<One extends object>(
  { columns, rows, rowId, sort, sortedByServer = false, matching }: TableProps<One>,
  shown: Record<string, boolean>,
): TableRows<One> {
  const [picked, setPicked] = useState<RowSelectionState>({});
  const everything = useEverything(matching);
  // new rows are selected too while everything is selected
  const selection = everything.isChosen
    ? Object.fromEntries((rows.data ?? none).map((row) => [rowId(row as One), true as const]))
    : picked;
  const setSelection = (next: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) => {
    everything.leave();
    setPicked(typeof next === "function" ? next(selection) : next);
  };
  const defs = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: (rows.data as One[] | undefined) ?? none,
    getRowId: rowId,
    manualSorting: sortedByServer,
    enableSortingRemoval: false,
    state: { sorting: [{ id: sort.by, desc: sort.descending }], rowSelection: selection, columnVisibility: shown },
    onRowSelectionChange: setSelection,
  });
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const sorted = table.getRowModel().rows;
  return {
    sorted,
    selected,
    everything,
    ticks: {
      all: sorted.length > 0 && table.getIsAllRowsSelected(),
      some: selected.length > 0,
      toggle: () => table.toggleAllRowsSelected(),
    },
    clear: () => setSelection({}),
  };
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

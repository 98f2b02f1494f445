import { useMemo, useState } from "react";
import { isSortable } from "./HeadCell.tsx";
import { type Everything, useEverything } from "./MatchingRows.tsx";
import { sortRows } from "./sort.ts";
import type { TableProps } from "./tableProps.ts";

/** The checkbox that selects all rows. */
export interface Ticks {
  all: boolean;
  some: boolean;
  toggle: () => void;
}

/** A row of a table with its id. */
export interface TableRow<Row> {
  id: string;
  original: Row;
}

/** The sorted rows of a table and which of them are selected. */
export interface TableRows<Row extends object> {
  sorted: TableRow<Row>[];
  selected: Row[];
  isSelected: (id: string) => boolean;
  /** Selects a row, or takes it out of the selection. */
  toggle: (id: string) => void;
  /** Whether all matching rows are selected, loaded or not. */
  everything: Everything;
  ticks: Ticks;
  clear: () => void;
}

const none: never[] = [];

/** Sorts the rows and holds the selection. */
export function useTableRows<Row extends object>({
  columns,
  rows: { data = none },
  rowId,
  sort: { by, descending },
  sortedByServer = false,
  matching,
}: TableProps<Row>): TableRows<Row> {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const everything = useEverything(matching);
  const inOrder = useMemo(() => {
    const column = columns.find(({ id }) => id === by);
    if (sortedByServer || column?.value === undefined || !isSortable(column)) return data;
    return sortRows(data, column.value, descending);
  }, [columns, data, by, descending, sortedByServer]);
  const sorted = inOrder.map((row) => ({ id: rowId(row), original: row }));
  // new rows are selected too while everything is selected
  const selection = everything.isChosen ? new Set(sorted.map(({ id }) => id)) : picked;
  const select = (next: ReadonlySet<string>) => {
    everything.leave();
    setPicked(next);
  };
  const selected = data.filter((row) => selection.has(rowId(row)));
  const areAll = sorted.length > 0 && selected.length === sorted.length;
  return {
    sorted,
    selected,
    isSelected: (id) => selection.has(id),
    toggle: (id) => select(selection.has(id) ? without(selection, [id]) : new Set([...selection, id])),
    everything,
    ticks: {
      all: areAll,
      some: selected.length > 0,
      toggle: () => {
        const ids = sorted.map(({ id }) => id);
        select(areAll ? without(selection, ids) : new Set([...selection, ...ids]));
      },
    },
    clear: () => select(new Set()),
  };
}

function without(selection: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const left = new Set(selection);
  for (const id of ids) left.delete(id);
  return left;
}

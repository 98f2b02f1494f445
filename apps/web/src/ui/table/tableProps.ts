import type { ReactNode } from "react";
import type { Column } from "./column.ts";
import type { Matching } from "./MatchingRows.tsx";
import type { RowAction } from "./RowActions.tsx";
import type { Sort } from "./sort.ts";

/** The part of a `useQuery` result that a table needs. */
export interface Rows<Row> {
  data: readonly Row[] | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What a list hands to its table. */
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
  /** Search and filter chips, or the heading of a table inside a page. */
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
  /** Shown above the rows, such as the progress of a search. */
  note?: ReactNode;
  onEndReached?: () => void;
  /** Set if more rows match than are loaded. They can be selected once all loaded rows are. */
  matching?: Matching;
  /** The maximum height in pixels, for a table inside a page. */
  maxHeight?: number;
}

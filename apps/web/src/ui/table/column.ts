import type { ReactNode } from "react";
import type { Cell } from "./csv.ts";

/** One column of a table. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value for sorting and export. A column without it has neither. */
  value?: (row: Row) => Cell;
  /** False if rows can't be sorted by the value. */
  sortable?: boolean;
  /** Aligns the cells right, for figures. */
  right?: boolean;
  /** Minimum width in pixels. Columns share the remaining width in proportion. */
  width: number;
  /** Always shown: the column chooser does not offer it. */
  always?: boolean;
  /** Hidden until the user shows it. */
  hidden?: boolean;
  /** Left out where the table has no room for it, unless the user chose it. */
  spare?: boolean;
}

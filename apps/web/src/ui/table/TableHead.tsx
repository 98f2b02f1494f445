import { Checkbox, Skeleton } from "@mantine/core";
import type { Column } from "./column.ts";
import { HeadCell } from "./HeadCell.tsx";
import type { Sort } from "./sort.ts";
import classes from "./Table.module.css";
import type { Ticks } from "./useTableRows.ts";

/** The width of the column with the checkboxes. */
export const tickWidth = 44;

interface HeadProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onResize: ((columnId: string, width: number) => void) | undefined;
  /** Undefined if rows cannot be selected. */
  ticks: Ticks | undefined;
  /** Undefined if rows have no actions. */
  actionsWidth: number | undefined;
}

/** The widths of the columns and the header row. */
export const TableHead = <Row,>({ name, columns, sort, onSort, onResize, ticks, actionsWidth }: HeadProps<Row>) => (
  <>
    <colgroup>
      {ticks ? <col style={{ width: tickWidth }} /> : null}
      {columns.map((column) => (
        <col key={column.id} style={{ width: column.width }} />
      ))}
      {actionsWidth !== undefined ? <col style={{ width: actionsWidth }} /> : null}
    </colgroup>
    <thead className={classes["head"]}>
      <tr>
        {ticks ? (
          <th className={classes["tick"]} scope="col">
            <Checkbox
              size="xs"
              aria-label={`Select all ${name}`}
              checked={ticks.all}
              indeterminate={ticks.some && !ticks.all}
              onChange={ticks.toggle}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            sort={sort}
            onSort={onSort}
            onResize={onResize ? (to) => onResize(column.id, to) : undefined}
          />
        ))}
        {actionsWidth !== undefined ? (
          <th scope="col" className={`${classes["right"]} ${classes["actions"]}`}>
            Actions
          </th>
        ) : null}
      </tr>
    </thead>
  </>
);

interface TotalsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  before: number;
  after: number;
}

/** The line with totals, labeled in its first cell. */
export const TableTotals = <Row,>({ columns, row, before, after }: TotalsProps<Row>) => (
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

/** Skeletons in place of rows that are loading. */
export function WaitingRows({ cells, selectable }: { cells: number; selectable: boolean }) {
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

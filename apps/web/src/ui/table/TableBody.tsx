import { Checkbox } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useVisibleRows } from "../page/visibleRows.ts";
import type { Column } from "./column.ts";
import { type RowAction, RowActions } from "./RowActions.tsx";
import classes from "./Table.module.css";
import type { TableRow, TableRows } from "./useTableRows.ts";

const rowHeight = 40;
/** The estimated height of a card, measured after rendering. */
const cardHeight = 148;
/** From this many rows on, only visible rows are rendered. */
const longFrom = 200;

interface BodyProps<Row extends object> {
  rows: TableRows<Row>;
  columns: readonly Column<Row>[];
  selectable: boolean;
  rowName: (row: Row) => string;
  rowActions?: (row: Row) => RowAction[];
  isCards: boolean;
  scroller: HTMLDivElement | null;
  hasMore: boolean;
  onEndReached?: () => void;
}

/** The rows of a table. From 200 rows on, only visible ones are rendered. On a phone rows are cards. */
export function TableBody<Row extends object>(props: BodyProps<Row>) {
  const { rows, columns, selectable, rowActions, isCards, scroller, hasMore, onEndReached } = props;
  const { sorted } = rows;
  const body = useRef<HTMLTableSectionElement>(null);
  const heights = useCardHeights(body, isCards);
  const { first, last, before, after } = useVisibleRows({
    scroller,
    count: sorted.length,
    heightOf: (index) => (isCards ? (heights.get(sorted[index]?.id ?? "") ?? cardHeight) : rowHeight),
    isShort: sorted.length < longFrom && !hasMore,
  });
  useEffect(() => {
    if (hasMore && last >= sorted.length - 20) onEndReached?.();
  }, [hasMore, last, sorted.length, onEndReached]);
  const span = columns.length + (selectable ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <tbody ref={body}>
      {before > 0 ? <Spacer height={before} span={span} /> : null}
      {sorted.slice(first, last + 1).map((row, at) => (
        <BodyRow key={row.id} {...props} row={row} index={first + at} />
      ))}
      {after > 0 ? <Spacer height={after} span={span} /> : null}
    </tbody>
  );
}

/** The heights of the cards that were rendered, by the ids of their rows. */
function useCardHeights(
  body: RefObject<HTMLTableSectionElement | null>,
  isCards: boolean,
): ReadonlyMap<string, number> {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  // after each rendering, because others have been rendered
  useLayoutEffect(() => {
    if (!isCards) return;
    const rows = [...(body.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const found = rows.map((row): [string, number] => [row.dataset["row"] ?? "", row.offsetHeight]);
    if (found.some(([id, height]) => heights.get(id) !== height)) setHeights(new Map([...heights, ...found]));
  });
  return heights;
}

interface RowProps<Row extends object> extends BodyProps<Row> {
  row: TableRow<Row>;
  index: number;
}

function BodyRow<Row extends object>({ row, index, rows, columns, selectable, rowName, rowActions }: RowProps<Row>) {
  const { id, original } = row;
  const isSelected = rows.isSelected(id);
  return (
    <tr data-row={id} aria-rowindex={index + 2} className={classes["row"]} data-selected={isSelected || undefined}>
      {selectable ? (
        <td className={classes["tick"]}>
          <Checkbox
            size="xs"
            aria-label={`Select ${rowName(original)}`}
            checked={isSelected}
            onChange={() => rows.toggle(id)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} data-label={column.header} className={column.right ? classes["right"] : undefined}>
          <div className={classes["cell"]}>{wordsOf(column.cell(original))}</div>
        </td>
      ))}
      {rowActions ? (
        <td className={`${classes["right"]} ${classes["actions"]}`}>
          <RowActions of={rowName(original)} actions={rowActions(original)} />
        </td>
      ) : null}
    </tr>
  );
}

/** Long texts end with an ellipsis; '---' is dimmed. */
function wordsOf(content: ReactNode): ReactNode {
  if (typeof content !== "string" && typeof content !== "number") return content;
  return <span data-none={content === "---" || undefined}>{content}</span>;
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden>
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
);

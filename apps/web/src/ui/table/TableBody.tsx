import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect } from "react";
import type { Column } from "./column.ts";
import { type RowAction, RowActions } from "./RowActions.tsx";
import classes from "./Table.module.css";

const rowHeight = 40;
/** The estimated height of a card, measured after rendering. */
const cardHeight = 148;
/** From this many rows on, only visible rows are rendered. */
const virtualFrom = 200;

interface BodyRow<Row> {
  id: string;
  original: Row;
  getIsSelected: () => boolean;
  toggleSelected: (value?: boolean) => void;
}
interface BodyProps<Row> {
  rows: BodyRow<Row>[];
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
export function TableBody<Row>({
  rows,
  columns,
  selectable,
  rowName,
  rowActions,
  isCards,
  scroller,
  hasMore,
  onEndReached,
}: BodyProps<Row>) {
  const isVirtual = rows.length >= virtualFrom || hasMore;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => (isCards ? cardHeight : rowHeight),
    overscan: isVirtual ? 12 : virtualFrom,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) onEndReached?.();
  }, [hasMore, last, rows.length, onEndReached]);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = columns.length + (selectable ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <tbody>
      {before > 0 ? <Spacer height={before} span={span} /> : null}
      {items.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const isSelected = row.getIsSelected();
        return (
          <tr
            key={row.id}
            ref={isCards ? virtual.measureElement : undefined}
            data-index={item.index}
            aria-rowindex={item.index + 2}
            className={classes["row"]}
            data-selected={isSelected || undefined}
          >
            {selectable ? (
              <td className={classes["tick"]}>
                <Checkbox
                  size="xs"
                  aria-label={`Select ${rowName(row.original)}`}
                  checked={isSelected}
                  onChange={() => row.toggleSelected(!isSelected)}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <td key={column.id} data-label={column.header} className={column.right ? classes["right"] : undefined}>
                <div className={classes["cell"]}>{wordsOf(column.cell(row.original))}</div>
              </td>
            ))}
            {rowActions ? (
              <td className={`${classes["right"]} ${classes["actions"]}`}>
                <RowActions of={rowName(row.original)} actions={rowActions(row.original)} />
              </td>
            ) : null}
          </tr>
        );
      })}
      {after > 0 ? <Spacer height={after} span={span} /> : null}
    </tbody>
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

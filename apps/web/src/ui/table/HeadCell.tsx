import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { KeyboardEvent, PointerEvent } from "react";
import type { Column } from "./column.ts";
import type { Sort } from "./sort.ts";
import classes from "./Table.module.css";

interface Props<Row> {
  column: Column<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Undefined if the columns can't be changed. */
  onResize: ((width: number) => void) | undefined;
}

/** The step of a width change by key, in pixels. */
const keyStep = 16;

export const isSortable = <Row,>(column: Column<Row>): boolean =>
  column.value !== undefined && column.sortable !== false;

/** A column header. Sorts, and resizes with its right edge or with Alt and the arrow keys. */
export function HeadCell<Row>({ column, sort, onSort, onResize }: Props<Row>) {
  const align = column.right ? classes["right"] : undefined;
  const edge = onResize ? <Edge width={column.width} onResize={onResize} /> : null;
  if (!isSortable(column)) {
    return (
      <th scope="col" className={align}>
        {column.header}
        {edge}
      </th>
    );
  }
  const isSorted = sort.by === column.id;
  const Icon = !isSorted ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? keyStep : event.key === "ArrowLeft" ? -keyStep : 0;
    if (!onResize || !event.altKey || by === 0) return;
    event.preventDefault();
    onResize(column.width + by);
  };
  return (
    <th scope="col" className={align} aria-sort={isSorted ? (sort.descending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        className={classes["sorter"]}
        data-sorted={isSorted || undefined}
        onClick={() => onSort({ by: column.id, descending: isSorted ? !sort.descending : false })}
        onKeyDown={onKeyDown}
        aria-keyshortcuts={onResize ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
      >
        {column.header}
        <Icon size={12} aria-hidden />
      </button>
      {edge}
    </th>
  );
}

/** The right edge of a head, to be drawn; the keyboard has the keys of the sorter. */
function Edge({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    // columns share spare width, so the edge follows the pointer in proportion
    const scale = width / (handle.parentElement?.getBoundingClientRect().width || width);
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(width + (moved.clientX - from) * scale);
    const end = () => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  };
  return <span className={classes["edge"]} aria-hidden onPointerDown={begin} />;
}

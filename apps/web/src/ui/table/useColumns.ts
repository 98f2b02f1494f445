import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useCallback, useState } from "react";
import type { Column } from "./column.ts";
import { type ColumnMemory, inOrder, moved, narrowest, noMemory, readColumns, widest } from "./columnMemory.ts";

const memoryOf = (name: string): string => `trunkline.columns.${name}`;

function remembered(name: string): ColumnMemory {
  try {
    return readColumns(localStorage.getItem(memoryOf(name)));
  } catch {
    // storage may be forbidden
    return noMemory;
  }
}

/** The columns of a table as the user arranged them. */
export interface Columns<Row> {
  /** In order, including hidden ones. */
  ordered: readonly Column<Row>[];
  shown: Record<string, boolean>;
  /** Whether the user chose to see a column. */
  isChosen: (id: string) => boolean;
  show: (id: string, isShown: boolean) => void;
  move: (id: string, by: 1 | -1) => void;
  resize: (id: string, width: number) => void;
  /** Resets the columns. Undefined while they are at their defaults. */
  reset: (() => void) | undefined;
}

/** Visibility, order and width of a table's columns, saved on this machine (look, Tables). */
export function useColumns<Row>(name: string, columns: readonly Column<Row>[]): Columns<Row> {
  const [memory, setMemory] = useState<ColumnMemory>(() => remembered(name));
  const change = useCallback(
    (next: (before: ColumnMemory) => ColumnMemory) =>
      setMemory((before) => {
        const after = next(before);
        try {
          localStorage.setItem(memoryOf(name), JSON.stringify(after));
        } catch {
          // storage may be forbidden: the choice holds until the page is left
        }
        return after;
      }),
    [name],
  );
  const ordered = inOrder(columns, memory.order).map((column) => ({
    ...column,
    width: ownValue(memory.widths, column.id) ?? column.width,
  }));
  const isArranged = [memory.shown, memory.order, memory.widths].some((part) => Object.keys(part).length > 0);
  return {
    ordered,
    shown: Object.fromEntries(
      columns.map(({ id, hidden, always }) => [id, always || (ownValue(memory.shown, id) ?? !hidden)]),
    ),
    isChosen: (id) => ownValue(memory.shown, id) === true,
    show: (id, isShown) => change((before) => ({ ...before, shown: { ...before.shown, [id]: isShown } })),
    move: (id, by) => change((before) => ({ ...before, order: moved(ordered, id, by) })),
    resize: (id, width) =>
      change((before) => ({
        ...before,
        widths: { ...before.widths, [id]: Math.round(Math.min(widest, Math.max(narrowest, width))) },
      })),
    reset: isArranged ? () => change(() => noMemory) : undefined,
  };
}

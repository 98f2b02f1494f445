import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useAddress } from "../page/useAddress.ts";
import type { Cell } from "./csv.ts";

export interface Sort {
  /** A column's id. */
  by: string;
  descending: boolean;
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const isNone = (cell: Cell): boolean => cell === null || cell === undefined || cell === "";

/** Compares two cells: empty ones last, numbers by value, texts naturally. */
export function compareCells(a: Cell, b: Cell): number {
  if (isNone(a) || isNone(b)) return Number(isNone(a)) - Number(isNone(b));
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

/** Rows by a value of theirs, without one last in both directions, and in their own order where it is the same. */
export function sortRows<Row>(rows: readonly Row[], cellOf: (row: Row) => Cell, descending: boolean): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, cell: cellOf(row) }))
    .sort((a, b) => compareCells(a.cell, b.cell) * (isNone(a.cell) || isNone(b.cell) ? 1 : sign))
    .map(({ row }) => row);
}

/** `created:desc` in the address bar as a sort. */
export function readSort(text: string | undefined, otherwise: Sort): Sort {
  const [by, order] = (text ?? "").split(":");
  return by ? { by, descending: order === "desc" } : otherwise;
}

export const writeSort = ({ by, descending }: Sort): string => `${by}:${descending ? "desc" : "asc"}`;

/** The sort of a table, saved in the URL under `key`. */
export function useSort(otherwise: Sort, key = "sort"): { sort: Sort; onSort: (sort: Sort) => void } {
  const [address, change] = useAddress();
  return { sort: readSort(ownValue(address, key), otherwise), onSort: (sort) => change({ [key]: writeSort(sort) }) };
}

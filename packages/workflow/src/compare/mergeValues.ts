import { equalValues, isPlain, keysOf, own, type Plain } from "./equalValues.ts";

/** A value in the version that two users opened, and what each of them made of it. */
export interface Three<Value> {
  base: Value;
  mine: Value;
  theirs: Value;
}

/** Decides a conflict at a place of a value: returns the value to use. */
export type Decide = (place: readonly string[], values: Three<unknown>) => unknown;

/**
 * Merges two changes of a value. Objects are merged key by key, and lists row by row where it is certain which row is
 * which. Everything else that both changed differently is a conflict.
 */
export function mergeValues(values: Three<unknown>, decide: Decide, place: readonly string[] = []): unknown {
  const { base, mine, theirs } = values;
  if (equalValues(mine, theirs) || equalValues(base, theirs)) return mine;
  if (equalValues(base, mine)) return theirs;
  if (isPlain(base) && isPlain(mine) && isPlain(theirs)) return mergeObjects({ base, mine, theirs }, decide, place);
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const merged = mergeLists({ base, mine, theirs }, decide, place);
    if (merged !== undefined) return merged;
  }
  return decide(place, values);
}

function mergeObjects({ base, mine, theirs }: Three<Plain>, decide: Decide, place: readonly string[]): Plain {
  const entries = keysOf(theirs, mine, base).map((key) => [
    key,
    mergeValues({ base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) }, decide, [...place, key]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A list with its rows: merged if at most one side added or removed rows in one place, or both in different places. */
function mergeLists(
  { base, mine, theirs }: Three<readonly unknown[]>,
  decide: Decide,
  place: readonly string[],
): unknown[] | undefined {
  const [left, right] = [spliceOf(base, mine), spliceOf(base, theirs)];
  if (left !== undefined && right !== undefined) return mergeSplices(base, left, right);
  if (left !== undefined) return isRowwise(base, theirs) ? withRows(theirs, base, left) : undefined;
  if (right !== undefined) return isRowwise(base, mine) ? withRows(mine, base, right) : undefined;
  if (!isRowwise(base, mine) || !isRowwise(base, theirs)) return undefined;
  return base.map((row, index) =>
    mergeValues({ base: row, mine: mine[index], theirs: theirs[index] }, decide, [...place, String(index)]),
  );
}

/** Rows put in place of some others. */
interface Splice {
  at: number;
  removed: number;
  added: readonly unknown[];
}

/** The rows that were only added, or only removed, in one place. Undefined for anything else. */
function spliceOf(before: readonly unknown[], after: readonly unknown[]): Splice | undefined {
  if (before.length === after.length) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && equalValues(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && equalValues(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  if (head + tail < shorter) return undefined;
  return { at: head, removed: before.length - shorter, added: after.slice(head, after.length - tail) };
}

function mergeSplices(base: readonly unknown[], left: Splice, right: Splice): unknown[] | undefined {
  const [first, second] = left.at <= right.at ? [left, right] : [right, left];
  // rows at the same place have no order
  if (first.at + first.removed >= second.at && !(first.removed === 0 && first.at < second.at)) return undefined;
  return [
    ...base.slice(0, first.at),
    ...first.added,
    ...base.slice(first.at + first.removed, second.at),
    ...second.added,
    ...base.slice(second.at + second.removed),
  ];
}

/** The changed rows with the other side's splice. Undefined if it removes a row that was changed. */
function withRows(
  changed: readonly unknown[],
  base: readonly unknown[],
  { at, removed, added }: Splice,
): unknown[] | undefined {
  for (let index = at; index < at + removed; index++) if (!equalValues(changed[index], base[index])) return undefined;
  return [...changed.slice(0, at), ...added, ...changed.slice(at + removed)];
}

/** Whether each row is certainly the row at its place: same number, and none is another row of before. */
function isRowwise(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return false;
  return after.every(
    (row, index) => equalValues(row, before[index]) || !before.some((other) => equalValues(other, row)),
  );
}

import { invalid } from "../http/problem.ts";
import type { ScanResult } from "../store/scan.ts";
import { createdOf } from "./createdOf.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id after which a page of an id-ordered list starts. */
export function readIdCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !uuid.test(cursor)) {
    throw invalid("cursor must be the `next` of an earlier page of this list", "query.cursor");
  }
  return cursor;
}

/** The cursor of the next page: the last row's id if the page is full. */
export const nextCursor = <Row>(rows: readonly Row[], limit: number, idOf: (row: Row) => string): string | null => {
  const last = rows.at(-1);
  return rows.length === limit && last !== undefined ? idOf(last) : null;
};

/** A page as an answer. A search result includes how far back it searched. */
export const showFound = <Row, Item>({ rows, next, searchedTo }: ScanResult<Row>, show: (row: Row) => Item) => ({
  payload: rows.map(show),
  next,
  ...(searchedTo !== null && { searchedTo: createdOf(searchedTo) ?? undefined }),
});

/** How long one request searches for rows that no index finds, before it answers with what it has and where to continue. */
export const timeBudgetMs = 120;

/** The first chunk is small, so that a filter that matches many rows answers at once. */
export const firstChunk = 5_000;
const smallestChunk = 1_000;
const largestChunk = 80_000;
/** How many times larger than the previous chunk a chunk may be. */
const mostGrowth = 4;

/** Rows that fit into the time left, estimated from the previous chunk. */
export function nextChunkSize(size: number, tookMs: number, leftMs: number): number {
  const fits = Math.round((leftMs * size) / Math.max(tookMs, 1));
  return Math.min(Math.max(fits, smallestChunk), size * mostGrowth, largestChunk);
}

/** How a list, newest first, is read in chunks. */
interface Scan<Row> {
  limit: number;
  before: string | undefined;
  /** The id of the `size`-th row before an id, whether or not it matches; null when there are fewer. */
  endOf(before: string | undefined, size: number): Promise<string | null>;
  /** The matching rows before an id, back to `since` and including it. */
  read(page: { limit: number; before: string | undefined; since: string | undefined }): Promise<Row[]>;
  idOf(row: Row): string;
}

/** The rows found so far, where to continue, and how far back nothing more was found. */
export interface ScanResult<Row> {
  rows: Row[];
  next: string | null;
  searchedTo: string | null;
}

/** Searches a list backwards until the page is full, the list ends, or the time budget is used up (decision 0013). */
export async function scanBackwards<Row>(
  { limit, before, endOf, read, idOf }: Scan<Row>,
  timeBudget = timeBudgetMs,
): Promise<ScanResult<Row>> {
  const began = performance.now();
  const rows: Row[] = [];
  let from = before;
  for (let size = firstChunk; ; ) {
    const startedAt = performance.now();
    const end = await endOf(from, size);
    rows.push(...(await read({ limit: limit - rows.length, before: from, since: end ?? undefined })));
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) return { rows, next: idOf(last), searchedTo: null };
    if (end === null) return { rows, next: null, searchedTo: null };
    from = end;
    const leftMs = timeBudget - (performance.now() - began);
    if (leftMs <= 0) return { rows, next: end, searchedTo: end };
    size = nextChunkSize(size, performance.now() - startedAt, leftMs);
  }
}

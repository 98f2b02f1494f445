/** How long one call looks for rows that no index knows, before it answers what it has and where to go on. */
export const timeBudgetMs = 120;

/** The first stretch is short, so that a filter that fits many answers at once. */
export const firstChunk = 5_000;
const shortestStretch = 1_000;
const longestStretch = 80_000;
/** So many times longer than the one before a stretch may be. */
const mostGrowth = 4;

/** So long that what is left of the patience is enough for it, as far as the stretch before tells. */
export function nextChunkSize(size: number, tookMs: number, leftMs: number): number {
  const fits = Math.round((leftMs * size) / Math.max(tookMs, 1));
  return Math.min(Math.max(fits, shortestStretch), size * mostGrowth, longestStretch);
}

/** How a list newest first is read stretch by stretch. */
interface Walk<Row> {
  limit: number;
  before: string | undefined;
  /** The id of the `size`-th row before an id, whoever it is; null when there are fewer. */
  endOf(before: string | undefined, size: number): Promise<string | null>;
  /** The rows that fit from before an id back to `since` and with it. */
  read(page: { limit: number; before: string | undefined; since: string | undefined }): Promise<Row[]>;
  idOf(row: Row): string;
}

/** What was found so far, where to go on, and how far back it was looked in vain. */
export interface ScanResult<Row> {
  rows: Row[];
  next: string | null;
  searchedTo: string | null;
}

/** Looks back through a list until the page is full, at its end, or when patience is over (decision 0013). */
export async function scanBackwards<Row>(
  { limit, before, endOf, read, idOf }: Walk<Row>,
  patience = timeBudgetMs,
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
    const leftMs = patience - (performance.now() - began);
    if (leftMs <= 0) return { rows, next: end, searchedTo: end };
    size = nextChunkSize(size, performance.now() - startedAt, leftMs);
  }
}

import type { Query } from "../database.ts";
import { firstChunk, nextChunkSize } from "../scan.ts";
import type { ContactRow } from "./contact.ts";
import {
  type ContactPage,
  type ContactPlace,
  type ContactSelection,
  countRange,
  findRangeEnd,
  listPhase,
  type Phase,
} from "./contactSearch.ts";

/** What was found so far. */
export interface Found {
  rows: (ContactRow & { key: string | null })[];
  /** Where to go on; null at the end. */
  next: ContactPlace | null;
  /** Contacts that were read without a match, counted by whole scan windows. */
  searched: number;
}

/**
 * Finds contacts by statements that have no index: reads one scan window after another in the order of the list, until
 * the page is full or `timeBudgetMs` have passed (decision 0013). The size of a window follows from how long the one
 * before took: a comparison of dates takes ten times as long as one of words.
 */
export async function findContacts(
  q: Query,
  account: string,
  selection: ContactSelection,
  page: ContactPage,
  { timeBudgetMs, chunk = firstChunk }: { timeBudgetMs: number; chunk?: number },
): Promise<Found> {
  const found: Found = { rows: [], next: null, searched: 0 };
  let { after } = page;
  let phase: Phase = page.sort === "created" ? "id" : after?.key === null ? "none" : "key";
  const began = performance.now();
  let size = chunk;
  for (;;) {
    const startedAt = performance.now();
    const upTo = (await findRangeEnd(q, account, { ...page, after, limit: size }, phase)) ?? undefined;
    const limit = page.limit - found.rows.length;
    const rows = await listPhase(q, account, selection, { ...page, after, upTo, limit }, phase);
    found.rows.push(...rows);
    const last = rows.at(-1);
    if (rows.length === limit && last) return { ...found, next: { key: last.key, contactId: last.contactId } };
    if (upTo) {
      found.searched += size;
      after = upTo;
      const leftMs = timeBudgetMs - (performance.now() - began);
      if (leftMs <= 0) return { ...found, next: upTo };
      size = nextChunkSize(size, performance.now() - startedAt, leftMs);
    } else if (phase === "key") {
      phase = "none";
      after = undefined;
    } else return found;
  }
}

/** How many were counted, and where to go on; null at the end. */
export interface Counted {
  count: number;
  next: ContactPlace | null;
}

/** Counts contacts window by window until all are counted or `timeBudgetMs` have passed. A count of millions is many short requests. */
export async function countContacts(
  q: Query,
  account: string,
  selection: ContactSelection,
  { after, timeBudgetMs, chunk = firstChunk }: { after?: ContactPlace; timeBudgetMs: number; chunk?: number },
): Promise<Counted> {
  // each alternative of a search is a seek: it counts only what it finds
  if (selection.search) return { count: await countRange(q, account, selection), next: null };
  const began = performance.now();
  let from = after;
  let count = 0;
  for (let size = chunk; ; ) {
    const startedAt = performance.now();
    const page = { sort: "created", order: "asc", limit: size, after: from } as const;
    const upTo = (await findRangeEnd(q, account, page, "id")) ?? undefined;
    count += await countRange(q, account, selection, { after: from, upTo });
    if (!upTo) return { count, next: null };
    from = upTo;
    const leftMs = timeBudgetMs - (performance.now() - began);
    if (leftMs <= 0) return { count, next: upTo };
    size = nextChunkSize(size, performance.now() - startedAt, leftMs);
  }
}

import { type Database, narrowed, type Query } from "../database.ts";

/**
 * How many calls of a process begin at once. To begin a call costs several times as much as a key, and a caller whose call
 * begins only hears it ring: in a crowd, connections are left for those who press keys.
 */
const startsAtOnce = 4;
const starts = new WeakMap<Database, Database>();

/** A transaction that accepts a call. */
export function startingCall<T>(db: Database, accountId: string, work: (q: Query) => Promise<T>): Promise<T> {
  const narrow = starts.get(db) ?? narrowed(db, startsAtOnce);
  starts.set(db, narrow);
  return narrow.tx([accountId], work, { byKey: true });
}

/** So many calls that move within a second are a crowd. */
const crowd = 20;
const crowdWithinMs = 1_000;

/** When the last calls of a process moved. */
interface Moves {
  at: number[];
  /** The place of the next one, which has the oldest of the last. */
  next: number;
}

const movesOf = new WeakMap<Database, Moves>();

/** A transaction that moves a call. Its statements read by key alone, and planning them for each caller would take longer than they do. */
export function movingCall<T>(db: Database, accountId: string, work: (q: Query) => Promise<T>): Promise<T> {
  const moves = movesOf.get(db) ?? { at: Array.from({ length: crowd }, () => Number.NEGATIVE_INFINITY), next: 0 };
  movesOf.set(db, moves);
  moves.at[moves.next] = performance.now();
  moves.next = (moves.next + 1) % crowd;
  return db.tx([accountId], work, { byKey: true });
}

/** Whether a crowd of callers of this process waits for what is said next: others leave the processors to it. */
export function isCrowded(db: Database): boolean {
  const moves = movesOf.get(db);
  return moves !== undefined && performance.now() - (moves.at[moves.next] ?? 0) < crowdWithinMs;
}

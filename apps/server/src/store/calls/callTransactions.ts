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

/** A transaction that moves a call. Its statements read by key alone, and planning them for each caller would take longer than they do. */
export const movingCall = <T>(db: Database, accountId: string, work: (q: Query) => Promise<T>): Promise<T> =>
  db.tx([accountId], work, { byKey: true });

import type { Database, Query } from "../src/store/database.ts";

/** A database and whether a transaction wrote anything since the last time it was asked: PostgreSQL numbers only those. */
export function watchWrites(db: Database): { db: Database; hasWritten(): boolean } {
  let wrote = false;
  const watched =
    <T>(work: (q: Query) => Promise<T>) =>
    async (q: Query): Promise<T> => {
      const result = await work(q);
      const row = await q.one<{ writes: boolean }>({
        name: "test.writes",
        text: "select pg_current_xact_id_if_assigned() is not null writes",
      });
      wrote ||= row?.writes === true;
      return result;
    };
  return {
    db: {
      ...db,
      tx: (accounts, work, options) => db.tx(accounts, watched(work), options),
      global: (work, options) => db.global(watched(work), options),
      owner: (work, options) => db.owner(watched(work), options),
    },
    hasWritten() {
      const answer = wrote;
      wrote = false;
      return answer;
    },
  };
}

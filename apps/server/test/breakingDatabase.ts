import type { Database, Query } from "../src/store/database.ts";

/** Where a database breaks: before the statement is sent, while it runs, or after the transaction has been committed. */
export type BreakingPoint = "before" | "during" | "committed";

/** A database that breaks once, at its n-th statement (the end of a transaction counts as one). */
export function breakingDatabase(db: Database, at: number, point: BreakingPoint, breakDown: () => void): Database {
  let count = 0;
  const reached = (): boolean => ++count === at;
  const over = (q: Query): Query => {
    const guard = async <T>(ask: () => Promise<T>): Promise<T> => {
      if (!reached()) return ask();
      if (point === "during") {
        const answer = ask();
        answer.catch(() => {});
        breakDown();
        return answer;
      }
      breakDown();
      return ask();
    };
    return {
      only: q.only,
      rows: (statement, values) => guard(() => q.rows(statement, values)),
      one: (statement, values) => guard(() => q.one(statement, values)),
      run: (statement, values) => guard(() => q.run(statement, values)),
      runAhead: (statement, values) => guard(() => q.runAhead(statement, values)),
      copyIn: (statement, source) => guard(() => q.copyIn(statement, source)),
    };
  };
  const ends = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    if (point === "committed" && reached()) breakDown();
    return value;
  };
  return {
    ...db,
    tx: (accounts, work, options) => ends(db.tx(accounts, (q) => work(over(q)), options)),
    global: (work, options) => ends(db.global((q) => work(over(q)), options)),
    owner: db.owner,
  };
}

import { type Database, type Query, setAccounts } from "./database.ts";

/**
 * A database whose transactions are all part of one open transaction: each is a savepoint of it, under the accounts that
 * it names. They run one after another, and nothing is saved before the open transaction commits.
 */
export function joined(db: Database, q: Query): Database {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const inTurn = <T>(accountIds: readonly string[], work: (q: Query) => Promise<T>): Promise<T> => {
    const turn = last.then(() =>
      asSavepoint(q, `joined_${++count}`, accountIds, () => work(seenBy(db, q, accountIds))),
    );
    last = turn.catch(() => {});
    return turn;
  };
  return {
    ...db,
    tx: inTurn,
    global: (work) => inTurn([], work),
    owner: () => Promise.reject(new Error("Administration is never part of a request's transaction")),
  };
}

async function asSavepoint<T>(
  q: Query,
  name: string,
  accountIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  await q.run(`savepoint ${name}`);
  try {
    await q.run(setAccounts(accountIds));
    const result = await work();
    await q.run(`release savepoint ${name}`);
    return result;
  } catch (error) {
    // a lost connection cannot go back: the error that says so is the one to throw
    await q.run(`rollback to savepoint ${name}`).catch(() => {});
    throw error;
  }
}

const seenBy = (db: Database, q: Query, accountIds: readonly string[]): Query =>
  db.claims === "byAccount" && accountIds.length === 1 ? { ...q, only: accountIds[0] } : { ...q, only: undefined };

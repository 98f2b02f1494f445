import { listBusyAccounts } from "../../store/busyAccounts.ts";
import { isNodeAway } from "../../store/cluster/nodesAway.ts";
import type { Database } from "../../store/database.ts";

/** How long an answer serves all jobs: reading over many nodes is more work, and people wait for what the jobs do. */
const freshForMs = { together: 20, byAccount: 100 };
const accountsAtOnce = 500;

/** Accounts whose calls and receipts have something to do, asked once for several jobs that would each ask all accounts. */
export function busySenders(db: Database, senders: () => Promise<readonly string[]>): () => Promise<readonly string[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly string[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - readAt < freshForMs[db.claims]) return reading;
    readAt = performance.now();
    reading = senders().then((all) => readBusy(db, all));
    return reading;
  };
}

async function readBusy(db: Database, all: readonly string[]): Promise<readonly string[]> {
  const busy: string[] = [];
  for (let from = 0; from < all.length; from += accountsAtOnce) {
    const some = all.slice(from, from + accountsAtOnce);
    try {
      busy.push(...(await db.tx(some, (q) => listBusyAccounts(q, some))));
    } catch (error) {
      if (!isNodeAway(error)) throw error;
      // the accounts of the other nodes are asked one by one meanwhile
      busy.push(...some);
    }
  }
  return busy;
}

import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { listAccountIds, purgeAccounts, purgeSignIns } from "../../store/history/purge.ts";
import { purgeDrawings } from "../../store/history/purgeDrawings.ts";
import type { Job } from "../repeat.ts";

const accountsAtOnce = 100;
/** Rows of one kind and account in one transaction. */
const rowsAtOnce = 2_000;
/** Pictures of one account in one transaction: each is several rows of bytes. */
const drawingsAtOnce = 200;

/** Deletes what has expired, in short transactions; a large rest is continued at once. */
export const purgeJob: Job = {
  name: "purge",
  everyMs: 3_600_000,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    let more = (await db.global((q) => purgeSignIns(q, rowsAtOnce))) >= rowsAtOnce;
    const accounts = await db.global(listAccountIds);
    await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (some) => {
      if (signal?.aborted) return;
      if ((await db.tx(some, (q) => purgeAccounts(q, some, rowsAtOnce))) >= rowsAtOnce) more = true;
      if ((await db.tx(some, (q) => purgeDrawings(q, some, drawingsAtOnce))) >= drawingsAtOnce) more = true;
    });
    return more;
  },
};

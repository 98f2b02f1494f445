import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { listAccountIds } from "../../store/history/purge.ts";
import { foldReports } from "../../store/reports/report.ts";
import type { Found, Job } from "../repeat.ts";

const accountsAtOnce = 100;
/** Rows of one account in one transaction. */
const rowsAtOnce = 5_000;

/** Folds what was added to the figures of reports into their sums; a large rest is taken up again at once. */
export const foldReportsJob: Job = {
  name: "reports",
  everyMs: 5_000,
  quietMs: 60_000,
  async run(db: Database, signal?: AbortSignal): Promise<Found> {
    let most = 0;
    const accounts = await db.global(listAccountIds);
    await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (some) => {
      if (!signal?.aborted) most = Math.max(most, await db.tx(some, (q) => foldReports(q, some, rowsAtOnce)));
    });
    return most >= rowsAtOnce ? true : most === 0 ? "nothing" : false;
  },
};

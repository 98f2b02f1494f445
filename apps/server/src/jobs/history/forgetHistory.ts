import { eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { listHistoryLimits, removeOldHistory } from "../../store/history/oldHistory.ts";
import type { Job } from "../repeat.ts";

/** Rows of one kind in one transaction. */
const rowsAtOnce = 1_000;

/** Removes the texts and calls beyond the retention of their account: one account at a time, in short transactions, so that none waits for a large one. */
export const forgetHistoryJob: Job = {
  name: "forget",
  everyMs: 600_000,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    let more = false;
    await eachInTurn(await db.global(listHistoryLimits), async (limit) => {
      if (signal?.aborted) return;
      if ((await db.tx([limit.accountId], (q) => removeOldHistory(q, limit, rowsAtOnce))) >= rowsAtOnce) more = true;
    });
    return more && !signal?.aborted;
  },
};

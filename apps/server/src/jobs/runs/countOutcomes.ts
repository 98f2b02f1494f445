import { storeOutcome } from "../../reports/readOutcome.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { listAccountIds } from "../../store/history/purge.ts";
import { type DueOutcome, listDueOutcomes, reserveOutcomeCount } from "../../store/runs/outcomeCount.ts";
import type { Found, Job } from "../repeat.ts";

const accountsAtOnce = 100;

/** Counts large runs and workflows ahead of the requests for them (decision 0115). */
export const countOutcomesJob: Job = {
  name: "countOutcomes",
  everyMs: 5_000,
  quietMs: 60_000,
  async run(db: Database, signal?: AbortSignal): Promise<Found> {
    let found: Found = "nothing";
    let problem: unknown;
    const accounts = await db.global(listAccountIds);
    await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (some) => {
      if (signal?.aborted) return;
      for (const due of await db.tx(some, (q) => listDueOutcomes(q, some))) {
        if (signal?.aborted) return;
        found = false;
        // one that cannot be counted leaves the others to be counted
        await countOne(db, due).catch((error: unknown) => {
          problem ??= error;
        });
      }
    });
    if (problem !== undefined) throw problem;
    return found;
  },
};

const countOne = (db: Database, { accountId, ...subject }: DueOutcome): Promise<void> =>
  db.tx([accountId], async (q) => {
    if (await reserveOutcomeCount(q, subject)) await storeOutcome(q, accountId, subject);
  });

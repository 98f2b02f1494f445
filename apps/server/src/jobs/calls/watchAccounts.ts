import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { checkCallLoads, listThresholds } from "../../store/calls/callLoad.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { checkReputations } from "../../store/numbers/reputation.ts";
import { listSendingAccounts } from "../../store/worker.ts";
import type { Job } from "../repeat.ts";

const accountsAtOnce = 64;

/** Tells accounts that their calls a minute crossed their threshold (spec 2 §3.6 call_threshold). */
export async function watchCalls(db: Database): Promise<false> {
  const thresholds = await db.global(listThresholds);
  await eachInTurn(accountGroups(db, thresholds, accountsAtOnce), (group) =>
    db.tx(
      group.map(({ accountId }) => accountId),
      (q) => checkCallLoads(q, group),
    ),
  );
  return false;
}

/** Tells accounts that the delivery rate of one of their numbers fell too low, or recovered (spec 2 §3.6 reputation_status). */
export async function watchReputations(db: Database): Promise<false> {
  await eachInTurn(accountGroups(db, await db.global(listSendingAccounts), accountsAtOnce), (group) =>
    db.tx(group, async (q) => {
      const settings = await listClaimSettings(q, group);
      const rules = settings.flatMap(({ accountId, settings: saved }) => {
        const { reputationSharePercent: sharePercent, ...rest } = accountSettings.parse(saved ?? {});
        if (sharePercent === null) return [];
        return [{ accountId, sharePercent, least: rest.reputationLeast, hours: rest.reputationHours }];
      });
      await checkReputations(q, rules);
    }),
  );
  return false;
}

/** What is watched over for accounts besides their runs. */
export const watchCallsJob: Job = { name: "callThreshold", everyMs: 1_000, run: watchCalls };
export const watchReputationsJob: Job = { name: "reputation", everyMs: 10_000, run: watchReputations };

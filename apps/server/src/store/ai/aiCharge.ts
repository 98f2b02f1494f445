import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Query } from "../database.ts";
import { findAccount } from "../identity/account.ts";
import { addCampaignCounts, addSpend, lockSpend } from "../runs/count.ts";

/** The counting rows of what neither a sender nor a claim counts; several processes share them. */
const chargeSlot = 32_000;

/** Why no language model may be asked for the account now: sending is switched off, or its price would pass the day's limit. */
export async function findAiBlock(q: Query, account: string): Promise<"kill_switch" | "spend_limit" | null> {
  const { killSwitch, spendLimitMicros, aiMessagePriceMicros } = accountSettings.parse(
    (await findAccount(q, account))?.settings ?? {},
  );
  if (killSwitch) return "kill_switch";
  if (spendLimitMicros === null) return null;
  return (await lockSpend(q, account)) + aiMessagePriceMicros > spendLimitMicros ? "spend_limit" : null;
}

/** Charges one text that a language model made at the account's price, to its workflow where it has one; returns the price. */
export async function chargeAi(q: Query, account: string, campaignId: string | null): Promise<number> {
  const row = await findAccount(q, account);
  const costMicros = accountSettings.parse(row?.settings ?? {}).aiMessagePriceMicros;
  if (costMicros === 0) return 0;
  await addSpend(q, chargeSlot, [{ accountId: account, costMicros }]);
  if (campaignId !== null)
    await addCampaignCounts(q, chargeSlot, [
      { accountId: account, campaignId, sends: 0, replies: 0, optOuts: 0, costMicros },
    ]);
  return costMicros;
}

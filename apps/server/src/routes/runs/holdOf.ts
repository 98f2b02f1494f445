import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { SendingHold } from "@trunkline/contract/identity/auth.ts";
import { findKillSwitchTurn } from "../../store/audit/auditList.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";
import { findSpend } from "../../store/runs/count.ts";

/** What stops an account from sending now, or null. */
export async function holdOf(q: Query, account: string): Promise<SendingHold | null> {
  const { killSwitch, spendLimitMicros, segmentPriceMicros } = accountSettings.parse(
    (await findAccount(q, account))?.settings ?? {},
  );
  if (killSwitch) {
    const turn = await findKillSwitchTurn(q, account);
    return { reason: "kill_switch", since: turn?.at.toISOString() ?? null, by: turn?.by ?? null, spendLimitMicros };
  }
  if (spendLimitMicros === null) return null;
  const left = spendLimitMicros - (await findSpend(q, account));
  // Calls stop at the limit, and texts before they would exceed it.
  if (left > 0 && left >= segmentPriceMicros) return null;
  return { reason: "spend_limit", since: null, by: null, spendLimitMicros };
}

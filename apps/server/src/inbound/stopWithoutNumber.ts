import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Query } from "../store/database.ts";
import { addDnc } from "../store/doNotContact/dnc.ts";
import { listClaimSettings } from "../store/journeys/claimWorld.ts";

/** Opts a contact out who wrote to an account that has no number to receive it. Nothing can confirm it. */
export async function stopWithoutNumber(q: Query, accountId: string, phone: string, words: string): Promise<void> {
  const [row] = await listClaimSettings(q, [accountId]);
  const { stopCoversCalls } = accountSettings.parse(row?.settings ?? {});
  await addDnc(q, [
    {
      accountId,
      phone,
      types: stopCoversCalls ? ["sms", "rcs", "call"] : ["sms", "rcs"],
      source: "reply",
      reason: words.slice(0, 100),
    },
  ]);
}

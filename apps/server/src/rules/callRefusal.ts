import { type AccountSettings, accountSettings } from "@trunkline/contract/identity/account.ts";
import type { QueuedCall } from "../store/calls/callQueue.ts";
import type { Query } from "../store/database.ts";
import { listDnc } from "../store/doNotContact/dnc.ts";
import { listClaimSettings } from "../store/journeys/claimWorld.ts";
import { findSpend } from "../store/runs/count.ts";
import { destinationProblem } from "./destination.ts";

/** Why the queue would stop an outbound call to a number, as far as is known now, or null. */
export async function whyNoCall(q: Query, accountId: string, to: string): Promise<string | null> {
  const [row] = await listClaimSettings(q, [accountId]);
  const settings = accountSettings.parse(row?.settings ?? {});
  const limit = settings.spendLimitMicros;
  const isOverLimit = limit !== null && (await findSpend(q, accountId)) >= limit;
  const stopped = (await listDnc(q, accountId, { phone: to, type: "call", limit: 1 })).length > 0;
  return reasonAgainst({ stopped, windowClosed: false, to }, settings, isOverLimit);
}

/** Why a call is stopped, in order of the checks, or null. */
export function reasonAgainst(
  { stopped, windowClosed, to }: Pick<QueuedCall, "stopped" | "windowClosed" | "to">,
  settings: AccountSettings | undefined,
  isOverLimit: boolean,
): string | null {
  if (settings?.killSwitch) return "kill_switch";
  if (isOverLimit) return "spend_limit";
  if (stopped) return "dnc";
  if (windowClosed) return "window";
  return destinationProblem(to, settings?.countryCodes ?? []);
}

import { personScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { whyNoCall } from "../../rules/callRefusal.ts";
import { insertOffer, stopRinging } from "../../store/agents/caller.ts";
import { answerCallback } from "../../store/agents/queueCallback.ts";
import type { CallKey } from "../../store/calls/call.ts";
import type { Query } from "../../store/database.ts";
import { openAccountLanes } from "../../store/runs/lane.ts";
import { findUserPhone } from "../findUserPhone.ts";
import { linesOf } from "../orderLine.ts";

/**
 * A user answers for a callback: their phone stops ringing, and the caller is called. Returns what prevents it; then the
 * transaction must be rolled back. `gone`: it no longer waits.
 */
export async function dialCallback(
  q: Query,
  key: CallKey,
  user: { userId: string; name: string },
): Promise<"gone" | "dialed" | "on_a_call" | "no_own_phone" | { refused: string; phone: string }> {
  const { accountId } = key;
  const answered = await answerCallback(q, key, user, { human: personScript(user.userId), machine: null });
  if (answered === null) return "gone";
  const { carrier, phone, ownNumber } = answered;
  const ringsBy = linesOf(carrier)?.ringsUsersBy(carrier) ?? null;
  if (ringsBy !== null && (await findUserPhone(q, accountId, user.userId, ringsBy)) === null) return "no_own_phone";
  const refused = await whyNoCall(q, accountId, phone);
  if (refused !== null) return { refused, phone };
  await stopRinging(q, key);
  await openAccountLanes(q, [accountId]);
  const offerId = await insertOffer(q, key, user.userId, { kind: "person", name: ownNumber }, "ringing");
  return offerId === null ? "on_a_call" : "dialed";
}

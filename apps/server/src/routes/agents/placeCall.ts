import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { conflict } from "../../http/problem.ts";
import { callBack } from "../../inbound/callBack.ts";
import type { Query } from "../../store/database.ts";
import { needsOwnPhoneFirst } from "./ownPhoneFirst.ts";

/** Places a call of a user, or says why it cannot be placed. Returns its id. */
export async function placeCall(
  q: Query,
  account: string,
  userId: string,
  { from, to, contactId }: { from: string; to: string; contactId: string | null },
): Promise<string> {
  const placed = await callBack(q, account, userId, { from, to, contactId });
  if (placed === "number_gone")
    throw conflict(`${from} no longer belongs to this account and cannot be used to call`, undefined, placed);
  if (placed === "on_a_call") throw conflict("You are already on a call. End it first", undefined, placed);
  if (placed === "no_own_phone") throw needsOwnPhoneFirst();
  if ("refused" in placed)
    throw conflict(`${to} cannot be called: ${describeReason(placed.refused)}`, undefined, placed.refused);
  return placed.callId;
}

import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { conflict } from "../../http/problem.ts";
import { dialCallback } from "../../inbound/queueCallbacks/dialCallback.ts";
import type { CallKey } from "../../store/calls/call.ts";
import type { Query } from "../../store/database.ts";
import { needsOwnPhoneFirst } from "./ownPhoneFirst.ts";

/** Calls the caller of a callback for a user who answers for it. False if it no longer waits. */
export async function takeCallback(q: Query, key: CallKey, user: { userId: string; name: string }): Promise<boolean> {
  const dialed = await dialCallback(q, key, user);
  if (dialed === "gone") return false;
  if (dialed === "dialed") return true;
  if (dialed === "on_a_call") throw conflict("You are already on a call. End it first", undefined, dialed);
  if (dialed === "no_own_phone") throw needsOwnPhoneFirst();
  throw conflict(`${dialed.phone} cannot be called: ${describeReason(dialed.refused)}`, undefined, dialed.refused);
}

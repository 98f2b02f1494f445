import { personScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { whyNoCall } from "../rules/callRefusal.ts";
import { insertOffer } from "../store/agents/caller.ts";
import { insertCalls } from "../store/calls/newCall.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { findNumber } from "../store/numbers/number.ts";
import { openAccountLanes } from "../store/runs/lane.ts";
import { findUserPhone } from "./findUserPhone.ts";
import { linesOf } from "./orderLine.ts";

/**
 * Queues a call that a user makes. It is checked again when its turn comes, and the user's phone waits for it. Returns its
 * id, or what prevents it; then the transaction must be rolled back.
 */
export async function callBack(
  q: Query,
  accountId: string,
  userId: string,
  { from, to, contactId }: { from: string; to: string; contactId: string | null },
): Promise<{ callId: string } | { refused: string } | "number_gone" | "on_a_call" | "no_own_phone"> {
  const number = await findNumber(q, accountId, from);
  if (number === null) return "number_gone";
  const ringsBy = linesOf(number.carrier)?.ringsUsersBy(number.carrier) ?? null;
  if (ringsBy !== null && (await findUserPhone(q, accountId, userId, ringsBy)) === null) return "no_own_phone";
  const refused = await whyNoCall(q, accountId, to);
  if (refused !== null) return { refused };
  const key = { accountId, callId: newId() };
  await openAccountLanes(q, [accountId]);
  await insertCalls(q, [
    {
      ...key,
      contactId,
      campaignId: null,
      batchId: null,
      journeyId: null,
      node: null,
      revision: null,
      direction: "out",
      from,
      to,
      state: "queued",
      reason: null,
      carrier: number.carrier,
      openUntilMs: null,
      plan: { human: personScript(userId), machine: null },
    },
  ]);
  const offerId = await insertOffer(q, key, userId, { kind: "person", name: from }, "ringing");
  return offerId === null ? "on_a_call" : { callId: key.callId };
}

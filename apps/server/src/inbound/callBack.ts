import { personScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { whyNoCall } from "../rules/callRefusal.ts";
import { insertOffer } from "../store/agents/caller.ts";
import { insertCalls } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { findNumber } from "../store/numbers/number.ts";
import { openAccountLanes } from "../store/runs/lane.ts";

/**
 * Places a call of a user's own: it waits its turn as every call does, and is judged there once more,
 * and the user's phone waits for it. Answers its id, or what is in the way: then nothing of this may be kept.
 */
export async function callBack(
  q: Query,
  accountId: string,
  userId: string,
  { from, to, contactId }: { from: string; to: string; contactId: string | null },
): Promise<{ callId: string } | { refused: string } | "number_gone" | "on_a_call"> {
  const number = await findNumber(q, accountId, from);
  if (number === null) return "number_gone";
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

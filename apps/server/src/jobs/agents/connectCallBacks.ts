import type { CallWorld } from "../../inbound/callWorld.ts";
import { orderLine } from "../../inbound/orderLine.ts";
import { answerCaller, endOffersOfCall, listPlacedOffers } from "../../store/agents/caller.ts";
import { answerOffer } from "../../store/agents/phone.ts";
import { endReachedCallbacks } from "../../store/agents/queueCallback.ts";
import type { Database } from "../../store/database.ts";
import type { Found } from "../repeat.ts";

/** Connects users to the calls that they placed when these are answered. After a call that failed, the phone is free again. */
export async function connectCallBacks(db: Database, accountIds: readonly string[], world: CallWorld): Promise<Found> {
  const placed = await db.tx(accountIds, (q) => listPlacedOffers(q, accountIds));
  if (placed.length === 0) return "nothing";
  for (const { accountId, callId, offerId, userId, name, ringsAt, is } of placed) {
    const key = { accountId, callId };
    if (is === "placing") continue;
    await db.tx(
      [accountId],
      async (q): Promise<number | boolean> =>
        is === "over"
          ? endOffersOfCall(q, key)
          : orderLine(
              q,
              key,
              async (ends) => {
                if (ends === null || (await answerCaller(q, key, { userId, name })) === null) return [];
                if (!(await answerOffer(q, accountId, offerId))) return [];
                await endReachedCallbacks(q, key);
                return [{ input: "picked", by: name, ...(ringsAt !== null && { at: ringsAt }) }];
              },
              world,
            ),
    );
  }
  return false;
}

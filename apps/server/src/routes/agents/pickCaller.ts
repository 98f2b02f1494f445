import { conflict, type Problem } from "../../http/problem.ts";
import { notifyLiveList, notifyPhone } from "../../inbound/callers.ts";
import { type CallWorld, moveCall } from "../../inbound/moveCall.ts";
import { answerCaller, findWaitingCaller, insertOffer, stopRinging } from "../../store/agents/caller.ts";
import type { CallKey } from "../../store/calls/call.ts";
import type { Query } from "../../store/database.ts";

/** The caller no longer waits. */
export const callerIsGone = (): Problem =>
  conflict("The caller does not wait any more: somebody took them, or they hung up", undefined, "not_waiting");

/** Why a user cannot take a caller: the caller waits for the members of a list or group, or no longer waits at all. */
export async function whyNotPicked(q: Query, key: CallKey): Promise<Problem> {
  const caller = await findWaitingCaller(q, key);
  if (caller?.kind === "liveList")
    return conflict(
      `The caller waits for the live list "${caller.name}", and you are not in it. Ask for it to be shared with you`,
      undefined,
      "not_a_member",
    );
  if (caller?.kind === "workGroup")
    return conflict(
      `The caller waits for the work group "${caller.name}", and you are not in it. Ask to be added to the group`,
      undefined,
      "not_a_member",
    );
  return callerIsGone();
}

/** Gives a caller who waits to a user, who talks with them at once; false when they do not wait any more. */
export const pickCaller = (
  q: Query,
  key: CallKey,
  user: { userId: string; name: string },
  world: CallWorld,
): Promise<boolean> =>
  moveCall(
    q,
    key,
    async ([leg]) => {
      const taken = leg ? await answerCaller(q, key) : null;
      if (taken === null || !leg) return [];
      await stopRinging(q, key);
      if ((await insertOffer(q, key, user.userId, taken, "talking")) === null)
        throw conflict("You are on a call already: end it first", undefined, "on_a_call");
      await notifyLiveList(q, key, taken, "pickup", { own: leg.ownNumber, contact: leg.handset }, user.name);
      await notifyPhone(q, key.accountId, user.userId, user.name, "on_call");
      return [{ legId: leg.legId, input: { input: "picked", by: user.name } }];
    },
    world,
  );

import { conflict, type Problem } from "../http/problem.ts";
import { tellLiveList, tellPhone } from "../inbound/callers.ts";
import { type CallWorld, moveCall } from "../inbound/moveCall.ts";
import type { CallKey } from "../store/call.ts";
import { insertOffer, stopRinging, takeCaller } from "../store/caller.ts";
import type { Query } from "../store/database.ts";

/** Whoever was to be taken does not wait. */
export const callerIsGone = (): Problem =>
  conflict("The caller does not wait any more: somebody took them, or they hung up", undefined, "not_waiting");

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
      const taken = leg ? await takeCaller(q, key) : null;
      if (taken === null || !leg) return [];
      await stopRinging(q, key);
      if ((await insertOffer(q, key, user.userId, taken, "talking")) === null)
        throw conflict("You are on a call already: end it first", undefined, "on_a_call");
      await tellLiveList(q, key, taken, "pickup", { own: leg.ownNumber, contact: leg.handset }, user.name);
      await tellPhone(q, key.accountId, user.userId, user.name, "on_call");
      return [{ legId: leg.legId, input: { input: "picked", by: user.name } }];
    },
    world,
  );

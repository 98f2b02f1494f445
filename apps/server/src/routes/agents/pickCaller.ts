import { conflict, type Problem } from "../../http/problem.ts";
import { notifyLiveList, notifyPhone } from "../../inbound/callers.ts";
import type { CallWorld, LineEnds } from "../../inbound/callWorld.ts";
import { findUserPhone } from "../../inbound/findUserPhone.ts";
import { orderLine } from "../../inbound/orderLine.ts";
import { answerCaller, findWaitingCaller, insertOffer, stopRinging } from "../../store/agents/caller.ts";
import { endReachedCallbacks, isCallbackWaiting } from "../../store/agents/queueCallback.ts";
import type { CallKey } from "../../store/calls/call.ts";
import type { Query } from "../../store/database.ts";
import { needsOwnPhoneFirst } from "./ownPhoneFirst.ts";
import { takeCallback } from "./takeCallback.ts";

/** The caller no longer waits. */
export const callerIsGone = (): Problem =>
  conflict("The caller is no longer waiting: another user answered, or the caller hung up", undefined, "not_waiting");

/** Why a user cannot answer a caller: the caller waits for the members of a list or group, or no longer waits. */
export async function whyNotPicked(q: Query, key: CallKey): Promise<Problem> {
  const caller = await findWaitingCaller(q, key);
  if (caller?.kind === "liveList")
    return conflict(
      `The caller is waiting for the live list "${caller.name}". You are not a member. Ask for it to be shared with you`,
      undefined,
      "not_a_member",
    );
  if (caller?.kind === "workGroup")
    return conflict(
      `The caller is waiting for the work group "${caller.name}". You are not a member. Ask to be added to the group`,
      undefined,
      "not_a_member",
    );
  return callerIsGone();
}

/** Where a user speaks with a caller. Refused where the line rings a phone of the user, and there is none. */
export async function phoneFor(
  q: Query,
  account: string,
  userId: string,
  { ringsUserBy }: LineEnds,
): Promise<{ at?: string }> {
  if (ringsUserBy === null) return {};
  const at = await findUserPhone(q, account, userId, ringsUserBy);
  if (at === null) throw needsOwnPhoneFirst();
  return { at };
}

/** Connects a waiting caller to a user at once, or calls one who is called back. False if the caller is no longer waiting. */
export const pickCaller = async (
  q: Query,
  key: CallKey,
  user: { userId: string; name: string },
  world: CallWorld,
): Promise<boolean> =>
  (await isCallbackWaiting(q, key)) ? takeCallback(q, key, user) : pickWaiting(q, key, user, world);

const pickWaiting = (
  q: Query,
  key: CallKey,
  user: { userId: string; name: string },
  world: CallWorld,
): Promise<boolean> =>
  orderLine(
    q,
    key,
    async (ends) => {
      if (ends === null) return [];
      const at = await phoneFor(q, key.accountId, user.userId, ends);
      const taken = await answerCaller(q, key, user);
      if (taken === null) return [];
      await endReachedCallbacks(q, key);
      await stopRinging(q, key);
      if ((await insertOffer(q, key, user.userId, taken, "talking")) === null)
        throw conflict("You are already on a call. End it first", undefined, "on_a_call");
      await notifyLiveList(q, key, taken, "pickup", ends, user.name);
      await notifyPhone(q, key.accountId, user.userId, user.name, "on_call");
      return [{ input: "picked", by: user.name, ...at }];
    },
    world,
  );

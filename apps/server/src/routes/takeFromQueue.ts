import type { AgentWaiting } from "@trunkline/contract/agentqueue.ts";
import type { Actor } from "../http/handle.ts";
import { conflict } from "../http/problem.ts";
import type { CallWorld } from "../inbound/moveCall.ts";
import { takeHold } from "../store/agentQueue.ts";
import type { Query } from "../store/database.ts";
import { findQueueCaller, type QueueCallerRow } from "../store/queueCaller.ts";
import { showCaller, showContact } from "./agentqueue.ts";
import { userOf } from "./phone.ts";
import { callerIsGone, pickCaller } from "./pickCaller.ts";

/** A queue, and who takes somebody out of it. */
export interface TakesFrom {
  q: Query;
  account: string;
  actor: Actor;
  queue: { queueId: string; waiting: number };
  world: CallWorld;
}

/** An agent: a user, or an API key. */
export const idOf = (actor: Actor): string => `${actor.kind}:${actor.id}`;

/** Takes whoever waits longest, contact or caller; an API key has no phone, and takes contacts alone. */
export async function takeNext(from: TakesFrom): Promise<AgentWaiting> {
  const { q, account, actor, queue } = from;
  const passed: string[] = [];
  for (;;) {
    const caller =
      actor.kind === "user" ? await findQueueCaller(q, account, queue.queueId, actor.id, { passed }) : null;
    const contact = await take(from, { before: caller?.since ?? null });
    if (contact !== null) return contact;
    if (caller === null)
      throw conflict(
        queue.waiting === 0
          ? "Nobody waits in this queue"
          : "Nobody waits in this queue whom you can take: callers of a work group are for its members, and an API key has no phone",
        undefined,
        "not_waiting",
      );
    const taken = await pick(from, caller);
    if (taken !== null) return taken;
    // somebody was quicker, or they hung up
    passed.push(caller.callId);
  }
}

/** Takes one contact. */
export async function takeContact(from: TakesFrom, holdId: string): Promise<AgentWaiting> {
  const contact = await take(from, { holdId });
  if (contact !== null) return contact;
  throw conflict(
    "The contact does not wait any more: another agent took them, their time ran out, or the queue was closed",
    undefined,
    "not_waiting",
  );
}

/** Takes one caller, whom the user talks with at once. */
export async function takeCaller(from: TakesFrom, callId: string): Promise<AgentWaiting> {
  const { q, account, actor, queue } = from;
  const caller = await findQueueCaller(q, account, queue.queueId, userOf(actor), { callId });
  const taken = caller && (await pick(from, caller));
  if (taken === null) throw callerIsGone();
  return taken;
}

async function take(
  { q, account, actor, queue: { queueId } }: TakesFrom,
  { holdId = null, before = null }: { holdId?: string | null; before?: Date | null },
): Promise<AgentWaiting | null> {
  const hold = await takeHold(q, account, { queueId, holdId, before }, { id: idOf(actor), name: actor.name });
  return hold && showContact(hold);
}

async function pick({ q, account, actor, world }: TakesFrom, caller: QueueCallerRow): Promise<AgentWaiting | null> {
  const user = { userId: userOf(actor), name: actor.name };
  const isTaken = await pickCaller(q, { accountId: account, callId: caller.callId }, user, world);
  return isTaken ? showCaller(caller, { by: actor.name, at: new Date() }) : null;
}

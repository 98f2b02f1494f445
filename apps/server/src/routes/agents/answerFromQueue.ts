import type { AgentWaiting } from "@trunkline/contract/agents/agentqueue.ts";
import type { Actor } from "../../http/caller.ts";
import { conflict } from "../../http/problem.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { answerQueueEntry } from "../../store/agents/agentQueue.ts";
import { findQueueCaller, type QueueCallerRow } from "../../store/agents/queueCaller.ts";
import type { Query } from "../../store/database.ts";
import { showCaller, showContact } from "./agentqueue.ts";
import { userOf } from "./phone.ts";
import { callerIsGone, pickCaller, whyNotPicked } from "./pickCaller.ts";

/** A queue and the agent who answers from it. */
export interface AnswerFrom {
  q: Query;
  account: string;
  actor: Actor;
  queue: { queueId: string; waiting: number };
  world: CallWorld;
}

/** An agent: a user, or an API key. */
export const idOf = (actor: Actor): string => `${actor.kind}:${actor.id}`;

/** Answers the contact or caller who has waited longest. An API key has no phone and answers only contacts. */
export async function answerNext(from: AnswerFrom): Promise<AgentWaiting> {
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
          ? "This queue is empty"
          : "No one in this queue can be answered by you. Callers of a work group are for its members, and an API key has no phone",
        undefined,
        "not_waiting",
      );
    const taken = await pick(from, caller);
    if (taken !== null) return taken;
    // Another agent answered first, or the caller hung up.
    passed.push(caller.callId);
  }
}

/** Answers one contact. */
export async function answerContact(from: AnswerFrom, holdId: string): Promise<AgentWaiting> {
  const contact = await take(from, { holdId });
  if (contact !== null) return contact;
  throw conflict(
    "The contact is no longer waiting: another agent answered, the wait timed out, or the queue was closed",
    undefined,
    "not_waiting",
  );
}

/** Answers one caller and connects them to the user at once. */
export async function answerCaller(from: AnswerFrom, callId: string): Promise<AgentWaiting> {
  const { q, account, actor, queue } = from;
  const caller = await findQueueCaller(q, account, queue.queueId, userOf(actor), { callId });
  if (caller === null) throw await whyNotPicked(q, { accountId: account, callId });
  const taken = await pick(from, caller);
  if (taken === null) throw callerIsGone();
  return taken;
}

async function take(
  { q, account, actor, queue: { queueId } }: AnswerFrom,
  { holdId = null, before = null }: { holdId?: string | null; before?: Date | null },
): Promise<AgentWaiting | null> {
  const hold = await answerQueueEntry(q, account, { queueId, holdId, before }, { id: idOf(actor), name: actor.name });
  return hold && showContact(hold);
}

async function pick({ q, account, actor, world }: AnswerFrom, caller: QueueCallerRow): Promise<AgentWaiting | null> {
  const user = { userId: userOf(actor), name: actor.name };
  const isTaken = await pickCaller(q, { accountId: account, callId: caller.callId }, user, world);
  return isTaken ? showCaller(caller, { by: actor.name, at: new Date() }) : null;
}

import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import { cancelQueuedCalls } from "../calls/callQueue.ts";
import type { Query } from "../database.ts";
import { answerMoved, endMessages } from "../journeys/answer.ts";
import { cancelEffects } from "../journeys/effect.ts";
import { cancelQueued } from "../messages/message.ts";

const stopped = (): Answer => ({ ok: false, reason: "stopped" });

/**
 * Cancels what a stopped batch has queued: at most `limit` texts, `limit` calls, and its effects. Journeys find the answer
 * when the batch is started again. True when there may be more.
 */
export async function cancelQueue(q: Query, account: string, batchId: string, limit: number): Promise<boolean> {
  const texts = await cancelQueued(q, account, batchId, limit);
  await endMessages(q, texts, stopped);
  await answerMoved(q, await cancelEffects(q, account, batchId), stopped);
  const calls = await cancelQueuedCalls(q, account, batchId, limit);
  await answerMoved(q, calls, stopped);
  return texts.length > 0 || calls.length === limit;
}

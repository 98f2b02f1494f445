import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import type { Query } from "./database.ts";
import { appendHappenings, type InboxEntry } from "./journey.ts";
import type { MovedMessage } from "./message.ts";

/** Tells the journeys that wait for these messages how their sending ended, in the transaction in which it ended. */
export async function answerMoved(
  q: Query,
  moved: readonly MovedMessage[],
  answerOf: (message: MovedMessage) => Answer | undefined,
): Promise<void> {
  const entries: InboxEntry[] = [];
  for (const message of moved) {
    if (message.journeyId === null || message.node === null) continue;
    const answer = answerOf(message);
    if (answer === undefined) continue;
    entries.push({
      accountId: message.accountId,
      journeyId: message.journeyId,
      happenings: [{ type: "answered", node: message.node, answer }],
    });
  }
  await appendHappenings(q, entries);
}

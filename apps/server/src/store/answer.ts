import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import type { Query } from "./database.ts";
import { appendHappenings, type InboxEntry } from "./journey.ts";

/** A message or an effect that has ended, and who asked for it. */
interface Moved {
  accountId: string;
  journeyId: string | null;
  node: number | null;
}

/** Tells the journeys that wait for these messages or effects how they ended, in the transaction in which they ended. */
export async function answerMoved<One extends Moved>(
  q: Query,
  moved: readonly One[],
  answerOf: (one: One) => Answer | undefined,
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

import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import type { Query } from "../database.ts";
import type { MovedMessage } from "../messages/message.ts";
import { revocationSeconds } from "../messages/receipt.ts";
import { publishOutbound } from "../webhooks/webhookEvent.ts";
import { appendEvents, type InboxEntry, limitUnansweredReplies } from "./journey.ts";

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
      events: [{ type: "answered", node: message.node, answer }],
    });
  }
  await appendEvents(q, entries);
}

/** Journeys that wait for a delivery have a time limit from its acceptance on: that of the message, after which the carrier revokes it, and the time until the carrier says so. */
const awaitDelivery = (q: Query, messages: readonly MovedMessage[]): Promise<void> =>
  limitUnansweredReplies(
    q,
    messages.flatMap(({ accountId, journeyId, node, successWithin }) =>
      journeyId === null || node === null || successWithin === null
        ? []
        : [{ accountId, journeyId, node, seconds: successWithin + revocationSeconds }],
    ),
  );

function partition<One>(all: readonly One[], is: (one: One) => boolean): [One[], One[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (one) => (is(one) ? "yes" : "no"));
  return [yes, no];
}

/** States in which nothing more is done for a message: webhooks hear of them. */
const ends: ReadonlySet<string> = new Set(["accepted", "rejected", "blocked", "cancelled", "unknown"]);

/** Tells journeys and webhooks how messages ended, whatever ended them, in the transaction in which they ended. */
export async function endMessages<One extends MovedMessage>(
  q: Query,
  moved: readonly One[],
  answerOf: (one: One) => Answer | undefined,
): Promise<void> {
  const [waiting, over] = partition(
    moved,
    ({ state, successWithin }) => state === "accepted" && successWithin !== null,
  );
  await answerMoved(q, over, answerOf);
  await awaitDelivery(
    q,
    // what a receipt was quicker for has its answer already
    waiting.filter(({ receipt }) => receipt === null),
  );
  await publishOutbound(
    q,
    moved.filter(({ state }) => ends.has(state)),
  );
}

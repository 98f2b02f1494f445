import type { Query } from "../../store/database.ts";
import { countCapped, lockCapped } from "../../store/messages/frequencyCap.ts";
import type { MessageState } from "../../store/messages/message.ts";
import { messageClass } from "../../store/messages/queuedMessage.ts";
import type { QueuedMessage } from "../../store/messages/sendQueue.ts";

/** The most texts for one contact within these rolling days. */
export interface FrequencyCap {
  texts: number;
  days: number;
}

/** Until a contact is looked at again whom another sender is looking at. */
const againMs = 500;

/**
 * Blocks texts to contacts who have received as many as their account allows, and returns the others. Replies and
 * confirmations are not counted (decision 0101).
 */
export async function enforceFrequencyCap(
  q: Query,
  queued: readonly QueuedMessage[],
  stopped: MessageState[],
  capOf: (accountId: string) => FrequencyCap | null,
): Promise<QueuedMessage[]> {
  const isCounted = ({ class: of, isConfirmation }: QueuedMessage): boolean =>
    of !== messageClass.answer && !isConfirmation;
  const contacts = new Map<string, { accountId: string; contactId: string } & FrequencyCap>();
  for (const message of queued.filter(isCounted)) {
    const { accountId, contactId } = message;
    const cap = capOf(accountId);
    if (cap !== null && contactId !== null) contacts.set(contactId, { accountId, contactId, ...cap });
  }
  if (contacts.size === 0) return [...queued];
  const busy = await lockCapped(q, [...contacts.values()]);
  const free = [...contacts.values()].filter(({ contactId }) => !busy.has(contactId));
  const sent = await countCapped(q, free);
  return queued.filter((message) => {
    const { accountId, messageId } = message;
    const capped = isCounted(message) ? contacts.get(message.contactId ?? "") : undefined;
    if (capped === undefined) return true;
    const before = sent.get(capped.contactId) ?? 0;
    if (busy.has(capped.contactId))
      stopped.push({ accountId, messageId, state: "queued", reason: null, delayMs: againMs });
    else if (before >= capped.texts) stopped.push({ accountId, messageId, state: "blocked", reason: "frequency_cap" });
    else {
      sent.set(capped.contactId, before + 1);
      return true;
    }
    return false;
  });
}

import { setInboxes } from "../../../store/inbox/conversation.ts";
import { delivered, type TextDestination } from "../destination.ts";

/** Every text stands in the inbox (readings, Replies); this leads its conversation to an inbox of a name. */
export const inbox: TextDestination = {
  async deliver(q, texts) {
    await setInboxes(
      q,
      texts.map(({ accountId, contactId, destination }) => ({ accountId, contactId, inbox: destination.dest })),
    );
    return texts.map(() => delivered);
  },
};

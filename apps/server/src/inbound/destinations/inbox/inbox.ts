import { delivered } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import { setInboxes } from "../../../store/inbox/openConversation.ts";
import type { TextDestination } from "../destination.ts";

/** Every text is shown in the inbox (readings, Replies). This destination routes its conversation to a named inbox. */
export const inbox: TextDestination = {
  async deliver(q, texts) {
    await setInboxes(
      q,
      texts.map(({ accountId, contactId, destination }) => ({ accountId, contactId, inbox: destination.dest })),
    );
    return texts.map(() => delivered);
  },
};

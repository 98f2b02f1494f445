import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { type Api, handle } from "../../http/handle.ts";
import { enterConversation, leaveConversation } from "../../store/inbox/conversationViewer.ts";
import { needContact } from "../contacts/needContact.ts";

/** Who has a conversation open, and who is typing (decision 0099). */
export function registerViewer(api: Api): void {
  handle(api, inboxRoutes.enter, ({ db, account, actor, params, body }) =>
    db.tx([account], async (q) => {
      const { contactId } = await needContact(q, account, params.contactId);
      return enterConversation(q, account, contactId, { viewer: actor.id, typing: body.typing });
    }),
  );
  handle(api, inboxRoutes.leave, ({ db, account, actor, params }) =>
    db.tx([account], async (q) => {
      const { contactId } = await needContact(q, account, params.contactId);
      await leaveConversation(q, account, contactId, actor.id);
      return [{ id: contactId }];
    }),
  );
}

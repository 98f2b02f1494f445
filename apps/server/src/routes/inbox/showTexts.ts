import type { InboxText } from "@trunkline/contract/inbox/inbox.ts";
import type { Query } from "../../store/database.ts";
import { listWritten } from "../../store/inbox/writtenText.ts";
import type { MessageListRow } from "../../store/messages/messageList.ts";
import { showMessage } from "../messages/message.ts";

/** Texts in wire form, with who wrote them by hand and until when queued ones wait. */
export async function showTexts(q: Query, account: string, rows: readonly MessageListRow[]): Promise<InboxText[]> {
  const ids = rows.filter(({ direction }) => direction === "out").map(({ messageId }) => messageId);
  const written = new Map((await listWritten(q, account, ids)).map((one) => [one.messageId, one]));
  return rows.map((row) => {
    const { sentBy = null, heldUntil = null } = written.get(row.messageId) ?? {};
    return { ...showMessage(row), sentBy, heldUntil: heldUntil?.toISOString() ?? null };
  });
}

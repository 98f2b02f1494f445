import { type Message, messageRoutes } from "@trunkline/contract/message.ts";
import { reasonWords } from "@trunkline/workflow/engine/reasons.ts";
import { type Api, handle } from "../http/handle.ts";
import { listMessages, type MessageListRow, messageStatus } from "../store/messageList.ts";
import { createdOf } from "./createdOf.ts";
import { nextCursor, readIdCursor } from "./idCursor.ts";

/** Texts in and out (decisions, Calls that have no path). */
export function registerMessage(api: Api): void {
  handle(api, messageRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const rows = await listMessages(q, account, filter, limit, readIdCursor(cursor));
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.messageId) };
    }),
  );
}

/** A text in wire words. */
function show(row: MessageListRow): Message {
  const { state: _state, receipt: _receipt, costMicros, updated, ...rest } = row;
  return {
    ...rest,
    status: messageStatus(row) as Message["status"],
    reasonText: row.reason === null ? null : reasonWords(row.reason),
    cost: costMicros / 1_000_000,
    created: createdOf(row.messageId) ?? updated.toISOString(),
    updated: updated.toISOString(),
  };
}

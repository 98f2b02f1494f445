import { type Message, messageRoutes } from "@trunkline/contract/messages/message.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { findLinks } from "@trunkline/workflow/parts/text/links.ts";
import { type Api, handle } from "../../http/handle.ts";
import { findMessages, listMessages, type MessageListRow, messageStatus } from "../../store/messages/messageList.ts";
import { createdOf } from "../createdOf.ts";
import { sendCsv } from "../history/historyExport.ts";
import { readHistoryFilter } from "../history/historyQuery.ts";
import { readIdCursor, showFound } from "../idCursor.ts";
import { serveLinks } from "../public/serveLinks.ts";
import { describeRouteDecision } from "../routing/describeRouteDecision.ts";

/** Inbound and outbound texts (readings, Requests without a path). */
export function registerMessage(api: Api): void {
  serveLinks(api);
  handle(api, messageRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const page = { limit, before: readIdCursor(cursor) };
      return showFound(await findMessages(q, account, readHistoryFilter(filter), page), showMessage);
    }),
  );
  handle(api, messageRoutes.export, async ({ db, account, query, reply }) => {
    const { bom, ...asked } = query;
    const filter = readHistoryFilter(asked);
    const read = async (limit: number, before: string | undefined) =>
      (await db.tx([account], (q) => listMessages(q, account, filter, { limit, before }))).map(showMessage);
    const file = { name: "messages.csv", columns: exported, hasMark: bom === "true" };
    return sendCsv(reply, file, read, ({ messageId }) => messageId);
  });
}

const exported: (keyof Message)[] = [
  ...(["messageId", "created", "channel", "direction", "from", "to", "text", "mediaUrl", "status", "reason"] as const),
  ...(["segments", "encoding", "cost", "contactId", "contactName", "campaignId", "campaignName", "batchId"] as const),
  ...(["journeyId", "nodeId", "updated", "clicked"] as const),
];

/** The short link in a text that ends with this secret part. */
function addressWith(secret: string, text: string): string {
  const [address = ""] = findLinks(text).flatMap((one) => (one.address.includes(secret) ? [one.address] : []));
  return address.slice(0, address.indexOf(secret) + secret.length);
}

/** A text in wire form. */
export function showMessage(row: MessageListRow): Message {
  const { state: _state, receipt: _receipt, costMicros, updated, clicked, links, rcs, ...rest } = row;
  return {
    ...rest,
    status: messageStatus(row) as Message["status"],
    reasonText: row.reason === null ? null : describeReason(row.reason),
    cost: costMicros / 1_000_000,
    created: createdOf(row.messageId) ?? updated.toISOString(),
    updated: updated.toISOString(),
    clicked: clicked?.toISOString() ?? null,
    links: (links ?? []).map((link) => ({
      address: addressWith(link.secret, `${row.text} ${rcs ?? ""}`),
      target: link.target,
      clicked: link.clicked && new Date(link.clicked).toISOString(),
    })),
    routeTag: row.route?.routeTag ?? null,
    route: describeRouteDecision(row.route),
  };
}

import { z } from "zod";
import { exportMark, historyFilter, historyItem } from "../history/history.ts";
import { id, page, route } from "../route.ts";

export const messageStatuses = [
  "queued",
  "submitted",
  "delivered",
  "read",
  "undelivered",
  "expired",
  "rejected",
  "blocked",
  "cancelled",
  "unknown",
] as const;
/** Figures that count texts: of the home page and of reports, and `handedOver`, what a run counts as sent: texts that were handed to a carrier, also if its answer is not known. */
export const messageFigures = ["sent", "delivered", "replies", "optOuts", "failed", "handedOver"] as const;

export const message = z.object({
  messageId: id,
  ...historyItem,
  channel: z.string(),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  /** The pictures of an inbound text after the first one. */
  moreMediaUrls: z.array(z.string()),
  segments: z.number().int(),
  encoding: z.string(),
  status: z.enum(messageStatuses),
  /** When a short link of it was first opened, or null. */
  clicked: z.string().nullable(),
  /** Its short links: target, and when each was first opened. */
  links: z.array(z.object({ address: z.string(), target: z.string(), clicked: z.string().nullable() })),
});
export type Message = z.infer<typeof message>;
const filter = {
  ...historyFilter,
  status: z.enum(messageStatuses).optional(),
  /** Texts that count in this figure. */
  figure: z.enum(messageFigures).optional(),
};

export const messageRoutes = {
  list: route({
    method: "GET",
    path: "/v4/message/",
    summary: "List texts",
    description: "Inbound and outbound, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: message,
  }),
  export: route({
    method: "GET",
    path: "/v4/message/export",
    summary: "Export texts as CSV",
    description: "Applies the same filters as the list.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
};

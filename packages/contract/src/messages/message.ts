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
export const message = z.object({
  messageId: id,
  ...historyItem,
  channel: z.string(),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  segments: z.number().int(),
  encoding: z.string(),
  status: z.enum(messageStatuses),
  /** When somebody first opened a short address of it; null: nobody yet. */
  clicked: z.string().nullable(),
  /** Its short addresses, where they lead, and when each was first opened. */
  links: z.array(z.object({ address: z.string(), target: z.string(), clicked: z.string().nullable() })),
});
export type Message = z.infer<typeof message>;
const filter = { ...historyFilter, status: z.enum(messageStatuses).optional() };

export const messageRoutes = {
  list: route({
    method: "GET",
    path: "/v4/message/",
    summary: "Texts in and out, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: message,
  }),
  export: route({
    method: "GET",
    path: "/v4/message/export",
    summary: "The filtered texts as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
};

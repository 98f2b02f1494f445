import { z } from "zod";
import { exportMark, historyFilter } from "./history.ts";
import { id, page, route } from "./route.ts";

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
  contactId: id.nullable(),
  campaignId: id.nullable(),
  batchId: id.nullable(),
  journeyId: id.nullable(),
  nodeId: z.number().int().nullable(),
  channel: z.string(),
  direction: z.enum(["in", "out"]),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  segments: z.number().int(),
  encoding: z.string(),
  status: z.enum(messageStatuses),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  /** Dollars. */
  cost: z.number(),
  /** Null where the workflow or the contact is gone. */
  campaignName: z.string().nullable(),
  contactName: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
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

import { z } from "zod";
import { id, instant } from "../route.ts";
import { routeDecision } from "../routing/routeDecision.ts";

/** Who a text or a call is of, from where to where, what it cost, and when: what both have. */
export const historyItem = {
  contactId: id.nullable(),
  campaignId: id.nullable(),
  batchId: id.nullable(),
  journeyId: id.nullable(),
  nodeId: z.number().int().nullable(),
  direction: z.enum(["in", "out"]),
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  /** Dollars; 0 for what was never handed to a carrier, and for what the carrier rejected. */
  cost: z.number(),
  /** Null where the workflow or the contact is gone. */
  campaignName: z.string().nullable(),
  contactName: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
  /** The inbound workflow that routed it; null where none did. */
  routeTag: z.string().nullable(),
  /** How an inbound workflow routed it; null where none did. */
  route: routeDecision.nullable(),
};

/** What the lists of texts and of calls are filtered by (readings, Requests without a path). */
export const historyFilter = {
  campaignId: id.optional(),
  batchId: id.optional(),
  contactId: id.optional(),
  journeyId: id.optional(),
  direction: z.enum(["in", "out"]).optional(),
  /** A number on either side, in any readable form. */
  phone: z.string().min(1).max(40).optional(),
  /** Made at this instant or later. */
  startDate: instant.optional(),
  /** Made before this instant. */
  endDate: instant.optional(),
};

/** `true`: an export begins with the mark by which Excel knows UTF-8. */
export const exportMark = { bom: z.enum(["true", "false"]).default("false") };

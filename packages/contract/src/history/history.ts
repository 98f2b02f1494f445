import { z } from "zod";
import { id, instant } from "../route.ts";
import { routeDecision } from "../routing/routeDecision.ts";

/** What texts and calls have in common. */
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
  /** Dollars. 0 when the carrier rejected it or never received it. */
  cost: z.number(),
  /** Null once the workflow or contact is deleted. */
  campaignName: z.string().nullable(),
  contactName: z.string().nullable(),
  created: z.string(),
  updated: z.string(),
  /** The inbound workflow that routed it, else null. */
  routeTag: z.string().nullable(),
  /** How an inbound workflow routed it, else null. */
  route: routeDecision.nullable(),
};

/** Filters of the lists of texts and calls (readings, Requests without a path). */
export const historyFilter = {
  campaignId: id.optional(),
  batchId: id.optional(),
  contactId: id.optional(),
  journeyId: id.optional(),
  direction: z.enum(["in", "out"]).optional(),
  /** A number on either side, in any readable form. */
  phone: z.string().min(1).max(40).optional(),
  /** Created at or after this instant. */
  startDate: instant.optional(),
  /** Created before this instant. */
  endDate: instant.optional(),
};

/** `true` adds the byte order mark that Excel needs to recognize UTF-8. */
export const exportMark = { bom: z.enum(["true", "false"]).default("false") };

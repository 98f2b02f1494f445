import { z } from "zod";
import { id, largestInt, page, route } from "../route.ts";

/** Figures of a run that count contacts (decision 0093). */
export const journeyFigures = ["reached", "replied", "optedOut", "clicked", "converted"] as const;
export type JourneyFigure = (typeof journeyFigures)[number];

export const journeyStatuses = ["moving", "asking", "waiting", "done", "failed"] as const;
export const step = z.object({
  revision: z.number().int(),
  nodeId: z.number().int(),
  type: z.string(),
  label: z.string(),
  /** What the user calls the node. Missing if it has no name. */
  name: z.string().optional(),
  /** The version that the step was taken in, where the journey was moved to another one since. */
  version: z.number().int().optional(),
  at: z.string(),
  outcome: z.string(),
  because: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type Step = z.infer<typeof step>;
const journey = z.object({
  journeyId: id,
  contactId: id,
  contactName: z.string(),
  phone: z.string().nullable(),
  campaignId: id,
  campaignName: z.string(),
  batchId: id,
  version: z.number().int(),
  status: z.enum(journeyStatuses),
  nodeId: z.number().int().nullable(),
  started: z.string(),
  wakeAt: z.string().nullable(),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  vars: z.record(z.string(), z.string()),
  /** Only in the answer for a single journey. */
  steps: z.array(step).optional(),
});
export type Journey = z.infer<typeof journey>;
export const journeyRoutes = {
  list: route({
    method: "GET",
    path: "/v4/journey/",
    summary: "List journeys",
    description: "Of a run or a contact, newest first.",
    caller: "account",
    privilege: null,
    query: z
      .strictObject({
        ...page,
        batchId: id.optional(),
        contactId: id.optional(),
        status: z.enum(journeyStatuses).optional(),
        nodeId: z.coerce.number().int().min(1).max(largestInt).optional(),
        /** Contacts that the outcome of the run counts in this figure. */
        figure: z.enum(journeyFigures).optional(),
      })
      .refine(({ figure, batchId }) => figure === undefined || batchId !== undefined, {
        error: "figure needs batchId",
        path: ["figure"],
      }),
    item: journey,
  }),
  find: route({
    method: "GET",
    path: "/v4/journey/:journeyId/",
    summary: "Get a journey",
    description: "Includes every step.",
    caller: "account",
    privilege: null,
    params: z.object({ journeyId: id }),
    item: journey,
  }),
};

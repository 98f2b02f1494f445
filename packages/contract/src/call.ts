import { z } from "zod";
import { id, page, route } from "./route.ts";

export const callStatuses = [
  "queued",
  "ringing",
  "in-progress",
  "completed",
  "busy",
  "no-answer",
  "failed",
  "canceled",
  "rejected",
  "blocked",
  "cancelled",
  "unknown",
] as const;

export const callEvent = z.object({
  type: z.string(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});

/** A call as decisions, Answers, has it. */
export const call = z.object({
  callId: id,
  contactId: id.nullable(),
  campaignId: id.nullable(),
  batchId: id.nullable(),
  journeyId: id.nullable(),
  nodeId: z.number().int().nullable(),
  direction: z.enum(["in", "out"]),
  from: z.string(),
  to: z.string(),
  status: z.enum(callStatuses),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  /** human, machine, fax, unknown */
  answeredBy: z.string().nullable(),
  durationSeconds: z.number().int().nullable(),
  /** Every key that was pressed. */
  digits: z.string(),
  recordingUrl: z.string().nullable(),
  events: z.array(callEvent),
  /** Dollars. */
  cost: z.number(),
  created: z.string(),
  updated: z.string(),
});
export type Call = z.infer<typeof call>;

export const callRoutes = {
  list: route({
    method: "GET",
    path: "/v4/call/",
    summary: "Calls in and out, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      campaignId: id.optional(),
      batchId: id.optional(),
      contactId: id.optional(),
      journeyId: id.optional(),
      direction: z.enum(["in", "out"]).optional(),
      status: z.enum(callStatuses).optional(),
    }),
    item: call,
  }),
  counts: route({
    method: "GET",
    path: "/v4/call/counts",
    summary: "How the calls of a run went",
    caller: "account",
    privilege: null,
    query: z.strictObject({ batchId: id }),
    item: z.object({
      calls: z.number().int(),
      human: z.number().int(),
      machine: z.number().int(),
      notAnswered: z.number().int(),
      underWay: z.number().int(),
      /** Average seconds of talk with whoever answered. */
      averageSeconds: z.number().int(),
    }),
  }),
  /** decisions, Calls that have no path: pickers. */
  voices: route({
    method: "GET",
    path: "/v4/voice/",
    summary: "Voices that texts are spoken with",
    caller: "account",
    privilege: null,
    item: z.object({ key: z.string(), label: z.string(), language: z.string(), gender: z.enum(["female", "male"]) }),
  }),
};

import { z } from "zod";
import { exportMark, historyFilter, historyItem } from "../history/history.ts";
import { id, page, route } from "../route.ts";

export const callStatuses = [
  "queued",
  "ringing",
  "in-progress",
  "completed",
  "busy",
  "no-answer",
  "failed",
  "canceled",
  "abandoned",
  "rejected",
  "blocked",
  "cancelled",
  "unknown",
] as const;

const callEvent = z.object({
  type: z.string(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});

/** A call (readings, Answers). */
const call = z.object({
  callId: id,
  ...historyItem,
  status: z.enum(callStatuses),
  /** human, machine, fax, unknown. Of a call in: human once a person took it, else null. */
  answeredBy: z.string().nullable(),
  /** The user or the number that the call was connected with first. */
  answeredByName: z.string().nullable(),
  durationSeconds: z.number().int().nullable(),
  /** Every key that was pressed. */
  digits: z.string(),
  recordingUrl: z.string().nullable(),
  /** The recording is a silent file: no microphone was recorded. */
  recordingIsSilent: z.boolean(),
  events: z.array(callEvent),
});
export type Call = z.infer<typeof call>;

const filter = { ...historyFilter, status: z.enum(callStatuses).optional() };

export const callRoutes = {
  list: route({
    method: "GET",
    path: "/v4/call/",
    summary: "Calls in and out, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: call,
  }),
  find: route({
    method: "GET",
    path: "/v4/call/:callId/",
    summary: "One call with everything that happened on it",
    caller: "account",
    privilege: null,
    params: z.strictObject({ callId: id }),
    item: call,
  }),
  export: route({
    method: "GET",
    path: "/v4/call/export",
    summary: "The filtered calls as CSV (the answer is text/csv)",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
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
  /** readings, Requests without a path: pickers. */
  voices: route({
    method: "GET",
    path: "/v4/voice/",
    summary: "Voices that texts are spoken with",
    caller: "account",
    privilege: null,
    item: z.object({
      key: z.string(),
      label: z.string(),
      /** The voice's name at the speech provider. */
      code: z.string(),
      language: z.string(),
      gender: z.enum(["female", "male"]),
    }),
  }),
};

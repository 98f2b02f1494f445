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

/** Figures of the home page that count calls. */
export const callFigures = ["answered", "missed"] as const;

const callEvent = z.object({
  type: z.string(),
  at: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});

/** A call (readings, Answers). */
export const call = z.object({
  callId: id,
  ...historyItem,
  status: z.enum(callStatuses),
  /** human, machine, fax or unknown. For an inbound call: human once a person answered, else null. */
  answeredBy: z.string().nullable(),
  /** The first user or number that the call was connected to. */
  answeredByName: z.string().nullable(),
  durationSeconds: z.number().int().nullable(),
  /** The last agent queue, work group or live list in which the caller waited. Null: none. */
  queue: z.string().nullable(),
  /** Seconds in queues until a user answered, or until the caller left. Null: the caller did not wait, or still waits. */
  waitSeconds: z.number().nullable(),
  /** Phones that rang for the caller and were not answered. */
  missedPhones: z.number().int(),
  /** Who ended the talk with the last user, or the wait. Null: neither, or the call did not wait. */
  endedBy: z.enum(["caller", "agent", "transfer"]).nullable(),
  /** The newest disposition that was saved for the call. */
  disposition: z.string().nullable(),
  /** All keys pressed. */
  digits: z.string(),
  recordingUrl: z.string().nullable(),
  /** True when the recording is silent because no microphone was recorded. */
  recordingIsSilent: z.boolean(),
  /** A recording that the provider of the call does not serve: it is tried again for a day, or could not be fetched. */
  recordingFetch: z.enum(["fetching", "failed"]).nullable(),
  /** Why it is not there, in words. */
  recordingProblem: z.string().nullable(),
  events: z.array(callEvent),
});
export type Call = z.infer<typeof call>;

const filter = {
  ...historyFilter,
  status: z.enum(callStatuses).optional(),
  /** Calls that waited in the agent queue, work group or live list of this name. */
  queue: z.string().min(1).max(200).optional(),
  /** Calls with this disposition, ignoring case. */
  disposition: z.string().min(1).max(72).optional(),
  recording: z.enum(["yes", "no"], { error: "recording must be yes or no" }).optional(),
  /** Calls that count in this figure. */
  figure: z.enum(callFigures).optional(),
};

export const callRoutes = {
  list: route({
    method: "GET",
    path: "/v4/call/",
    summary: "List calls",
    description: "Inbound and outbound, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...page, ...filter }),
    item: call,
  }),
  find: route({
    method: "GET",
    path: "/v4/call/:callId/",
    summary: "Get a call",
    description: "Includes all its events.",
    caller: "account",
    privilege: null,
    params: z.strictObject({ callId: id }),
    item: call,
  }),
  export: route({
    method: "GET",
    path: "/v4/call/export",
    summary: "Export calls as CSV",
    description: "Applies the same filters as the list.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ ...filter, ...exportMark }),
    item: z.unknown(),
  }),
  counts: route({
    method: "GET",
    path: "/v4/call/counts",
    summary: "Get call results of a run",
    caller: "account",
    privilege: null,
    query: z.strictObject({ batchId: id }),
    item: z.object({
      calls: z.number().int(),
      human: z.number().int(),
      machine: z.number().int(),
      notAnswered: z.number().int(),
      underWay: z.number().int(),
      /** Average talk time of answered calls, in seconds. */
      averageSeconds: z.number().int(),
    }),
  }),
  /** readings, Requests without a path: pickers. */
  voices: route({
    method: "GET",
    path: "/v4/voice/",
    summary: "List text-to-speech voices",
    caller: "account",
    privilege: null,
    item: z.object({
      key: z.string(),
      label: z.string(),
      /** Name at the speech provider. */
      code: z.string(),
      language: z.string(),
      gender: z.enum(["female", "male"]),
    }),
  }),
};

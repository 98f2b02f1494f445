import { z } from "zod";
import { route } from "./route.ts";

/**
 * `running`: the first request has not ended. `done`: it was answered. `cut_off`: it ended before it did anything, and a
 * repeat is performed. `unknown`: it was cut off while it acted outside the database.
 */
export const keyedRequestStates = ["running", "done", "cut_off", "unknown"] as const;

/** What was done under an Idempotency-Key. */
const keyedRequest = z.object({
  key: z.string(),
  state: z.enum(keyedRequestStates),
  /** The operationId of this description; null for requests of older versions. */
  operation: z.string().nullable(),
  started: z.string(),
  /** The HTTP status of the answer; null while there is none. */
  status: z.number().nullable(),
  /** Until when a request that is cut off now is taken for running. */
  leaseUntil: z.string().nullable(),
  /** Where to look whether the request took effect. */
  look: z.string().nullable(),
});

export const idempotencyRoutes = {
  find: route({
    method: "GET",
    path: "/v4/idempotency/:key/",
    summary: "What became of the request with an Idempotency-Key in the last 24 hours",
    caller: "account",
    privilege: null,
    params: z.object({ key: z.string().max(200) }),
    item: keyedRequest,
  }),
};

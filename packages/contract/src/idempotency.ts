import { z } from "zod";
import { route } from "./route.ts";

/**
 * `running`: the first request has not finished. `done`: it was answered. `cut_off`: it stopped before it did anything;
 * sending it again performs it. `unknown`: it was cut off while it acted outside the database.
 */
export const keyedRequestStates = ["running", "done", "cut_off", "unknown"] as const;

/** The state of a request sent with an Idempotency-Key. */
const keyedRequest = z.object({
  key: z.string(),
  state: z.enum(keyedRequestStates),
  /** The operationId, or null for requests of older versions. */
  operation: z.string().nullable(),
  started: z.string(),
  /** HTTP status of the answer. Null while there is none. */
  status: z.number().nullable(),
  /** Until then, a request that was cut off counts as running. */
  leaseUntil: z.string().nullable(),
  /** Where to check whether the request took effect. */
  look: z.string().nullable(),
});

export const idempotencyRoutes = {
  find: route({
    method: "GET",
    path: "/v4/idempotency/:key/",
    summary: "Get the outcome of a request",
    description: "By its Idempotency-Key, for 24 hours.",
    caller: "account",
    privilege: null,
    params: z.object({ key: z.string().max(200) }),
    item: keyedRequest,
  }),
};

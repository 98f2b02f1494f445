import { z } from "zod";

const verdict = z.object({
  /** The rule in words. */
  rule: z.string(),
  /** What it looked at; null: there was nothing. */
  actual: z.string().nullable(),
  holds: z.boolean(),
});

/** How an inbound workflow led a call or message, with what every rule said. */
export const routeDecision = z.object({
  routeTag: z.string(),
  /** The name of the destination; null: no path was taken. */
  destination: z.string().nullable(),
  destType: z.string().nullable(),
  /** What the destination names: a number, an inbox, a work group. */
  dest: z.string().nullable(),
  /** delivered; refused: the destination could not take it; unmatched: no path holds; answered: by the product itself. */
  outcome: z.enum(["delivered", "refused", "unmatched", "answered"]),
  /** Why, where it is not delivered. */
  because: z.string().nullable(),
  /** The paths that were judged, in order; the last one was taken when `destination` is not null. */
  paths: z.array(z.object({ name: z.string(), holds: z.boolean(), and: z.array(verdict), or: z.array(verdict) })),
  /** How many paths stood behind the one that was taken. */
  unread: z.number().int(),
});
export type RouteDecision = z.infer<typeof routeDecision>;

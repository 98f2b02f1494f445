import { z } from "zod";

const verdict = z.object({
  /** The rule as text. */
  rule: z.string(),
  /** The value it compared, or null if there was none. */
  actual: z.string().nullable(),
  holds: z.boolean(),
});

/** How an inbound workflow routed a call or message, with the result of every rule. */
export const routeDecision = z.object({
  routeTag: z.string(),
  /** Name of the destination. Null when no path matched. */
  destination: z.string().nullable(),
  destType: z.string().nullable(),
  /** The target of the destination: a number, an inbox, a work group. */
  dest: z.string().nullable(),
  /** delivered; refused: the destination could not accept it; unmatched: no path matched; answered: by the product itself. */
  outcome: z.enum(["delivered", "refused", "unmatched", "answered"]),
  /** The reason when not delivered. */
  because: z.string().nullable(),
  /** Evaluated paths in order. The last one matched unless `destination` is null. */
  paths: z.array(
    z.object({
      name: z.string(),
      /** What the designer calls the destination. Missing for decisions before it was saved. */
      description: z.string().optional(),
      holds: z.boolean(),
      and: z.array(verdict),
      or: z.array(verdict),
    }),
  ),
  /** Number of paths after the matching one. */
  unread: z.number().int(),
});
export type RouteDecision = z.infer<typeof routeDecision>;

import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { waitUnits } from "../../../parts/time/timeoutData.ts";

const own = z.object({
  queueName: z.string().default(""),
  /** Seconds until the contact is offered to agents (readings, Agent Queue). */
  queueWaitTime: z.coerce.number().default(0),
  expirationType: z.enum(["campaignTimezoneProtection", "fixed"]).default("campaignTimezoneProtection"),
  /** Saved as text (spec 2 §3.3). */
  expirationNumber: z.coerce.string().default("1"),
  expirationUnits: z.enum(waitUnits).default("minutes"),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    queueName: "support",
    queueWaitTime: 30,
    expirationType: "fixed",
    expirationNumber: "2",
    expirationUnits: "hours",
  },
};

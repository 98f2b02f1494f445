import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { timeoutShape } from "../../../parts/time/timeoutData.ts";

/** The time-out fields are saved directly on the node (spec 2 §3.3). */
const own = z.object({
  ...timeoutShape,
  timeoutType: z.enum(["wait", "waitTime", "schedule", "timezoneProtect"]).default("wait"),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "days" },
};

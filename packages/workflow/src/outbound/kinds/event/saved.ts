import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { savedPath } from "../../../parts/conditionalPaths.ts";
import { timeoutShape } from "../../../parts/time/timeoutData.ts";

const timeoutData = z.looseObject({
  ...timeoutShape,
  timeoutType: z.enum(["wait", "waitTime", "schedule", "scheduleTz"]).default("wait"),
  timeoutPath: z.int().nullable().default(null),
});

/** Operations as codes with `negated`, no default entry (wire readings 7 and 8). */
const own = z.object({ timeoutData: timeoutData.prefault({}), conditions: z.array(savedPath).default([]) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    timeoutData: {
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: 2,
      timeoutWaitUnits: "days",
      timeoutPath: 5,
    },
    conditions: [
      {
        targetNode: 4,
        statements: [{ variable: "node2.reply", operation: "CONTAINS", value: "later", negated: true }],
      },
    ],
  },
};

import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";
import { savedPath } from "../../../parts/conditionalPaths.ts";

/** The list ends with a default entry without statements, whose target is also in `defaultNodePath` (spec 2 §3.3). */
const own = z.object({ conditions: z.array(savedPath).default([]), defaultNodePath: z.int().nullable().default(null) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    conditions: [
      {
        targetNode: 3,
        statements: [
          { variable: "state", operation: "EQUALS_ONE_OF", value: "CA,NV" },
          { variable: "email", operation: "DN_EXISTS", value: "" },
        ],
      },
      { targetNode: 4, statements: [] },
    ],
    defaultNodePath: 4,
  },
};

import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const assignment = z.looseObject({
  mode: z.enum(["assignVariable", "assignFixed", "clear"]).default("assignVariable"),
  variable: z.string().default(""),
  value: z.string().default(""),
});
const own = z.object({ assignments: z.array(assignment).default([]) });
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    assignments: [
      { mode: "assignVariable", variable: "lastreply", value: "node3.reply" },
      { mode: "assignFixed", variable: "source", value: "spring" },
      { mode: "clear", variable: "notes", value: "" },
    ],
  },
};

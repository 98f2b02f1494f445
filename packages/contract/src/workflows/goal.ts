import { z } from "zod";

/** What counts as success of a workflow. Contacts count once, within the window after their start. */
export const goal = z
  .strictObject({
    kind: z.enum(["reply", "click", "call", "field"]),
    windowHours: z
      .number()
      .int()
      .min(1, "Goal Window must be at least 1 hour")
      .max(2_160, "Goal Window must be at most 2160 hours"),
    /** The contact field and its value, for the kind `field`. */
    field: z.string().trim().min(1, "Goal Field is required").max(100).optional(),
    value: z.string().trim().min(1, "Goal Value is required").max(1_000).optional(),
  })
  .superRefine(({ kind, field, value }, at) => {
    const say = (path: string, message: string) => at.addIssue({ code: "custom", path: [path], message });
    if (kind !== "field") return;
    if (field === undefined) say("field", "Goal Field is required");
    if (value === undefined) say("value", "Goal Value is required");
  });

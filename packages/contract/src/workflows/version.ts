import { z } from "zod";
import { largestInt, page } from "../route.ts";

/** One save of a workflow: when, and by whom. */
export const workflowVersion = z.object({
  version: z.number().int(),
  created: z.string(),
  createdBy: z.string(),
  /** Who approved it, where its author asked for approval. */
  approvedBy: z.string().nullable(),
});
export type WorkflowVersion = z.infer<typeof workflowVersion>;

/** Versions page by their numbers. */
export const versionPage = z.strictObject({
  limit: page.limit,
  cursor: z.coerce.number().int().min(1).max(largestInt).optional(),
});

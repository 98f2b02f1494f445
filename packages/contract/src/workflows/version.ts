import { z } from "zod";
import { largestInt, page } from "../route.ts";

/** Longest name and note of a version. */
export const mostVersionName = 100;
const mostVersionNote = 2_000;

/** One save of a workflow: when, and by whom, and what users call it. */
export const workflowVersion = z.object({
  version: z.number().int(),
  created: z.string(),
  createdBy: z.string(),
  /** Who approved it, where its author asked for approval. */
  approvedBy: z.string().nullable(),
  /** Empty without one. */
  name: z.string(),
  note: z.string(),
});
export type WorkflowVersion = z.infer<typeof workflowVersion>;

/** Versions page by their numbers. */
export const versionPage = z.strictObject({
  limit: page.limit,
  cursor: z.coerce.number().int().min(1).max(largestInt).optional(),
});

/** The name and note of a version. Empty texts remove them. */
export const versionLabel = z.strictObject({
  name: z
    .string({ error: "name must be a text" })
    .trim()
    .max(mostVersionName, `Name must have at most ${mostVersionName} characters`),
  note: z
    .string({ error: "note must be a text" })
    .trim()
    .max(mostVersionNote, `Note must have at most ${mostVersionNote} characters`)
    .default(""),
});

/** The version in an address. */
export const versionParam = z.coerce.number().int().min(1).max(largestInt);

/** The version the change is based on. Without it, any newer version is overwritten. */
export const basedOn = z.number().int().min(0).optional();
/** A graph as JSON text. */
export const workflowText = z
  .string({ error: "workflow must be the workflow as JSON text" })
  .max(5_000_000, "workflow must have at most 5 MB");

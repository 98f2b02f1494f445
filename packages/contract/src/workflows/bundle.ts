import { z } from "zod";
import { id } from "../route.ts";

/** Kinds of things in a bundle besides the workflows. */
const bundleKinds = [
  "workflow",
  "template",
  "emailTemplate",
  "asset",
  "rcsMessage",
  "rcsAgent",
  "webhook",
  "connection",
  "disposition",
  "workGroup",
  "queue",
  "numberSet",
  "customField",
  "inbound",
  "ivr",
  "liveList",
] as const;
export type BundleKind = (typeof bundleKinds)[number];

/**
 * What importing does with a thing: create it, use an equal one, create it under another name because the name is taken,
 * use the chosen one of the account, report it missing, or leave it out.
 */
const bundleOutcomes = ["new", "same", "renamed", "chosen", "missing", "left"] as const;
export type BundleOutcome = (typeof bundleOutcomes)[number];

const bundleItem = z.object({
  kind: z.enum(bundleKinds),
  name: z.string(),
  outcome: z.enum(bundleOutcomes),
  /** Its name in this account, if different. */
  to: z.string().nullable(),
  /** Its key in `choices`, when one of the account's own can be chosen. */
  choice: z.string().nullable(),
  /** Import is refused until something is chosen. */
  required: z.boolean(),
  /** Its id after the import. */
  id: z.string().nullable(),
  note: z.string().nullable(),
});
export type BundleItem = z.infer<typeof bundleItem>;

/** What importing a bundle would do, or did. */
export const bundleReport = z.object({
  items: z.array(bundleItem),
  /** Why it cannot be imported: with workflow and node for a graph, or with the place in the file. */
  problems: z.array(
    z.object({
      workflow: z.string().nullable(),
      nodeId: z.number().int().nullable(),
      message: z.string(),
      where: z.string(),
    }),
  ),
  /** Warnings that do not prevent the import. */
  notes: z.array(z.string()),
});
export type BundleReport = z.infer<typeof bundleReport>;

const chosen = z.record(z.string().max(500), id).optional();

/** The account's own things to use in place of the bundle's, by their key in the report. */
const bundleChoices = z.strictObject({
  numberSet: chosen,
  workflow: chosen,
  connection: chosen,
  asset: chosen,
});
export type BundleChoices = z.infer<typeof bundleChoices>;

/** The content of a bundle file, with `choices` added. */
export const bundleBody = z.looseObject({ choices: bundleChoices.optional() });

/** Largest bundle file. Pictures and sounds are most of it. */
export const maxBundleBytes = 16 * 1024 * 1024;

/** Most workflows in a bundle. */
export const mostBundled = 50;
export const tooManyBundled = `A bundle can contain at most ${mostBundled} workflows. Export the rest in another file`;

import { z } from "zod";
import { id } from "../route.ts";

/** What stands in a bundle beside the drawings. */
const bundleKinds = [
  "workflow",
  "template",
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
 * What becomes of a thing: it is made; an equal one is there and is used; it is made under another name, because its own
 * is taken; one of the account's own was chosen for it; it is nowhere; it is left out.
 */
const bundleOutcomes = ["new", "same", "renamed", "chosen", "missing", "left"] as const;
export type BundleOutcome = (typeof bundleOutcomes)[number];

const bundleItem = z.object({
  kind: z.enum(bundleKinds),
  name: z.string(),
  outcome: z.enum(bundleOutcomes),
  /** Its name here, where that is another one. */
  to: z.string().nullable(),
  /** What `choices` calls it, where one of the account's own can be chosen. */
  choice: z.string().nullable(),
  /** Nothing is imported before something was chosen for it. */
  required: z.boolean(),
  /** What it is here once it was imported. */
  id: z.string().nullable(),
  note: z.string().nullable(),
});
export type BundleItem = z.infer<typeof bundleItem>;

/** What importing a bundle does, or did. */
export const bundleReport = z.object({
  items: z.array(bundleItem),
  /** What keeps it from being imported: of a drawing with its workflow and node, or of something else in the file. */
  problems: z.array(
    z.object({
      workflow: z.string().nullable(),
      nodeId: z.number().int().nullable(),
      message: z.string(),
      where: z.string(),
    }),
  ),
  /** What is worth knowing and keeps nothing from being imported. */
  notes: z.array(z.string()),
});
export type BundleReport = z.infer<typeof bundleReport>;

const chosen = z.record(z.string().max(500), id).optional();

/** Things of the account's own in place of those of the bundle, by what the report calls them. */
const bundleChoices = z.strictObject({
  numberSet: chosen,
  workflow: chosen,
  connection: chosen,
  asset: chosen,
});
export type BundleChoices = z.infer<typeof bundleChoices>;

/** A bundle as its file holds it, with what was chosen beside its own keys. */
export const bundleBody = z.looseObject({ choices: bundleChoices.optional() });

/** So large may the file be: most of it are pictures and sounds. */
export const maxBundleBytes = 16 * 1024 * 1024;

/** So many workflows go into one file. */
export const mostBundled = 50;
export const tooManyBundled = `A bundle holds at most ${mostBundled} workflows: export them in several files`;

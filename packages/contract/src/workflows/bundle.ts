import { z } from "zod";
import { id, route } from "../route.ts";
import { routeTagOf } from "../routing/routeTag.ts";

/** Kinds of things in a bundle besides the workflows. */
const bundleKinds = [
  "workflow",
  "template",
  "emailTemplate",
  "audience",
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
const bundleReport = z.object({
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

const parted = (text: string): string[] => [...new Set(text.split(",").filter((part) => part !== ""))];
/** Ids of workflows in a query, separated by commas. */
export const givenIds = z.string().max(5_000).transform(parted).pipe(z.array(id).max(mostBundled, tooManyBundled));
const idList = z.string().default("").pipe(givenIds);
const tagList = z
  .string()
  .max(5_000)
  .default("")
  .transform((text) => parted(text).map(routeTagOf));

/** Bundles (readings, Requests of our pages). */
export const bundleRoutes = {
  export: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/export",
    summary: "Export a workflow as a bundle",
    description: "With everything it uses, except the secrets of connections.",
    caller: "account",
    privilege: null,
    params: z.object({ campaignId: id }),
    item: z.record(z.string(), z.unknown()),
  }),
  exportSeveral: route({
    method: "GET",
    path: "/v4/campaign/export",
    summary: "Export up to 50 workflows as a bundle",
    description: "Outbound workflows by `campaignIds`, inbound ones by `routeTags`, separated by commas.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ campaignIds: idList, routeTags: tagList }),
    item: z.record(z.string(), z.unknown()),
  }),
  checkImport: route({
    method: "POST",
    path: "/v4/campaign/import/check",
    summary: "Preview the import of a bundle",
    description: "Lists new, equal, renamed and missing things, and what prevents the import.",
    caller: "account",
    privilege: "workflow-edit",
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    item: bundleReport,
  }),
  import: route({
    method: "POST",
    path: "/v4/campaign/import",
    summary: "Import a bundle",
    description:
      "Creates its workflows and everything they use, all or nothing. `choices` is added to the bundle's own keys.",
    caller: "account",
    privilege: "workflow-edit",
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    /** The first workflow and the result for everything. An inbound workflow has no id, only its route tag. */
    item: bundleReport.extend({ campaignId: id.nullable(), campaignName: z.string() }),
  }),
};

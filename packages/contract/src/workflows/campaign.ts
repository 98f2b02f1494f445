import { z } from "zod";
import { step } from "../journeys/journey.ts";
import { done, id, largestInt, route, wholeList } from "../route.ts";
import { routeTagOf } from "../routing/routeTag.ts";
import { bundleBody, bundleReport, maxBundleBytes, mostBundled, tooManyBundled } from "./bundle.ts";
import { versionPage, workflowVersion } from "./version.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "must be a time of day such as 08:00:00");

/** An outbound workflow as spec 2 §3.1 lists it. */
const campaign = z.object({
  campaignId: id,
  campaignName: z.string(),
  accountSid: id,
  clicks: z.number(),
  cost: z.number(),
  optOuts: z.number(),
  replies: z.number(),
  sends: z.number(),
  lastUsed: z.string().nullable(),
  workflowDisplayType: z.number().int(),
  workflowVersion: z.number().int(),
  numberSet: z.string().nullable(),
  timezoneProtectionType: z.number().int(),
  timezoneProtectionStartTime: z.string().nullable(),
  timezoneProtectionEndTime: z.string().nullable(),
  timezoneProtectionTimezoneFixed: z.number().int().optional(),
  frequencyDays: z.number().int(),
  /** From the id, in UTC. */
  created: z.string().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** The most characters of an outbound workflow's title. */
export const mostTitle = 200;

const shape = {
  campaignName: z
    .string({ error: "Title is required" })
    .trim()
    .min(1, "Title is required")
    .max(mostTitle, `Title must have at most ${mostTitle} characters`),
  numberSet: id
    .or(z.literal("").transform(() => null))
    .nullable()
    .optional(),
  workflowDisplayType: z.number().int().min(0).max(2).default(1),
  timezoneProtectionType: z.literal([0, 1, 3]).default(0),
  timezoneProtectionStartTime: time.nullable().optional(),
  timezoneProtectionEndTime: time.nullable().optional(),
  timezoneProtectionTimezoneFixed: z.number().int().min(-1_000_000).max(1_000_000).nullable().optional(),
  frequencyDays: z.number().int().min(-1).max(36_500, "Frequency Days must be at most 36500").default(-1),
};
const owned = Object.fromEntries(
  [
    "campaignId",
    "accountSid",
    "clicks",
    "cost",
    "optOuts",
    "replies",
    "sends",
    "lastUsed",
    "workflowVersion",
    "created",
  ].map((key) => [key, z.unknown().optional()]),
);
const seconds = (value: string) => {
  const [h = 0, m = 0, s = 0] = value.split(":").map(Number);
  return h * 3600 + m * 60 + s;
};

/** Body of create and update; the messages of spec 1 §5.1. */
export const campaignBody = z.strictObject({ ...shape, ...owned }).superRefine((c, at) => {
  const say = (path: string, message: string) => at.addIssue({ code: "custom", path: [path], message });
  if (!c.numberSet) say("numberSet", "Number Set is required");
  if (c.timezoneProtectionType === 0) return;
  if (!c.timezoneProtectionStartTime) say("timezoneProtectionStartTime", "Timezone Protection Start Time is required");
  if (!c.timezoneProtectionEndTime) say("timezoneProtectionEndTime", "Timezone Protection End Time is required");
  if (c.timezoneProtectionType === 3 && c.timezoneProtectionTimezoneFixed == null)
    say("timezoneProtectionTimezoneFixed", "Default Timezone is required");
  if (
    c.timezoneProtectionStartTime &&
    c.timezoneProtectionEndTime &&
    seconds(c.timezoneProtectionEndTime) < seconds(c.timezoneProtectionStartTime) + 900
  )
    say("timezoneProtectionEndTime", "Timezone Protection End Time must be at least 15 minutes after the start");
});

/** The version that somebody had before them when they made a change; without it, whatever is there is written over. */
const basedOn = z.number().int().min(0).optional();
const workflowText = z
  .string({ error: "workflow must be the workflow as JSON text" })
  .max(5_000_000, "workflow must have at most 5 MB");
const campaignChange = campaignBody.safeExtend({
  basedOn,
  /** The drawing that goes with the settings, so that both make one version; without it the newest one stays. */
  workflow: workflowText.optional(),
});

const param = z.object({ campaignId: id });
const parted = (text: string): string[] => [...new Set(text.split(",").filter((part) => part !== ""))];
const givenIds = z.string().max(5_000).transform(parted).pipe(z.array(id).max(mostBundled, tooManyBundled));
const idList = z.string().default("").pipe(givenIds);
const tagList = z
  .string()
  .max(5_000)
  .default("")
  .transform((text) => parted(text).map(routeTagOf));
/** What a version pins beside the drawing, in the words of the campaign. */
const pinned = campaign.pick({
  campaignName: true,
  numberSet: true,
  workflowDisplayType: true,
  timezoneProtectionType: true,
  timezoneProtectionStartTime: true,
  timezoneProtectionEndTime: true,
  frequencyDays: true,
});
export const savedWorkflow = z.object({
  campaignId: id,
  workflow: z.string(),
  version: z.number().int(),
  /** The settings of that version. */
  settings: pinned.extend({ timezoneProtectionTimezoneFixed: z.number().int().nullable() }).optional(),
});
const workflowBody = z.strictObject({
  workflow: workflowText,
  campaignId: z.unknown().optional(),
  version: z.unknown().optional(),
  settings: z.unknown().optional(),
  basedOn,
});

const nodeCounts = z.object({
  version: z.number().int(),
  node: z.number().int(),
  entered: z.number(),
  here: z.number(),
  failed: z.number(),
});

const workflowStatus = z.object({
  journeyId: id,
  campaignId: id,
  campaignName: z.string(),
  batchId: id,
  version: z.number().int(),
  status: z.string(),
  nodeId: z.number().int().nullable(),
  started: z.string(),
  wakeAt: z.string().nullable(),
  reason: z.string().nullable(),
  /** The latest steps of the journey, oldest first; left out with `steps=false`. */
  steps: z.array(step).optional(),
});

/** Something that leads contacts into a workflow, or waits to. */
const campaignUse = z.object({
  campaignId: id,
  kind: z.enum(["disposition", "schedule", "recurring", "workflow", "route", "ivr", "run"]),
  name: z.string(),
  id: z.string(),
});
export type CampaignUse = z.infer<typeof campaignUse>;

export const campaignRoutes = {
  all: route({
    method: "GET",
    path: "/v4/campaign/all",
    summary: "All outbound workflows, oldest first",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: campaign,
    pagedBy: "campaignId",
  }),
  list: route({
    method: "GET",
    path: "/v4/campaign/",
    summary: "All outbound workflows, oldest first",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: campaign,
    pagedBy: "campaignId",
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/",
    summary: "Make an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    body: campaignBody,
    item: campaign,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/",
    summary: "One outbound workflow",
    caller: "account",
    privilege: null,
    params: param,
    item: campaign,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/",
    summary: "Change an outbound workflow's settings, with `workflow` its drawing too: one version of both",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    body: campaignChange,
    maxBodyBytes: 6 * 1024 * 1024,
    item: campaign,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/campaign/:campaignId/",
    summary: "Delete an outbound workflow; its running batches stop",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    item: done,
  }),
  uses: route({
    method: "GET",
    path: "/v4/campaign/uses",
    summary:
      "What leads into workflows: dispositions, runs to come and under way, other workflows, routes, IVR menus; of all workflows, or of those of `campaignIds`",
    caller: "account",
    privilege: null,
    query: z.strictObject({ campaignIds: givenIds.optional() }),
    item: campaignUse,
  }),
  workflow: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "The saved workflow as JSON text",
    caller: "account",
    privilege: null,
    params: param,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(largestInt).optional() }),
    item: savedWorkflow,
  }),
  createWorkflow: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "Save a workflow for the first time",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    body: workflowBody,
    maxBodyBytes: 6 * 1024 * 1024,
    item: savedWorkflow,
  }),
  updateWorkflow: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "Save a workflow as a new version",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    body: workflowBody,
    maxBodyBytes: 6 * 1024 * 1024,
    item: savedWorkflow,
  }),
  versions: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/version/",
    summary: "Every saved version of a workflow, newest first",
    caller: "account",
    privilege: null,
    params: param,
    query: versionPage,
    item: workflowVersion,
  }),
  restore: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/version/:version/restore",
    summary: "Save an older version, drawing and settings, as the newest one",
    caller: "account",
    privilege: "workflow-edit",
    params: param.extend({ version: z.coerce.number().int().min(1).max(largestInt) }),
    body: z.strictObject({ basedOn }),
    item: savedWorkflow,
  }),
  counts: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/counts",
    summary: "Contacts per node, per version, of one batch or all",
    caller: "account",
    privilege: null,
    params: param,
    query: z.strictObject({ batchId: id.optional() }),
    item: nodeCounts,
  }),
  export: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/export",
    summary: "The workflow with all that it uses as one bundle; of connections everything but their secrets",
    caller: "account",
    privilege: null,
    params: param,
    item: z.record(z.string(), z.unknown()),
  }),
  exportSeveral: route({
    method: "GET",
    path: "/v4/campaign/export",
    summary:
      "Up to 50 workflows, by `campaignIds` and inbound ones by `routeTags`, with commas between them, as one bundle",
    caller: "account",
    privilege: null,
    query: z.strictObject({ campaignIds: idList, routeTags: tagList }),
    item: z.record(z.string(), z.unknown()),
  }),
  checkImport: route({
    method: "POST",
    path: "/v4/campaign/import/check",
    summary: "What importing a bundle would do: new, equal, renamed and missing things, and what stands in its way",
    caller: "account",
    privilege: "workflow-edit",
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    item: bundleReport,
  }),
  import: route({
    method: "POST",
    path: "/v4/campaign/import",
    summary:
      "Make workflows from a bundle with all that they use, all or nothing; `choices` stands beside its own keys",
    caller: "account",
    privilege: "workflow-edit",
    body: bundleBody,
    maxBodyBytes: maxBundleBytes,
    /** The first workflow, and what became of everything; an inbound one is its route tag and has no id. */
    item: bundleReport.extend({ campaignId: id.nullable(), campaignName: z.string() }),
  }),
  status: route({
    method: "GET",
    path: "/v4/campaign/status/:contactId/",
    summary: "Workflow status log of a contact: its journeys, newest first, each with its latest 100 steps",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    query: z.strictObject({ steps: z.enum(["true", "false"]).default("true") }),
    item: workflowStatus,
  }),
};

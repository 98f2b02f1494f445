import { z } from "zod";
import { step } from "../journeys/journey.ts";
import { done, id, route, wholeList } from "../route.ts";
import { givenIds } from "./bundle.ts";
import { goal } from "./goal.ts";
import { basedOn, workflowText } from "./version.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "must be a time of day such as 08:00:00");

/** What a workflow does: it has never run, starts contacts, has contacts on their way, is paused, or has finished all runs. */
export const campaignStates = ["never", "running", "waiting", "paused", "finished"] as const;

/** An outbound workflow (spec 2 §3.1). */
export const campaign = z.object({
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
  goal: goal.nullable(),
  /** Derived from the id, in UTC. */
  created: z.string().nullable(),
  /** Whether a save that fails tests is refused. Set with PUT /v4/campaign/{id}/test/. */
  testsMustPass: z.boolean(),
  /** Set with PUT /v4/campaign/{id}/tags/. */
  tags: z.array(z.string()),
  state: z.enum(campaignStates),
  /** The newest run that has started. */
  lastRun: z.object({ batchId: id, displayName: z.string(), startedAt: z.string().nullable() }).nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** Longest title of an outbound workflow. */
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
  goal: goal.nullable().optional(),
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
    "testsMustPass",
    "tags",
    "state",
    "lastRun",
  ].map((key) => [key, z.unknown().optional()]),
);
const seconds = (value: string) => {
  const [h = 0, m = 0, s = 0] = value.split(":").map(Number);
  return h * 3600 + m * 60 + s;
};

/** Body of create and update, with the messages of spec 1 §5.1. */
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

const campaignChange = campaignBody.safeExtend({
  basedOn,
  /** The graph to save with the settings, as one version. Without it the newest graph stays. */
  workflow: workflowText.optional(),
});

/** The address of a workflow. */
export const campaignParam = z.object({ campaignId: id });
const nodeCounts = z.object({
  version: z.number().int(),
  node: z.number().int(),
  entered: z.number(),
  here: z.number(),
  failed: z.number(),
  /** How many went on to each next node, or null for a run that began before this was counted. */
  onward: z.array(z.object({ node: z.number().int(), count: z.number() })).nullable(),
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
  /** The latest steps of the journey, oldest first. Left out with `steps=false`. */
  steps: z.array(step).optional(),
});

/** Something that enrolls contacts in a workflow, or will. */
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
    summary: "List outbound workflows",
    description: "Oldest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: campaign,
    pagedBy: "campaignId",
  }),
  list: route({
    method: "GET",
    path: "/v4/campaign/",
    summary: "List outbound workflows",
    description: "Oldest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: campaign,
    pagedBy: "campaignId",
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/",
    summary: "Create an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    body: campaignBody,
    item: campaign,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/",
    summary: "Get an outbound workflow",
    caller: "account",
    privilege: null,
    params: campaignParam,
    item: campaign,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/",
    summary: "Update an outbound workflow",
    description: "Saves the settings and, with `workflow`, the graph as one version.",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam,
    body: campaignChange,
    maxBodyBytes: 6 * 1024 * 1024,
    item: campaign,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/campaign/:campaignId/",
    summary: "Delete an outbound workflow",
    description: "Its active runs stop.",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam,
    item: done,
  }),
  uses: route({
    method: "GET",
    path: "/v4/campaign/uses",
    summary: "List what uses workflows",
    description:
      "Dispositions, scheduled and active runs, other workflows, routes and IVR menus. All workflows, or those of `campaignIds`.",
    caller: "account",
    privilege: null,
    query: z.strictObject({ campaignIds: givenIds.optional() }),
    item: campaignUse,
  }),
  counts: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/counts",
    summary: "Count contacts per node and version",
    description: "Of one run or all runs.",
    caller: "account",
    privilege: null,
    params: campaignParam,
    query: z.strictObject({ batchId: id.optional() }),
    item: nodeCounts,
  }),
  status: route({
    method: "GET",
    path: "/v4/campaign/status/:contactId/",
    summary: "Get the workflow status log of a contact",
    description: "Its journeys, newest first, each with the latest 100 steps.",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    query: z.strictObject({ steps: z.enum(["true", "false"]).default("true") }),
    item: workflowStatus,
  }),
};

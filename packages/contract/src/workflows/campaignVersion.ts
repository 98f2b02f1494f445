import { z } from "zod";
import { id, largestInt, route } from "../route.ts";
import { campaign, campaignParam } from "./campaign.ts";
import { goal } from "./goal.ts";
import { basedOn, versionLabel, versionPage, versionParam, workflowText, workflowVersion } from "./version.ts";

/** Settings that a version includes besides the graph, under their campaign names. */
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
  settings: pinned
    .extend({ timezoneProtectionTimezoneFixed: z.number().int().nullable(), goal: goal.nullable().optional() })
    .optional(),
});
const workflowBody = z.strictObject({
  workflow: workflowText,
  campaignId: z.unknown().optional(),
  version: z.unknown().optional(),
  settings: z.unknown().optional(),
  basedOn,
});

/** Graphs of outbound workflows and their versions (spec 2 §7.1). */
export const campaignVersionRoutes = {
  workflow: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "Get the graph of an outbound workflow",
    description: "As JSON text.",
    caller: "account",
    privilege: null,
    params: campaignParam,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(largestInt).optional() }),
    item: savedWorkflow,
  }),
  createWorkflow: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "Create the graph of an outbound workflow",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam,
    body: workflowBody,
    maxBodyBytes: 6 * 1024 * 1024,
    item: savedWorkflow,
  }),
  updateWorkflow: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/workflow/",
    summary: "Update the graph of an outbound workflow",
    description: "Saves a new version.",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam,
    body: workflowBody,
    maxBodyBytes: 6 * 1024 * 1024,
    item: savedWorkflow,
  }),
  versions: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/version/",
    summary: "List the versions of an outbound workflow",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    params: campaignParam,
    query: versionPage,
    item: workflowVersion,
  }),
  label: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/version/:version",
    summary: "Name a version of an outbound workflow",
    description: "Sets its name and note. Its graph and settings never change.",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam.extend({ version: versionParam }),
    body: versionLabel,
    item: workflowVersion,
  }),
  restore: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/version/:version/restore",
    summary: "Restore a version of an outbound workflow",
    description: "Saves its graph and settings as the newest version.",
    caller: "account",
    privilege: "workflow-edit",
    params: campaignParam.extend({ version: versionParam }),
    body: z.strictObject({ basedOn }),
    item: savedWorkflow,
  }),
};

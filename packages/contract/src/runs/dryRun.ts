import { z } from "zod";
import { id, instant, page, route } from "../route.ts";
import { batchFields, forecastFields, pickedOneWay } from "./batch.ts";

const percent = z.number().min(0, "must be from 0 to 100").max(100, "must be from 0 to 100");
const afterSeconds = z
  .number()
  .int()
  .min(0)
  .max(30 * 86_400, "must be at most 30 days");

/** What contacts answer to an Event node: a share of those who come there takes one of its paths. */
const assumedReply = z.strictObject({
  /** The Event node. */
  node: z.number().int(),
  /** The path that the reply takes, from 0; null for a reply that matches no path. */
  path: z.number().int().min(0).nullable().default(null),
  /** The reply. Left out, it is made up to match the path. */
  text: z.string().max(1_600).optional(),
  percent,
  /** The usual time until the reply. */
  afterSeconds: afterSeconds.default(600),
});

/** What is assumed of contacts and carriers in a dry run. */
const assumptions = z.strictObject({
  replies: z.array(assumedReply).max(200).default([]),
  /** Of the texts that carriers accept. */
  deliveredPercent: percent.default(100),
  /** Of the delivered texts with a short link. */
  clickPercent: percent.default(0),
  /** How calls end, in percent. The rest is answered by a person. */
  calls: z
    .strictObject({
      machine: percent.default(0),
      noAnswer: percent.default(0),
      busy: percent.default(0),
      failed: percent.default(0),
      /** The length of an answered call. */
      seconds: z.number().int().min(1).max(3_600).default(20),
    })
    .refine(({ machine, noAnswer, busy, failed }) => machine + noAnswer + busy + failed <= 100, {
      error: "must not be more than 100 percent together",
    })
    .prefault({}),
});
export type Assumptions = z.infer<typeof assumptions>;

/** Everything delivered, every call answered, no reply. */
export const noAssumptions: Assumptions = assumptions.parse({});

/** Some contacts of a dry run and why they are counted. `list` opens them. */
const counted = z.object({
  reason: z.string(),
  reasonText: z.string(),
  count: z.number().int(),
  list: z.string(),
});

/** What one node would send. */
const nodeSends = z.object({
  node: z.number().int(),
  channel: z.enum(["text", "rcs", "call", "email"]),
  sent: z.number().int(),
  segments: z.number().int(),
  /** The most segments of one text. */
  longest: z.number().int(),
  encodings: z.array(z.object({ encoding: z.string(), texts: z.number().int(), segments: z.number().int() })),
  /** What would not be sent from here, and why. */
  blocked: z.array(counted),
  /** Variables without a value. */
  empty: z.array(z.object({ variable: z.string(), count: z.number().int(), list: z.string() })),
  /** Texts longer than the limit of their encoding. Null when there is none. */
  tooLong: z.object({ count: z.number().int(), list: z.string() }).nullable(),
});

/** The result of a dry run. Contacts are counted one by one; times are estimated at the rate and the carriers' limits. */
const dryRunResult = z.object({
  selected: z.number().int(),
  enrolled: z.number().int(),
  /** Contacts who are sent something, and those who are sent nothing with the reason. */
  reached: z.number().int(),
  leftOut: z.array(counted),
  nodes: z.array(
    z.object({ node: z.number().int(), entered: z.number().int(), here: z.number().int(), failed: z.number().int() }),
  ),
  edges: z.array(z.object({ from: z.number().int(), to: z.number().int(), count: z.number().int() })),
  sends: z.array(nodeSends),
  failed: z.array(z.object({ node: z.number().int(), ...counted.shape })),
  texts: z.number().int(),
  segments: z.number().int(),
  encodings: nodeSends.shape.encodings,
  rcs: z.number().int(),
  calls: z.number().int(),
  emails: z.number().int(),
  /** In dollars. */
  cost: z.number(),
  /** By the assumptions. */
  delivered: z.number().int(),
  replies: z.number().int(),
  clicks: z.number().int(),
  /** Journeys at their end, and those that would go on after ten years or five hundred steps. */
  done: z.number().int(),
  unfinished: z.number().int(),
  /** Sends by the hour of the recipient's day. */
  hours: z.array(z.object({ zone: z.string(), counts: z.array(z.number().int()).length(24) })),
  /** Sends over time, hour by hour or day by day. */
  timeline: z.object({
    stepSeconds: z.number().int(),
    counts: z.array(z.object({ at: z.string(), count: z.number().int() })),
  }),
  /** Contacts whose time zone is unknown, where windows depend on it. */
  noZone: z.object({ count: z.number().int(), list: z.string() }).nullable(),
  /** The account's daily limit, in dollars, and the most that one day would cost. Null without a limit. */
  spend: z.object({ limit: z.number(), mostInADay: z.number() }).nullable(),
  ...forecastFields,
  /** When the last journey ends. */
  finishedAt: z.string().nullable(),
});
export type DryRunResult = z.infer<typeof dryRunResult>;

const dryRun = z.object({
  dryRunId: id,
  campaignId: id,
  campaignName: z.string(),
  /** The saved version that was played. Null for a drawing that was not saved. */
  version: z.number().int().nullable(),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  /** Selected contacts. Null until they are counted. */
  total: z.number().int().nullable(),
  /** Contacts that were played or are left out. */
  played: z.number().int(),
  /** The time that is left at the present pace. Null while it is not known. */
  secondsLeft: z.number().int().nullable(),
  periodMs: z.number().int(),
  /** When the run would start. */
  startsAt: z.string(),
  assumptions,
  problem: z.string().nullable(),
  created: z.string(),
  finished: z.string().nullable(),
  /** Null in lists, and until it is done. */
  result: dryRunResult.nullable(),
});
export type DryRun = z.infer<typeof dryRun>;

const ofCampaign = z.object({ campaignId: id });
const params = z.object({ campaignId: id, dryRunId: id });

/** Dry runs: the whole audience against a workflow, with nothing sent. */
export const dryRunRoutes = {
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/dryrun/",
    summary: "Dry-run a workflow",
    description:
      "Plays every selected contact against the saved workflow, or the drawing in `workflow`, in the background. Nothing is sent and no contact is changed. The result is saved for 30 days.",
    caller: "account",
    privilege: null,
    notViewers: true,
    params: ofCampaign,
    body: pickedOneWay(
      z.strictObject({
        periodMs: batchFields.periodMs,
        filters: batchFields.filters,
        contactIds: batchFields.contactIds,
        statements: batchFields.statements,
        audienceId: batchFields.audienceId,
        /** The start time. Default: now. */
        at: instant.optional(),
        /** A drawing that is not saved, as JSON text. Default: the saved workflow. */
        workflow: z
          .string({ error: "workflow must be the workflow as JSON text" })
          .max(5_000_000, "workflow must have at most 5 MB")
          .optional(),
        /** What contacts and carriers do. Default: everything is delivered and no one replies. */
        assumptions: assumptions.optional(),
      }),
    ),
    // a million contact ids
    maxBodyBytes: 48 * 1024 * 1024,
    item: dryRun,
  }),
  list: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/dryrun/",
    summary: "List the dry runs of a workflow",
    description:
      "Newest first, without their results. With `batchId`, only those that were played before that run with its version.",
    caller: "account",
    privilege: null,
    params: ofCampaign,
    query: z.strictObject({ ...page, batchId: id.optional() }),
    item: dryRun,
  }),
  assumptions: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/dryrun/assumptions",
    summary: "Get what earlier runs of a workflow were answered",
    description:
      "Replies per path, deliveries, clicks and call results of its last twenty runs, as assumptions of a dry run.",
    caller: "account",
    privilege: null,
    params: ofCampaign,
    item: z.object({ runs: z.number().int(), assumptions }),
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/dryrun/:dryRunId/",
    summary: "Get a dry run",
    description: "Its progress and, once it is done, its result.",
    caller: "account",
    privilege: null,
    params,
    item: dryRun,
  }),
  workflow: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/dryrun/:dryRunId/workflow",
    summary: "Get the workflow of a dry run",
    description: "The drawing that was played, as JSON text.",
    caller: "account",
    privilege: null,
    params,
    item: z.object({ workflow: z.string() }),
  }),
  cancel: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/dryrun/:dryRunId/cancel",
    summary: "Cancel a dry run",
    caller: "account",
    privilege: null,
    notViewers: true,
    params,
    item: dryRun,
  }),
  contacts: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/dryrun/:dryRunId/contact/",
    summary: "List the contacts of a figure",
    description: "The first 1,000 contacts of a `list` that the result names.",
    caller: "account",
    privilege: null,
    params,
    query: z.strictObject({ list: z.string().min(1).max(300) }),
    item: z.object({ contactId: id, phone: z.string().nullable(), name: z.string() }),
  }),
};

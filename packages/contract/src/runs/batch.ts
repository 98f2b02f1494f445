import { z } from "zod";
import { statement } from "../contacts/contact.ts";
import { id, instant, page, route } from "../route.ts";
import { mostNote } from "../workflows/approval.ts";
import { runCost } from "./outcome.ts";

/** Status words of run history (spec 2 §4.8). */
export const batchStatuses = ["Not started", "In Progress", "Paused", "Stopped", "Done"] as const;

/** Why a run currently sends nothing. */
export const waitReasons = [
  "approval",
  "paused",
  "stopped",
  "no_worker",
  "kill_switch",
  "carrier_down",
  "carrier_throttled",
  "carrier_slow",
  "window_full",
  "turn",
  "daily_limit",
  "retry",
  "pace",
  "spend_limit",
  "rate",
  "window",
  "contacts",
  "answers",
] as const;

/** A run (spec 2 §3.10; readings, Answers). */
const batch = z.object({
  campaignId: id,
  campaignName: z.string(),
  batchId: id,
  displayName: z.string(),
  periodMs: z.number().int(),
  version: z.number().int(),
  /** Contacts whose journey has started. */
  started: z.number(),
  queued: z.number(),
  filtered: z.number(),
  /** Filtered contacts, by reason. */
  filteredBy: z.record(z.string(), z.number()),
  /** Contacts who opened a short link of its texts. */
  clicks: z.number(),
  done: z.number(),
  total: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** 'done / total' */
  progress: z.string(),
  status: z.enum(batchStatuses),
  enrolling: z.boolean(),
  /** Why the run currently sends nothing. Null while texts are sent, and in lists. */
  waitsFor: z
    .object({
      reason: z.enum(waitReasons),
      /** The reason as text. */
      text: z.string(),
      /** When it will continue, if known. */
      until: z.string().nullable(),
    })
    .nullable(),
  /** The request for approval of its start, where it is for more contacts than one user may start. */
  approval: z
    .object({
      state: z.enum(["waiting", "approved", "declined"]),
      /** The run is for more contacts than this. */
      above: z.number().int(),
      /** The user or API key who asked. Null for a schedule whose author is not known. */
      authorId: id.nullable(),
      author: z.string(),
      created: z.string(),
      decided: z.string().nullable(),
      decidedBy: z.string().nullable(),
      /** Why it was declined. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The audience that it was created for. The name is null once it is deleted. */
  audienceId: id.nullable(),
  audienceName: z.string().nullable(),
  /** The schedule that created it, and whether it started later than its slot. */
  scheduleId: id.nullable(),
  late: z.boolean(),
  created: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;

/** Sending-rate options in messages per minute (spec 1 §3.9). -1 is Auto. */
export const rateOptions = [-1, 1, 2, 20, 40, 60, 120, 240, 480, 960, 1920] as const;
/** The period saved for a rate (spec 2 §9). */
export const periodOf = (rate: number): number => (rate <= 0 ? -1 : Math.round((1000 / rate) * 60));
/** The rate shown for a period (spec 2 §9). An option of the rate picker is always shown as itself, despite rounding (readings, Rate). */
export const rateOf = (periodMs: number): number => {
  if (periodMs <= 0) return -1;
  return rateOptions.find((rate) => periodOf(rate) === periodMs) ?? Math.round((60 / periodMs) * 1000);
};

/** Milliseconds between two starts; -1 and 0 are Auto (spec 2 §9). */
const periodMs = z.number().int().min(-1).max(86_400_000);

const dncTypes = ["call", "sms", "rcs", "all"] as const;
type DncType = (typeof dncTypes)[number];
const isDncType = (name: string): name is DncType => (dncTypes as readonly string[]).includes(name);
const dncList = z.array(z.enum(dncTypes));
export const dncFilterProblem = "DNC filter must list call, sms, rcs or all, separated by commas";

/** The do-not-contact types in a text such as `call, sms`. Undefined when one is unknown (spec 2 §5.6). */
export const readDncFilter = (text: string): DncType[] | undefined => {
  const names = text
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  return names.every(isDncType) ? names : undefined;
};

/** Do-not-contact types to leave out: a list, or a text separated by commas. */
const dncFilter = z.union(
  [
    dncList,
    z
      .string()
      .max(200)
      .refine((text) => readDncFilter(text) !== undefined)
      .transform((text) => readDncFilter(text) ?? []),
  ],
  { error: dncFilterProblem },
);

/** Fields of a new run (spec 2 §3.10). */
export const batchFields = {
  campaignId: z.unknown().optional(),
  displayName: z.string().trim().min(1, "Name is required").max(200, "Name must have at most 200 characters"),
  periodMs: periodMs.default(1000),
  start: z.boolean().default(false),
  filters: z.strictObject({ dnc: dncFilter.default([]) }).default({ dnc: [] }),
  contactIds: z.array(id).min(1, "Choose at least one contact").max(1_000_000).optional(),
  statements: z.array(statement).max(50).optional(),
  /** A saved audience. The run contacts everyone who matches it when it starts. */
  audienceId: id.toLowerCase().optional(),
};

/** Recipients are given in exactly one way. */
export const pickedOneWay = <Fields extends Recipients>(body: z.ZodType<Fields>) =>
  body.superRefine((b, at) => {
    if (waysOf(b) !== 1) at.addIssue({ code: "custom", message: oneWayProblem(b), path: ["contactIds"] });
  });

interface Recipients {
  contactIds?: unknown;
  statements?: unknown;
  audienceId?: unknown;
}

/** In how many ways recipients are given. */
export const waysOf = ({ contactIds, statements, audienceId }: Recipients): number =>
  [contactIds, statements, audienceId].filter((way) => way !== undefined).length;

/** What is wrong when it is not one way. */
export const oneWayProblem = ({ audienceId }: Recipients): string =>
  audienceId === undefined
    ? "Send either contactIds or statements"
    : "Send only one of contactIds, statements and audienceId";

const batchBody = pickedOneWay(z.strictObject(batchFields));

/** How long a run takes, at its rate and at the limits of its carriers: for the preview of a run and for a dry run. */
export const forecastFields = {
  /** Time until the last contact starts at this rate. */
  beginSeconds: z.number(),
  /** Time the carriers need to accept everything at their limits. 0 when there is no limit. */
  carrierSeconds: z.number(),
  /** The number or connection that takes longest. Null when there is no limit. */
  slowest: z
    .object({
      what: z.enum(["number", "connection"]),
      name: z.string(),
      /** The carrier with a limit per number. Left out when the limit covers everything sent through it. */
      at: z.string().optional(),
      perSecond: z.number(),
      unit: z.enum(["segments", "calls"]),
    })
    .nullable(),
  /** Other runs that send there at the same time. Their share is included in the estimate. */
  sharedBy: z.number().int(),
  /** The longer of the two: time until everything that does not wait has been sent. */
  takesSeconds: z.number(),
  /** What limits the speed, or null. */
  boundBy: z.enum(["rate", "carrier"]).nullable(),
  /** Time of the last text, RCS message or call, including windows, waits and carrier limits. Null when there is none. */
  lastSendAt: z.string().nullable(),
  /** Sending numbers. With 0, nothing would be sent. */
  numbers: z.number().int(),
  /** Carriers' daily brand caps that apply to the run. */
  dayCaps: z.array(
    z.object({
      brandName: z.string(),
      carrier: z.string(),
      /** Segments per day, counted from midnight Pacific time. */
      perDay: z.number().int(),
      usedToday: z.number().int(),
      /** Segments of other runs waiting for the next day. */
      waiting: z.number().int(),
      /** Segments of this run there, and the days they need. */
      segments: z.number().int(),
      days: z.number().int(),
    }),
  ),
};

/** Preview of a run. Contacts are counted; texts, time and cost are estimated by simulating a sample. */
const forecast = z.object({
  selected: z.number().int(),
  enrolled: z.number().int(),
  filtered: z.array(z.object({ reason: z.string(), reasonText: z.string(), count: z.number().int() })),
  sampled: z.number().int(),
  texts: z.number().int(),
  segments: z.number().int(),
  rcs: z.number().int(),
  calls: z.number().int(),
  emails: z.number().int(),
  /** In dollars. */
  cost: z.number(),
  /** What would not be sent, and why. */
  blocked: z.array(z.object({ reason: z.string(), reasonText: z.string(), count: z.number().int() })),
  ...forecastFields,
});
export type Forecast = z.infer<typeof forecast>;

/** Part of the run's or workflow's name, ignoring case. */
export const nameSearch = z.string().trim().max(200).optional();

const param = z.object({ campaignId: id, batchId: id });
export const batchRoutes = {
  list: route({
    method: "GET",
    path: "/v4/campaign/batch/",
    summary: "List runs",
    description: "Of all workflows, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      campaignId: id.optional(),
      status: z.enum(batchStatuses, { error: `status must be one of ${batchStatuses.join(", ")}` }).optional(),
      search: nameSearch,
    }),
    item: batch,
    // spec 2 §7.4
    timeoutMs: 300_000,
  }),
  forecast: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/forecast",
    summary: "Preview a run",
    description: "Recipients, filtered contacts and reasons, messages, duration and cost.",
    caller: "account",
    privilege: null,
    params: z.object({ campaignId: id }),
    body: pickedOneWay(
      z.strictObject({
        periodMs: batchFields.periodMs,
        filters: batchFields.filters,
        contactIds: batchFields.contactIds,
        statements: batchFields.statements,
        audienceId: batchFields.audienceId,
        /** The start time. Default: now. */
        at: instant.optional(),
      }),
    ),
    maxBodyBytes: 48 * 1024 * 1024,
    item: forecast,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/",
    summary: "Get a run",
    caller: "account",
    privilege: null,
    params: param,
    item: batch,
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/",
    summary: "Create a run",
    description: "Set `start` to start it at once. A large run may wait for approval: see `approval` of the answer.",
    caller: "account",
    privilege: "workflow-run",
    params: z.object({ campaignId: id }),
    body: batchBody,
    // a million contact ids
    maxBodyBytes: 48 * 1024 * 1024,
    item: batch,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/batch/:batchId/",
    summary: "Change the rate of a run",
    description: "Applies at once to contacts that have not started.",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({ periodMs }),
    item: batch,
  }),
  start: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/:batchId/startAsync",
    summary: "Start or resume a run",
    description:
      "A run for more contacts than the account lets one user start waits for approval: see `approval` of the answer.",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({}).optional(),
    item: batch,
  }),
  approve: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/:batchId/approve",
    summary: "Approve and start a run",
    description: "Refused for your own request.",
    caller: "account",
    privilege: "run-approve",
    params: param,
    item: batch,
  }),
  decline: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/:batchId/decline",
    summary: "Decline the start of a run",
    description: "The user who asked sees the reason. Refused for your own request.",
    caller: "account",
    privilege: "run-approve",
    params: param,
    body: z.strictObject({
      reason: z
        .string({ error: "Reason is required" })
        .trim()
        .min(1, "Reason is required")
        .max(mostNote, `The reason must have at most ${mostNote} characters`),
    }),
    item: batch,
  }),
  stop: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/:batchId/stop",
    summary: "Pause or stop a run",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({ mode: z.enum(["pause", "stop"]).default("stop") }).optional(),
    item: batch,
  }),
  cost: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/cost",
    summary: "Get what a run has sent so far",
    description: "Texts, segments, and the cost of texts and calls in dollars.",
    caller: "account",
    privilege: null,
    params: param,
    item: runCost,
  }),
  filtered: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/filtered/",
    summary: "List the filtered contacts of a run",
    description: "With the reason for each.",
    caller: "account",
    privilege: null,
    params: param,
    query: z.strictObject(page),
    item: z.object({
      contactId: id,
      phone: z.string().nullable(),
      name: z.string(),
      reason: z.string(),
      reasonText: z.string(),
      at: z.string(),
    }),
  }),
};

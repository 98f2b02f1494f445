import { z } from "zod";
import { statement } from "../contacts/contact.ts";
import { id, instant, page, route } from "../route.ts";

/** Status words of run history (spec 2 §4.8). */
export const batchStatuses = ["Not started", "In Progress", "Paused", "Stopped", "Done"] as const;

/** Why nothing of a run leaves. */
const waitReasons = [
  "paused",
  "stopped",
  "no_worker",
  "kill_switch",
  "carrier_down",
  "carrier_throttled",
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
  /** Contacts whose journey has begun. */
  started: z.number(),
  queued: z.number(),
  filtered: z.number(),
  /** Turned away, by reason. */
  filteredBy: z.record(z.string(), z.number()),
  /** Contacts who opened a short address of its texts. */
  clicks: z.number(),
  done: z.number(),
  total: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** 'done / total' */
  progress: z.string(),
  status: z.enum(batchStatuses),
  enrolling: z.boolean(),
  /** Why nothing of it leaves at this moment; null while texts leave, and in lists. */
  waitsFor: z
    .object({
      reason: z.enum(waitReasons),
      /** For people. */
      text: z.string(),
      /** When it continues, where that is known. */
      until: z.string().nullable(),
    })
    .nullable(),
  /** The schedule that made it, and whether it came later than its slot. */
  scheduleId: id.nullable(),
  late: z.boolean(),
  created: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;

/** Sending-rate options (spec 1 §3.9), messages a minute; -1 is Auto. */
export const rateOptions = [-1, 1, 2, 20, 40, 60, 120, 240, 480, 960, 1920] as const;
/** spec 2 §9: the period that is saved for a rate. */
export const periodOf = (rate: number): number => (rate <= 0 ? -1 : Math.round((1000 / rate) * 60));
/** spec 2 §9: the rate that is shown for a period; one of the options is shown as itself, whatever the rounding (readings, Rate). */
export const rateOf = (periodMs: number): number => {
  if (periodMs <= 0) return -1;
  return rateOptions.find((rate) => periodOf(rate) === periodMs) ?? Math.round((60 / periodMs) * 1000);
};

/** Milliseconds between two starts; -1 and 0 are Auto (spec 2 §9). */
const periodMs = z.number().int().min(-1).max(86_400_000);

/** What a run is made of (spec 2 §3.10). */
export const batchFields = {
  campaignId: z.unknown().optional(),
  displayName: z.string().trim().min(1, "Name is required").max(200, "Name must have at most 200 characters"),
  periodMs: periodMs.default(1000),
  start: z.boolean().default(false),
  filters: z.strictObject({ dnc: z.array(z.enum(["call", "sms", "rcs", "all"])).default([]) }).default({ dnc: [] }),
  contactIds: z.array(id).min(1, "Choose at least one contact").max(1_000_000).optional(),
  statements: z.array(statement).max(50).optional(),
};

/** Whom it goes to is said in one way. */
export const pickedOneWay = <Fields extends { contactIds?: unknown; statements?: unknown }>(body: z.ZodType<Fields>) =>
  body.refine((b) => (b.contactIds === undefined) !== (b.statements === undefined), {
    error: "Give either contactIds or statements",
    path: ["contactIds"],
  });

const batchBody = pickedOneWay(z.strictObject(batchFields));

/** What would come of a run; people are counted, what they are sent is reckoned from a sample that is played. */
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
  /** Until the last contact has begun, at this rate. */
  beginSeconds: z.number(),
  /** What the carriers need for all that is sent, as fast as they take it; 0 where they set no limit. */
  carrierSeconds: z.number(),
  /** The number or connection that needs longest; null where no limit is set. */
  slowest: z
    .object({
      what: z.enum(["number", "connection"]),
      name: z.string(),
      /** The carrier that takes no more from a number; left out where the limit is for all that it sends. */
      at: z.string().optional(),
      perSecond: z.number(),
      unit: z.enum(["segments", "calls"]),
    })
    .nullable(),
  /** Other runs under way that send there at the same time: their part of it is reckoned. */
  sharedBy: z.number().int(),
  /** The longer of the two: until everything that does not wait has been sent. */
  takesSeconds: z.number(),
  /** What makes it take so long; null where nothing does. */
  boundBy: z.enum(["rate", "carrier"]).nullable(),
  /** The last text, RCS message or call, windows, waits and carriers included; null where there is none. */
  lastSendAt: z.string().nullable(),
  /** Numbers to send from; none: nothing would be sent. */
  numbers: z.number().int(),
  /** Carriers' caps of a brand's day that the run is under. */
  dayCaps: z.array(
    z.object({
      brandName: z.string(),
      carrier: z.string(),
      /** Segments a day, counted from midnight Pacific. */
      perDay: z.number().int(),
      usedToday: z.number().int(),
      /** Segments of other runs that wait for the next day. */
      waiting: z.number().int(),
      /** What this run sends there, and on how many days. */
      segments: z.number().int(),
      days: z.number().int(),
    }),
  ),
});
export type Forecast = z.infer<typeof forecast>;

/** Part of the name of a run, or of its workflow's; case does not matter. */
export const nameSearch = z.string().trim().max(200).optional();

const param = z.object({ campaignId: id, batchId: id });
export const batchRoutes = {
  list: route({
    method: "GET",
    path: "/v4/campaign/batch/",
    summary: "Runs of all workflows, newest first",
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
    summary:
      "What would come of a run: who gets it, who is filtered and why, what is sent, how long it takes, what it costs",
    caller: "account",
    privilege: null,
    params: z.object({ campaignId: id }),
    body: pickedOneWay(
      z.strictObject({
        periodMs: batchFields.periodMs,
        filters: batchFields.filters,
        contactIds: batchFields.contactIds,
        statements: batchFields.statements,
        /** When it would begin; now unless told. */
        at: instant.optional(),
      }),
    ),
    maxBodyBytes: 48 * 1024 * 1024,
    item: forecast,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/",
    summary: "One run",
    caller: "account",
    privilege: null,
    params: param,
    item: batch,
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/",
    summary: "Make a run over contacts, and start it when told",
    caller: "account",
    privilege: "workflow-run",
    params: z.object({ campaignId: id }),
    body: batchBody,
    // a million contacts by their ids
    maxBodyBytes: 48 * 1024 * 1024,
    item: batch,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/batch/:batchId/",
    summary: "Change the rate of a run; what has not begun yet begins at the new rate at once",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({ periodMs }),
    item: batch,
  }),
  start: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/:batchId/startAsync",
    summary: "Start a run, or go on with a paused or stopped one",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({}).optional(),
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
    summary: "What a run sent so far: texts, their segments, and the cost of texts and calls in dollars",
    caller: "account",
    privilege: null,
    params: param,
    item: z.object({ texts: z.number(), segments: z.number(), cost: z.number() }),
  }),
  filtered: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/:batchId/filtered/",
    summary: "Who was turned away, and why",
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

import { z } from "zod";
import { statement } from "../contacts/contact.ts";
import { id, page, route } from "../route.ts";
import { batchFields, nameSearch, pickedOneWay } from "./batch.ts";

/** Statuses of a scheduled run (spec 2 §4.7): 1 scheduled, 0 paused, -1 cancelled, -2 over. */
export const scheduleStatus = { scheduled: 1, paused: 0, cancelled: -1, over: -2 } as const;

/** Time zones of schedules that name none (spec 2 §9). */
export const defaultZones = { once: 0, recurring: -20 } as const;

/** A scheduled run (spec 2 §3.9). */
const schedule = z.object({
  campaignId: id,
  campaignName: z.string(),
  eventId: id,
  status: z.number().int(),
  recurring: z.boolean(),
  timezoneId: z.number().int(),
  /** Next run, or null. */
  nextScheduled: z.string().nullable(),
  /** Day bitmask (Sunday 1) and HH:mm in its zone. Recurring runs only. */
  dayOfWeek: z.number().int().nullable(),
  timeOfDay: z.string().nullable(),
  expire: z.string().nullable(),
  /** What happens to a slot missed while the program was down: run once, late, or skip. */
  missed: z.enum(["once", "skip"]),
  createBatchRequest: z.object({
    campaignId: id,
    displayName: z.string(),
    periodMs: z.number().int(),
    start: z.boolean(),
    filters: z.object({ dnc: z.array(z.enum(["call", "sms", "rcs", "all"])) }),
    /** Lists include it only for small selections. */
    contactIds: z.array(id).optional(),
    contactCount: z.number().int().optional(),
    statements: z.array(statement).optional(),
    audienceId: id.optional(),
    audienceName: z.string().optional(),
  }),
  /** Outcome of the last slot. */
  last: z
    .object({
      dueAt: z.string(),
      at: z.string(),
      outcome: z.enum(["fired", "skipped", "failed"]),
      late: z.boolean(),
      batchId: id.nullable(),
      reason: z.string().nullable(),
      reasonText: z.string().nullable(),
    })
    .nullable(),
  created: z.string().nullable(),
});
export type Schedule = z.infer<typeof schedule>;

/** Most picked contacts that a list includes per schedule. */
export const listedContacts = 100;

const instantText = z.union([z.string().trim().max(40), z.number().int()]);
const fields = {
  recurring: z.boolean().optional(),
  /** An instant with offset, epoch milliseconds, or a date and time in `timezoneId`. The server sets it for recurring runs. */
  nextScheduled: instantText.nullish(),
  /** Defaults to `defaultZones`. */
  timezoneId: z.number().int().optional(),
  dayOfWeek: z
    .number()
    .int()
    .min(1, "Choose at least one day")
    .max(127, "dayOfWeek must be a bitmask from 1 to 127")
    .nullish(),
  timeOfDay: z
    .string()
    .trim()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "Time must be HH:mm")
    .nullish(),
  /** An instant with offset, epoch milliseconds, or a date, meaning its end. */
  expire: instantText.nullish(),
  missed: z.enum(["once", "skip"]).default("once"),
};
const request = {
  ...batchFields,
  start: z.boolean().default(true),
  contactCount: z.unknown().optional(),
  audienceName: z.unknown().optional(),
};
/** Server-owned keys. They are accepted and ignored so that a schedule can be sent back unchanged. */
const owned = {
  campaignId: z.unknown().optional(),
  campaignName: z.unknown().optional(),
  eventId: z.unknown().optional(),
  last: z.unknown().optional(),
  created: z.unknown().optional(),
};

const param = z.object({ campaignId: id, eventId: id });
const maxBodyBytes = 48 * 1024 * 1024;

export const scheduleRoutes = {
  list: route({
    method: "GET",
    path: "/v4/campaign/batch/schedule",
    summary: "List scheduled runs",
    description: "One-time and recurring, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      campaignId: id.optional(),
      recurring: z.enum(["true", "false"]).optional(),
      /** `false` leaves out cancelled runs. */
      cancelled: z.enum(["true", "false"]).default("true"),
      /** `false` leaves out one-time schedules that have fired. Their runs are in the run history. */
      fired: z.enum(["true", "false"]).default("true"),
      search: nameSearch,
    }),
    item: schedule,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/schedule/:eventId",
    summary: "Get a scheduled run",
    description: "Includes every picked contact.",
    caller: "account",
    privilege: null,
    params: param,
    item: schedule,
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/schedule",
    summary: "Schedule a run",
    description: "Once or recurring.",
    caller: "account",
    privilege: "workflow-run",
    params: z.object({ campaignId: id }),
    body: z.strictObject({
      ...fields,
      status: z.literal(1, { error: "A new schedule must have status 1" }).default(1),
      createBatchRequest: pickedOneWay(z.strictObject(request)),
    }),
    maxBodyBytes,
    item: schedule,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/batch/schedule/:eventId",
    summary: "Update a scheduled run",
    description: "Send the whole object to change, pause, unpause or cancel it. Picked contacts can be left out.",
    caller: "account",
    privilege: "workflow-run",
    params: param,
    body: z.strictObject({
      ...fields,
      ...owned,
      status: z.number().int().min(-2).max(1),
      createBatchRequest: z.strictObject(request),
    }),
    maxBodyBytes,
    item: schedule,
  }),
};

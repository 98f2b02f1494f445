import { z } from "zod";
import { statement } from "../contacts/contact.ts";
import { id, page, route } from "../route.ts";
import { batchFields, nameSearch, pickedOneWay } from "./batch.ts";

/** Statuses of a run to come (spec 2 §4.7): 1 scheduled, 0 paused, -1 cancelled, -2 over. */
export const scheduleStatus = { scheduled: 1, paused: 0, cancelled: -1, over: -2 } as const;

/** A run to come (spec 2 §3.9). */
const schedule = z.object({
  campaignId: id,
  campaignName: z.string(),
  eventId: id,
  status: z.number().int(),
  recurring: z.boolean(),
  timezoneId: z.number().int(),
  /** When it runs next; null when nothing comes any more. */
  nextScheduled: z.string().nullable(),
  /** Days as a bitmask, Sunday 1; HH:mm in its zone; recurring runs alone. */
  dayOfWeek: z.number().int().nullable(),
  timeOfDay: z.string().nullable(),
  expire: z.string().nullable(),
  /** A slot that passed while the program was away: fired once, late, or skipped. */
  missed: z.enum(["once", "skip"]),
  createBatchRequest: z.object({
    campaignId: id,
    displayName: z.string(),
    periodMs: z.number().int(),
    start: z.boolean(),
    filters: z.object({ dnc: z.array(z.enum(["call", "sms", "rcs", "all"])) }),
    /** In a list only where few were picked. */
    contactIds: z.array(id).optional(),
    contactCount: z.number().int().optional(),
    statements: z.array(statement).optional(),
  }),
  /** What became of the last slot. */
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

/** Picked contacts of a schedule that a list still carries along. */
export const listedContacts = 100;

const instantText = z.union([z.string().trim().max(40), z.number().int()]);
const fields = {
  recurring: z.boolean().optional(),
  /** An instant with offset, epoch milliseconds, or a date and time on the wall clock of `timezoneId`; of recurring runs the server's own. */
  nextScheduled: instantText.nullish(),
  timezoneId: z.number().int().default(0),
  dayOfWeek: z
    .number()
    .int()
    .min(1, "Choose at least one day")
    .max(127, "dayOfWeek is a bitmask of 1 to 127")
    .nullish(),
  timeOfDay: z
    .string()
    .trim()
    .regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, "Time must be HH:mm")
    .nullish(),
  /** An instant with offset, epoch milliseconds, or a date, whose end it is. */
  expire: instantText.nullish(),
  missed: z.enum(["once", "skip"]).default("once"),
};
const request = { ...batchFields, start: z.boolean().default(true), contactCount: z.unknown().optional() };
/** Keys that the server owns; a whole-object PUT may carry them and they are ignored. */
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
    summary: "Runs to come, once and recurring, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      campaignId: id.optional(),
      recurring: z.enum(["true", "false"]).optional(),
      /** `false` leaves out what was cancelled. */
      cancelled: z.enum(["true", "false"]).default("true"),
      search: nameSearch,
    }),
    item: schedule,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/batch/schedule/:eventId",
    summary: "One run to come, with every picked contact",
    caller: "account",
    privilege: null,
    params: param,
    item: schedule,
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/batch/schedule",
    summary: "Run a workflow later, once or again and again",
    caller: "account",
    privilege: "workflow-run",
    params: z.object({ campaignId: id }),
    body: z.strictObject({
      ...fields,
      status: z.literal(1, { error: "A new schedule has status 1" }).default(1),
      createBatchRequest: pickedOneWay(z.strictObject(request)),
    }),
    maxBodyBytes,
    item: schedule,
  }),
  update: route({
    method: "PUT",
    path: "/v4/campaign/:campaignId/batch/schedule/:eventId",
    summary: "Change, pause, unpause or cancel a run to come: the whole object; picked contacts that are left out stay",
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

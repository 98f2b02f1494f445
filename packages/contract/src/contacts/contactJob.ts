import { z } from "zod";
import { id, page, route } from "../route.ts";
import { statement } from "./contact.ts";

const contactJobActions = ["archive", "unarchive", "dnc"] as const;
export type ContactJobAction = (typeof contactJobActions)[number];

/** A job over all contacts that match a filter, with its progress and result. */
const contactJob = z.object({
  id,
  action: z.enum(contactJobActions),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  /** Matching contacts. Null until they are counted. */
  total: z.number().int().nullable(),
  /** Contacts processed. */
  done: z.number().int(),
  /** Contacts changed. The others needed no change or have no phone. */
  changed: z.number().int(),
  problem: z.string().nullable(),
  created: z.string(),
  finished: z.string().nullable(),
});
export type ContactJob = z.infer<typeof contactJob>;

const params = z.object({ jobId: id });

export const contactJobRoutes = {
  create: route({
    method: "POST",
    path: "/v4/contact/job/",
    summary: "Create a contact job",
    description:
      "Archives, unarchives or stops all contacts that match a filter, in the background. Stopping also needs the privilege dnc-admin.",
    caller: "account",
    privilege: "contact-admin",
    body: z.strictObject({
      action: z.enum(contactJobActions),
      selection: z.strictObject({
        search: z.string().trim().max(100).optional(),
        statements: z.array(statement).max(50).default([]),
        archived: z.enum(["no", "only", "all"]).default("no"),
        /** Limits the job to these contacts. */
        contactIds: z.array(id).min(1).max(1_000).optional(),
      }),
      /** For dnc: the types to stop. Default: all. */
      types: z
        .array(z.enum(["call", "sms", "rcs"]))
        .min(1)
        .max(3)
        .optional(),
      reason: z.string().trim().max(200, "Reason must have at most 200 characters").optional(),
    }),
    item: contactJob,
  }),
  list: route({
    method: "GET",
    path: "/v4/contact/job/",
    summary: "List contact jobs",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject(page),
    item: contactJob,
  }),
  find: route({
    method: "GET",
    path: "/v4/contact/job/:jobId/",
    summary: "Get a contact job",
    caller: "account",
    privilege: null,
    params,
    item: contactJob,
  }),
  cancel: route({
    method: "POST",
    path: "/v4/contact/job/:jobId/cancel",
    summary: "Cancel a contact job",
    description: "Contacts that were already changed stay changed.",
    caller: "account",
    privilege: "contact-admin",
    params,
    item: contactJob,
  }),
};

import { z } from "zod";
import { id, page, route } from "../route.ts";
import { statement } from "./contact.ts";

const contactJobActions = ["archive", "unarchive", "dnc"] as const;
export type ContactJobAction = (typeof contactJobActions)[number];

/** Work on all contacts that a filter picks: how far it is, and what came of it. */
const contactJob = z.object({
  id,
  action: z.enum(contactJobActions),
  status: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  /** Contacts that the filter picks; null while nobody has counted. */
  total: z.number().int().nullable(),
  /** So many of them were come to. */
  done: z.number().int(),
  /** And for so many it changed something: the others were so already, or have no phone. */
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
    summary:
      "Archive, bring back or stop all contacts that a filter picks, in the background; stopping needs the privilege dnc-admin as well",
    caller: "account",
    privilege: "contact-admin",
    body: z.strictObject({
      action: z.enum(contactJobActions),
      selection: z.strictObject({
        search: z.string().trim().max(100).optional(),
        statements: z.array(statement).max(50).default([]),
        archived: z.enum(["no", "only", "all"]).default("no"),
        /** Only these of them. */
        contactIds: z.array(id).min(1).max(1_000).optional(),
      }),
      /** Of dnc: what is stopped; everything when left out. */
      types: z
        .array(z.enum(["call", "sms", "rcs"]))
        .min(1)
        .max(3)
        .optional(),
      reason: z.string().trim().max(200, "Reason has at most 200 characters").optional(),
    }),
    item: contactJob,
  }),
  list: route({
    method: "GET",
    path: "/v4/contact/job/",
    summary: "Work on all contacts that a filter picks, newest first",
    caller: "account",
    privilege: null,
    query: z.strictObject(page),
    item: contactJob,
  }),
  find: route({
    method: "GET",
    path: "/v4/contact/job/:jobId/",
    summary: "How far such work is",
    caller: "account",
    privilege: null,
    params,
    item: contactJob,
  }),
  cancel: route({
    method: "POST",
    path: "/v4/contact/job/:jobId/cancel",
    summary: "Cancel such work: no further contact is changed, those that were stay so",
    caller: "account",
    privilege: "contact-admin",
    params,
    item: contactJob,
  }),
};

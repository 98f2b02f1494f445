import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { statement } from "./contact.ts";

/** A saved filter over contacts. Runs and schedules that name it contact everyone who matches when they start. */
const audience = z.object({
  audienceId: id,
  name: z.string(),
  statements: z.array(statement),
  /** Runs that still need it, schedules that are not over, and workflows with a condition that asks about it. */
  usedBy: z.array(
    z.object({
      kind: z.enum(["run", "schedule", "workflow"]),
      /** The batchId, eventId or campaignId. */
      id,
      campaignId: id,
      name: z.string(),
    }),
  ),
  created: z.string(),
  updated: z.string(),
});
export type Audience = z.infer<typeof audience>;

const body = {
  name: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(100, "Name must have at most 100 characters"),
  statements: z
    .array(statement, { error: "Add at least one statement" })
    .min(1, "Add at least one statement")
    .max(50, "An audience can have at most 50 statements"),
};
const owned = {
  audienceId: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  created: z.unknown().optional(),
  updated: z.unknown().optional(),
};

/** An audience as it is written. */
const audienceBody = z.strictObject({ ...body, ...owned });

const params = z.object({ audienceId: id });

/** Saved audiences (decision 0095). */
export const audienceRoutes = {
  list: route({
    method: "GET",
    path: "/v4/audience/",
    summary: "List audiences",
    description: "Sorted by name.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: audience,
    pagedBy: "audienceId",
  }),
  create: route({
    method: "POST",
    path: "/v4/audience/",
    summary: "Create an audience",
    caller: "account",
    privilege: "contact-admin",
    body: audienceBody,
    item: audience,
  }),
  find: route({
    method: "GET",
    path: "/v4/audience/:audienceId/",
    summary: "Get an audience",
    caller: "account",
    privilege: null,
    params,
    item: audience,
  }),
  update: route({
    method: "PUT",
    path: "/v4/audience/:audienceId/",
    summary: "Update an audience",
    description: "Applies to runs that have not started, to schedules and to conditions.",
    caller: "account",
    privilege: "contact-admin",
    params,
    body: audienceBody,
    item: audience,
  }),
  ofContact: route({
    method: "GET",
    path: "/v4/contact/:contactId/audience/",
    summary: "List the audiences that a contact is in",
    description: "Sorted by name.",
    caller: "account",
    privilege: null,
    params: z.object({ contactId: id }),
    item: z.object({ audienceId: id, name: z.string() }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/audience/:audienceId/",
    summary: "Delete an audience",
    description: "Refused while a run, a schedule or a workflow uses it.",
    caller: "account",
    privilege: "contact-admin",
    params,
    item: done,
  }),
};

import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** How a rule chooses a member: in turns, or the one with the fewest open conversations. */
export const assignmentMethods = ["roundRobin", "leastOpen"] as const;
export type AssignmentMethod = (typeof assignmentMethods)[number];

/** A rule that assigns conversations. All of its conditions must hold. */
const assignmentRule = z.object({
  ruleId: id,
  name: z.string(),
  isOn: z.boolean(),
  /** The account's number that the contact texted. Null: any. */
  number: z.string().nullable(),
  /** The workflow that the text replies to. Null: any, or none. */
  campaignId: id.nullable(),
  /** Null once the workflow is deleted. */
  campaignName: z.string().nullable(),
  /** A tag of the contact. Null: any. */
  tag: z.string().nullable(),
  /** Words of which the text has one. Empty: any text. */
  keywords: z.array(z.string()),
  workGroupId: id,
  workGroupName: z.string(),
  method: z.enum(assignmentMethods),
});
export type AssignmentRule = z.infer<typeof assignmentRule>;

const owned = {
  ruleId: z.unknown().optional(),
  campaignName: z.unknown().optional(),
  workGroupName: z.unknown().optional(),
};

/** A rule as it is written. */
export const assignmentRuleBody = z.strictObject({
  name: z
    .string({ error: "Name is required" })
    .trim()
    .min(1, "Name is required")
    .max(100, "Name must have at most 100 characters"),
  isOn: z.boolean({ error: "isOn must be true or false" }).default(true),
  number: z.string().max(40).nullable().default(null),
  campaignId: id.nullable().default(null),
  tag: z.string().trim().max(60, "A tag has at most 60 characters").nullable().default(null),
  keywords: z
    .array(z.string().trim().min(1, "A keyword cannot be empty").max(60, "A keyword has at most 60 characters"))
    .max(50, "A rule has at most 50 keywords")
    .default([]),
  workGroupId: z.uuid({ error: "Choose a work group" }),
  method: z
    .enum(assignmentMethods, { error: `Method must be one of ${assignmentMethods.join(", ")}` })
    .default("roundRobin"),
  ...owned,
});

const params = z.object({ ruleId: id });

/** Rules that assign conversations of the inbox (decision 0099). */
export const assignmentRuleRoutes = {
  list: route({
    method: "GET",
    path: "/v4/assignmentrule/",
    summary: "List assignment rules",
    description: "In their order. The first one that fits decides.",
    caller: "account",
    privilege: "inbox-use",
    query: z.strictObject(wholeList),
    item: assignmentRule,
    pagedBy: "ruleId",
  }),
  create: route({
    method: "POST",
    path: "/v4/assignmentrule/",
    summary: "Create an assignment rule",
    description: "It becomes the last one.",
    caller: "account",
    privilege: "inbox-admin",
    body: assignmentRuleBody,
    item: assignmentRule,
  }),
  order: route({
    method: "PUT",
    path: "/v4/assignmentrule/order",
    summary: "Order the assignment rules",
    description: "The rules named come first, in this order. The others follow in theirs.",
    caller: "account",
    privilege: "inbox-admin",
    body: z.strictObject({ ruleIds: z.array(id).max(1_000) }),
    item: assignmentRule,
  }),
  update: route({
    method: "PUT",
    path: "/v4/assignmentrule/:ruleId/",
    summary: "Update an assignment rule",
    caller: "account",
    privilege: "inbox-admin",
    params,
    body: assignmentRuleBody,
    item: assignmentRule,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/assignmentrule/:ruleId/",
    summary: "Delete an assignment rule",
    caller: "account",
    privilege: "inbox-admin",
    params,
    item: done,
  }),
};

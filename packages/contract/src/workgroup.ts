import { z } from "zod";
import { done, id, route } from "./route.ts";

/** Users of the account in an order, which calls are offered to and dispositions are given by. */
export const workGroup = z.object({
  workGroupId: id,
  name: z.string(),
  /** In the order in which calls try them. */
  members: z.array(z.object({ userId: id, name: z.string(), email: z.string(), weight: z.int() })),
  created: z.string(),
  /** Dispositions that its members choose. */
  usedBy: z.array(z.string()),
});
export type WorkGroup = z.infer<typeof workGroup>;

const weightBounds = "Weight must be a whole number from 1 to 100";
const body = {
  name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
  members: z
    .array(
      z.strictObject({
        userId: id,
        /** Shares of Weighted Round Robin (decisions, Voice). */
        weight: z.int({ error: weightBounds }).min(1, weightBounds).max(100, weightBounds).default(1),
        // what the answer shows beside them, for whoever sends it back whole
        name: z.unknown().optional(),
        email: z.unknown().optional(),
      }),
    )
    .max(500, "A work group has at most 500 members")
    .refine((members) => new Set(members.map(({ userId }) => userId)).size === members.length, {
      error: "A user can be in a work group once",
    })
    .default([]),
};
const owned = { workGroupId: z.unknown().optional(), created: z.unknown().optional(), usedBy: z.unknown().optional() };
const params = z.object({ workGroupId: id });

/** Work groups (decisions, Calls for our own pages); they are made of users, so whoever manages users manages them. */
export const workGroupRoutes = {
  list: route({
    method: "GET",
    path: "/v4/workgroup/",
    summary: "Work groups by name, their members in order",
    caller: "account",
    privilege: null,
    item: workGroup,
  }),
  create: route({
    method: "POST",
    path: "/v4/workgroup/",
    summary: "Make a work group of users of the account",
    caller: "account",
    privilege: "user-admin",
    body: z.strictObject(body),
    item: workGroup,
  }),
  find: route({
    method: "GET",
    path: "/v4/workgroup/:workGroupId/",
    summary: "One work group",
    caller: "account",
    privilege: null,
    params,
    item: workGroup,
  }),
  update: route({
    method: "PUT",
    path: "/v4/workgroup/:workGroupId/",
    summary: "Change a work group's name, members and their order",
    caller: "account",
    privilege: "user-admin",
    params,
    body: z.strictObject({ ...body, ...owned }),
    item: workGroup,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/workgroup/:workGroupId/",
    summary: "Delete a work group that nothing uses",
    caller: "account",
    privilege: "user-admin",
    params,
    item: done,
  }),
};

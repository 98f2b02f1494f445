import type { DistributionType } from "@trunkline/workflow/distribution/settings.ts";
import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** How the group is rung; what each number does stands in telecom §8. */
const distributionTypes = [1, 2, 3, 4, 7, 9] as const satisfies readonly DistributionType[];

/** Least and most of the timers (spec 1 §5.2), with what forms call them. */
export const distributionBounds = {
  delayNextCall: { label: "Delay", min: 1, max: 30 },
  tryCallTimeout: { label: "Answer Time", min: 5, max: 30 },
  maxDials: { label: "Max Dials", min: 1, max: 100 },
  maxWaitSeconds: { label: "Longest Wait", min: 30, max: 3600 },
} as const;

/** Users of the account in an order, which calls are offered to and dispositions are given by. */
const workGroup = z.object({
  workGroupId: id,
  name: z.string(),
  /** In the order in which calls try them. */
  members: z.array(z.object({ userId: id, name: z.string(), email: z.string(), weight: z.int() })),
  distributionType: z.literal(distributionTypes),
  /** Seconds between two attempts for one caller. */
  delayNextCall: z.int(),
  /** Seconds that members are rung. */
  tryCallTimeout: z.int(),
  /** Attempts per caller under Sequential. */
  maxDials: z.int(),
  /** How long a caller waits in all. */
  maxWaitSeconds: z.int(),
  created: z.string(),
  /** Dispositions that its members choose. */
  usedBy: z.array(z.string()),
  /** Inbound workflows that lead callers to it by its name: their route tags. */
  routedBy: z.array(z.string()),
});
export type WorkGroup = z.infer<typeof workGroup>;

const weightBounds = "Weight must be a whole number from 1 to 100";
/** A timer with its bounds, in the words of spec 1 §5.2. */
function seconds(name: keyof typeof distributionBounds, fallback: number) {
  const { label, min, max } = distributionBounds[name];
  return z
    .int({ error: `${label} must be a whole number` })
    .min(min, `${label} is less than minimum of ${min}.`)
    .max(max, `${label} is greater than maximum of ${max}.`)
    .default(fallback);
}

const body = {
  distributionType: z
    .literal(distributionTypes, { error: `Distribution is one of ${distributionTypes.join(", ")}` })
    .default(2),
  delayNextCall: seconds("delayNextCall", 5),
  tryCallTimeout: seconds("tryCallTimeout", 15),
  maxDials: seconds("maxDials", 1),
  maxWaitSeconds: seconds("maxWaitSeconds", 600),
  name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
  members: z
    .array(
      z.strictObject({
        userId: id,
        /** Shares of Weighted Round Robin (readings, Voice). */
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
/** What a work group is made of. */
export const workGroupBody = z.strictObject(body);
const ours = z.unknown().optional();
const owned = { workGroupId: ours, created: ours, usedBy: ours, routedBy: ours };
const params = z.object({ workGroupId: id });

/** Work groups (readings, Requests of our pages); they are made of users, so whoever manages users manages them. */
export const workGroupRoutes = {
  list: route({
    method: "GET",
    path: "/v4/workgroup/",
    summary: "Work groups by name, their members in order",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: workGroup,
    pagedBy: "workGroupId",
  }),
  create: route({
    method: "POST",
    path: "/v4/workgroup/",
    summary: "Make a work group of users of the account",
    caller: "account",
    privilege: "user-admin",
    body: workGroupBody,
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
    summary:
      "Change a work group's members, their order, how they are rung, and its name unless workflows lead callers to it",
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

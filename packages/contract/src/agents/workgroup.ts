import type { DistributionType } from "@trunkline/workflow/distribution/settings.ts";
import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { callbackOffer, callbackOfferBody, target, targetBody, wrapUpBody, wrapUpTime } from "./target.ts";

/** How the group is rung. Telecom §8 describes each type. */
const distributionTypes = [1, 2, 3, 4, 7, 9] as const satisfies readonly DistributionType[];

/** Bounds of the timers (spec 1 §5.2), with their form labels. */
export const distributionBounds = {
  delayNextCall: { label: "Delay", min: 1, max: 30 },
  tryCallTimeout: { label: "Answer Time", min: 5, max: 30 },
  maxDials: { label: "Max Dials", min: 1, max: 100 },
  maxWaitSeconds: { label: "Longest Wait", min: 30, max: 3600 },
} as const;

/** An ordered group of users. Calls are routed to its members, and dispositions can be limited to them. */
const workGroup = z.object({
  workGroupId: id,
  name: z.string(),
  /** In ringing order. */
  members: z.array(z.object({ userId: id, name: z.string(), email: z.string(), weight: z.int() })),
  distributionType: z.literal(distributionTypes),
  /** Seconds between two attempts for the same caller. */
  delayNextCall: z.int(),
  /** Seconds each member is rung. */
  tryCallTimeout: z.int(),
  /** Attempts per caller, Sequential only. */
  maxDials: z.int(),
  /** Longest total wait of a caller. */
  maxWaitSeconds: z.int(),
  ...target,
  ...wrapUpTime,
  ...callbackOffer,
  created: z.string(),
  /** Dispositions limited to its members. */
  usedBy: z.array(z.string()),
  /** Route tags of the inbound workflows that route callers to it. */
  routedBy: z.array(z.string()),
});
export type WorkGroup = z.infer<typeof workGroup>;

const weightBounds = "Weight must be a whole number from 1 to 100";
/** A timer and its bounds, with the messages of spec 1 §5.2. */
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
    .literal(distributionTypes, { error: `Distribution must be one of ${distributionTypes.join(", ")}` })
    .default(2),
  delayNextCall: seconds("delayNextCall", 5),
  tryCallTimeout: seconds("tryCallTimeout", 15),
  maxDials: seconds("maxDials", 1),
  maxWaitSeconds: seconds("maxWaitSeconds", 600),
  ...targetBody,
  ...wrapUpBody,
  ...callbackOfferBody,
  name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
  members: z
    .array(
      z.strictObject({
        userId: id,
        /** The member's share under Weighted Round Robin (readings, Voice). */
        weight: z.int({ error: weightBounds }).min(1, weightBounds).max(100, weightBounds).default(1),
        // read-only fields of the answer, accepted so that it can be sent back unchanged
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
/** Fields of a work group that can be written. */
export const workGroupBody = z.strictObject(body);
const ours = z.unknown().optional();
const owned = { workGroupId: ours, created: ours, usedBy: ours, routedBy: ours };
const params = z.object({ workGroupId: id });

/** Work groups (readings, Requests of our pages). Managing them needs the privilege for managing users. */
export const workGroupRoutes = {
  list: route({
    method: "GET",
    path: "/v4/workgroup/",
    summary: "List work groups",
    description: "Sorted by name, with their members in order.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: workGroup,
    pagedBy: "workGroupId",
  }),
  create: route({
    method: "POST",
    path: "/v4/workgroup/",
    summary: "Create a work group",
    caller: "account",
    privilege: "user-admin",
    body: workGroupBody,
    item: workGroup,
  }),
  find: route({
    method: "GET",
    path: "/v4/workgroup/:workGroupId/",
    summary: "Get a work group",
    caller: "account",
    privilege: null,
    params,
    item: workGroup,
  }),
  update: route({
    method: "PUT",
    path: "/v4/workgroup/:workGroupId/",
    summary: "Update a work group",
    description: "The name cannot be changed while an inbound workflow routes callers to it.",
    caller: "account",
    privilege: "user-admin",
    params,
    body: z.strictObject({ ...body, ...owned }),
    item: workGroup,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/workgroup/:workGroupId/",
    summary: "Delete a work group",
    description: "Refused while something uses it.",
    caller: "account",
    privilege: "user-admin",
    params,
    item: done,
  }),
};
